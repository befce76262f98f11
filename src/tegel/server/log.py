"""The one way to write: what many games want written at about the same moment goes to disk in one transaction.

A job is done when its rows are safely on disk, and only then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from .database_writer import DatabaseWriter
from .errors import Storage
from .faults import why
from .file_writer import FileWriter
from .metrics import Metrics
from .progress import Change
from .writing import Job, Outcome, Row, Writer

Waiter = asyncio.Future[None]

logger = logging.getLogger("tegel.server")


def make_writer(engine: AsyncEngine, alone: bool, fence: int | None = None) -> Writer:
    """The writer for a database; with a fencing number it writes only as long as that lease is there."""
    return FileWriter(engine, alone) if engine.dialect.name == "sqlite" else DatabaseWriter(engine, alone, fence)


class Log:
    """Writes jobs in the order they come, a batch at a time; `alone` refuses to share the database with another server."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics, alone: bool = True, fence: int | None = None) -> None:
        self._writer = make_writer(engine, alone, fence)
        self._metrics = metrics
        self._waiting: list[tuple[Job, Waiter]] = []
        self._batch: list[tuple[Job, Waiter]] = []  # what is being written
        self._idle = asyncio.Event()
        self._idle.set()
        self.loop = asyncio.get_running_loop()

    async def open(self) -> None:
        """Before anything is written; raises if another server writes here."""
        await self._writer.open()

    async def write(self, rows: Sequence[Row] = (), statements: Sequence[Executable] = (), change: Change | None = None) -> None:
        """Returns when everything is on disk.

        A `Conflict` means that nothing was written, a `Storage` that nobody knows: what it was about is to be read anew.
        """
        done: Waiter = self.loop.create_future()
        self._waiting.append((Job(rows, statements, change), done))
        if self._idle.is_set():
            self._idle.clear()
            self.loop.call_soon(self._begin)  # whatever is being read this very moment goes along
        await done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._idle.wait()
        await self._writer.close()

    def _begin(self) -> None:
        """Write all that waits; what comes meanwhile gathers for the next time."""
        self._batch, self._waiting = self._waiting, []
        self._writer.begin([job for job, _ in self._batch], self._finished)

    def _finished(self, outcomes: list[Outcome] | Exception) -> None:
        """A batch has been written, or not; those who wait go on, and the next one is begun."""
        if isinstance(outcomes, Exception):
            outcomes = self._failed(outcomes)
        else:
            self._metrics.count("tegel_commits_total")
        for (_, done), outcome in zip(self._batch, outcomes, strict=True):
            _finish(done, outcome)
        self._batch = []
        if self._waiting:
            self._begin()
        else:
            self._idle.set()

    def _failed(self, error: Exception) -> list[Outcome]:
        self._metrics.count("tegel_storage_failures_total")
        fault = error.why if isinstance(error, Storage) else why(error)
        logger.error("nothing could be written", extra={"why": fault, "jobs": len(self._batch), "error": repr(error)})
        return [Storage(fault) for _ in self._batch]


def _finish(done: Waiter, outcome: Outcome) -> None:
    """Let whoever waits go on."""
    if done.cancelled():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
