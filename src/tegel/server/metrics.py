"""Counters and gauges for operators, in the text form Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

HELP = {
    "tegel_moves_total": "Moves acknowledged",
    "tegel_stale_total": "Moves that came too late",
    "tegel_refused_total": "Requests refused because they were not allowed",
    "tegel_limited_total": "Requests refused because there were too many",
    "tegel_bad_frames_total": "Socket frames that could not be read",
    "tegel_bot_failures_total": "Times a computer player crashed, took too long or answered badly",
    "tegel_failures_total": "Errors of the server itself",
    "tegel_commits_total": "Transactions written to disk",
    "tegel_sockets": "Open sockets and streams",
    "tegel_rooms": "Games in memory",
}


class Metrics:
    """What has been counted since the start."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._gauges: dict[str, Callable[[], int]] = {}

    def count(self, name: str, by: int = 1) -> None:
        """Add to a counter."""
        self._counts[name] += by

    def gauge(self, name: str, read: Callable[[], int]) -> None:
        """Something that is read when it is asked for."""
        self._gauges[name] = read

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def text(self) -> str:
        """Everything, one fact a line."""
        lines = []
        for name, why in HELP.items():
            gauge = self._gauges.get(name)
            lines += [
                f"# HELP {name} {why}",
                f"# TYPE {name} {'gauge' if gauge else 'counter'}",
                f"{name} {gauge() if gauge else self._counts[name]}",
            ]
        return "\n".join(lines) + "\n"
