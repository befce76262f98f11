"""The time that games are played by: how long this server has run, all its runs together.

It stands still while the server is down, and knows nothing of the wall clock, which may be set. So a player is charged for neither.
The sum is written down now and then; what a crash takes of it is the players'.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Update, update
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import read_or_write
from .tables import meta

NAME = "uptime"


class Uptime:
    """Counts on from the runs before."""

    def __init__(self, before: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock()
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
