"""Whether the server can do its work: a real write, on the way every move takes, and a fresh look at the file.

It is tried at most once a second, however often it is asked.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

from .errors import Storage
from .faults import why
from .house import House, now
from .tables import meta

GOOD_FOR = 1.0  # seconds a result is told again
PROBE = "probe"  # the row that is written


class Health:
    """What is wrong with the storage: one of `faults`, or None."""

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        self._house = house
        self._clock = clock
        self._trying: asyncio.Task[str | None] | None = None
        self._tried = -GOOD_FOR

    async def fault(self) -> str | None:
        """The last result if it is fresh, else a new one; all who ask meanwhile wait for the same."""
        if self._trying is None or (self._trying.done() and self._clock() - self._tried >= GOOD_FOR):
            self._trying = asyncio.create_task(self._try(), name="health")
        return await asyncio.shield(self._trying)

    async def _try(self) -> str | None:
        probe = PROBE if self._house.number is None else f"{PROBE} {self._house.number % 100}"  # of each process its own
        write = [meta.delete().where(meta.c.name == probe), meta.insert().values(name=probe, value=str(now()))]
        try:
            await self._house.log.write(statements=write)
            if self._house.engine.dialect.name == "sqlite":
                await asyncio.to_thread(_look, str(self._house.engine.url.database))
        except Storage as error:
            return error.why
        except Exception as error:
            return why(error)
        finally:
            self._tried = self._clock()
        return None


def _look(path: str) -> None:
    """Read the beginnings of all tables as a program would that has just come: an open connection may remember what is no longer there."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2)) as connection:
        for table in ("meta", "guests", "games", "seats", "entries", "listed"):
            connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
            connection.execute(f"SELECT * FROM {table} ORDER BY 1 DESC LIMIT 1").fetchall()
