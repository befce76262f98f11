"""The time that games are played by: how long this server has run, all its runs together.

It stands still while the server is down, and while the machine sleeps: what one looks at every few seconds cannot have taken minutes
(some systems count their sleep, others do not). It knows nothing of the wall clock, which may be set. So a player is charged for none of
these. The sum is written down now and then; what a crash takes of it is the players'.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Update, update
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import read_or_write
from .tables import meta

NAME = "uptime"
ASLEEP = 30.0  # seconds between two looks; `flags` looks every 5, also when the database takes its time


class Awake:
    """Seconds in which this process ran: a longer gap between two looks was sleep, of the machine or of the process, and counts nothing."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._slept = 0.0

    def __call__(self) -> float:
        present = self._clock()
        if not 0 <= present - self._last < ASLEEP:
            self._slept += present - self._last
        self._last = present
        return present - self._slept


class Uptime:
    """Counts on from the runs before."""

    def __init__(self, before: int = 0, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or Awake()
        self._start = self._clock()
        self._before = before

    def now(self) -> int:
        """Milliseconds."""
        return self._before + int((self._clock() - self._start) * 1000)

    def catch_up(self, at_least: int) -> None:
        """Another process that serves the same games is further on: everybody plays by the same time."""
        self._before += max(0, at_least - self.now())

    def written(self) -> Update:
        """The statement that writes the time down."""
        return update(meta).where(meta.c.name == NAME).values(value=str(self.now()))


async def read_uptime(engine: AsyncEngine) -> Uptime:
    """The time as the last run left it."""
    return Uptime(int(await read_or_write(engine, NAME, "0")))
