"""Waiting that grows with every failure, a little differently for everybody, and ends at once when it must."""

from __future__ import annotations

import random
import threading

FIRST, LONGEST = 0.5, 30.0  # seconds


class Patience:
    """How long to wait before the next try."""

    def __init__(self, enough: threading.Event) -> None:
        self._enough = enough  # once it is set nobody waits any more
        self._next = FIRST
        self.failures = 0

    def wait(self, least: float = 0.0) -> None:
        """Wait, at least as long as the server asked for."""
        self.failures += 1
        self._enough.wait(max(least, self._next * random.uniform(0.7, 1.3)))
        self._next = min(LONGEST, 2 * self._next)

    def rest(self) -> None:
        """It worked: begin with short waits again."""
        self._next, self.failures = FIRST, 0
