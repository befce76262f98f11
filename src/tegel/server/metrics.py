"""Counters and gauges for operators, in the text form Prometheus reads. None has labels, so their number is bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

COUNTERS = {
    "tegel_moves_total": "Moves acknowledged",
    "tegel_stale_total": "Moves that came too late",
    "tegel_refused_total": "Requests refused because they were not allowed",
    "tegel_limited_total": "Requests refused because there were too many",
    "tegel_bad_frames_total": "Socket frames that could not be read",
    "tegel_bot_failures_total": "Times a computer player crashed, took too long or answered badly",
    "tegel_bot_restarts_total": "Processes of computer players started anew",
    "tegel_bot_thinking_seconds_total": "Seconds computer players have thought",
    "tegel_push_total": "Messages sent to push services",
    "tegel_push_failures_total": "Those that no push service took",
    "tegel_failures_total": "Errors of the server itself",
    "tegel_storage_failures_total": "Times the database could not be written to",
    "tegel_commits_total": "Transactions written to disk",
}
GAUGES = {
    "tegel_sockets": "Open sockets and streams",
    "tegel_rooms": "Games in memory",
    "tegel_bot_queue": "Moves of computer players that wait for a free process",
    "tegel_bots_thinking": "Computer players that think now",
}


TOGETHER = {"tegel_processes": "Processes that serve these games, each counted in the sums"}


class Metrics(Collector):
    """What has been counted since the start, in a registry of its own."""

    def __init__(self) -> None:
        self._counts: dict[str, float] = dict.fromkeys(COUNTERS, 0)
        self._readers: dict[str, Callable[[], int]] = dict.fromkeys(GAUGES, int)
        self._others: Sequence[Mapping[str, float]] = ()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count(self, name: str, by: float = 1) -> None:
        """Add to a counter."""
        self._counts[name] += by

    def gauge(self, name: str, read: Callable[[], int]) -> None:
        """Something that is read when it is asked for."""
        if name not in GAUGES:
            raise KeyError(name)
        self._readers[name] = read

    def __getitem__(self, name: str) -> float:
        return self._counts[name]

    def values(self) -> dict[str, float]:
        """Everything as numbers."""
        return {"tegel_processes": 1, **self._counts, **{name: read() for name, read in self._readers.items()}}

    def collect(self) -> Iterator[Metric]:
        """For the registry."""
        told = Counter(self.values())
        for other in self._others:
            told.update(other)
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(name, text, value=told[name])
        for name, text in {**GAUGES, **TOGETHER}.items():
            yield GaugeMetricFamily(name, text, value=told[name])

    def text(self, others: Sequence[Mapping[str, float]] = ()) -> str:
        """Everything, one fact a line; the sums, where other processes serve the same games."""
        self._others = others
        return generate_latest(self._registry).decode()
