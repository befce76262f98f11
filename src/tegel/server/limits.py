"""Rate limits: a bucket for each sender and kind of request, filled at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from .errors import TooMany

FULL = 20_000  # buckets; past this the full ones are forgotten


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: float
    each_second: float


RATES = {
    "create": Rate(20, 60 / 3600),
    "guest": Rate(60, 60 / 3600),
    "join": Rate(20, 1 / 5),
    "upload": Rate(10, 30 / 3600),
    "move": Rate(40, 10),
    "greet": Rate(5, 1),
    "frame": Rate(80, 20),
    "write": Rate(30, 5),
    "read": Rate(200, 50),
    "nonsense": Rate(100, 10),  # what cannot be read; by address, since nobody has looked who it is
}


class Limits:
    """All buckets. A sender is a guest, a seat token or an address."""

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._factor = factor
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # what is left, and when that was

    def spend(self, kind: str, sender: str) -> None:
        """Count one request, or refuse it."""
        rate = RATES[kind]
        burst, refill = rate.burst * self._factor, rate.each_second * self._factor
        now = self._clock()
        left, then = self._buckets.get((kind, sender), (burst, now))
        left = min(burst, left + (now - then) * refill)
        if left < 1:
            wait = (1 - left) / refill
            raise TooMany(wait)
        self._buckets[kind, sender] = (left - 1, now)
        if len(self._buckets) > FULL:
            self._tidy(now)

    def _tidy(self, now: float) -> None:
        """Forget buckets that have filled up again; they are as good as new ones."""
        for (kind, sender), (left, then) in list(self._buckets.items()):
            rate = RATES[kind]
            if left + (now - then) * rate.each_second * self._factor >= rate.burst * self._factor:
                del self._buckets[kind, sender]
