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

logger = logging.getLogger("tegel.server")


def make_writer(engine: AsyncEngine, alone: bool) -> Writer:
    """The writer for a database."""
    return FileWriter(engine, alone) if engine.dialect.name == "sqlite" else DatabaseWriter(engine, alone)


class Log:
    """Writes jobs in the order they come; `alone` refuses to share the database with another server."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics, alone: bool = True) -> None:
        self._writer = make_writer(engine, alone)
        self._metrics = metrics
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._wanted = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="log")

    async def open(self) -> None:
        """Before anything is written; raises if another server writes here."""
        await self._writer.open()

    async def write(self, rows: Sequence[Row] = (), statements: Sequence[Executable] = (), change: Change | None = None) -> None:
        """Returns when everything is on disk.

        A `Conflict` means that nothing was written, a `Storage` that nobody knows: what it was about is to be read anew.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Job(rows, statements, change), done))
        self._wanted.set()
        await done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wanted.set()
        await self._task
        await self._writer.close()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._wanted.wait()
            await asyncio.sleep(0)  # whatever is being read this very moment goes along; the next ones gather while these are written
            self._wanted.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                outcomes = await self._write([job for job, _ in batch])
                for (_, done), outcome in zip(batch, outcomes, strict=True):
                    _finish(done, outcome)

    async def _write(self, jobs: list[Job]) -> list[Outcome]:
        try:
            outcomes = await self._writer.write(jobs)
        except Exception as error:
            self._metrics.count("tegel_storage_failures_total")
            fault = error.why if isinstance(error, Storage) else why(error)
            logger.error("nothing could be written", extra={"why": fault, "jobs": len(jobs), "error": repr(error)})
            return [Storage(fault) for _ in jobs]
        self._metrics.count("tegel_commits_total")
        return outcomes


def _finish(done: asyncio.Future[None], outcome: Outcome) -> None:
    """Let whoever waits go on."""
    if done.cancelled():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
