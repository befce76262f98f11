"""The one way to write: what many games want written at the same moment goes to disk in one transaction.

A job is done when its rows are safely on disk, and only then. If one job of a transaction cannot be written (another process was first)
the jobs are tried one by one, so that it fails alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .metrics import Metrics
from .tables import entries

Row = dict[str, Any]


class Conflict(Exception):
    """Rows with these keys are there already."""


class Job(NamedTuple):
    """Rows for the log, statements beside them, and who waits for it."""

    rows: Sequence[Row]
    statements: Sequence[Executable]
    done: asyncio.Future[None]


class Log:
    """Writes jobs in the order they come."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics) -> None:
        self._engine = engine
        self._metrics = metrics
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._connection: AsyncConnection | None = None
        self._writer = asyncio.create_task(self._run(), name="log")

    async def write(self, rows: Sequence[Row] = (), statements: Sequence[Executable] = ()) -> None:
        """Returns when everything is on disk; a `Conflict` means nothing was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(Job(rows, statements, done))
        await done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        while not self._jobs.empty():
            await asyncio.sleep(0.01)
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            try:
                if self._connection is None:
                    self._connection = await self._engine.connect()
                await self._write(self._connection, jobs)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                await self._give_up(jobs, error)

    async def _give_up(self, jobs: list[Job], error: Exception) -> None:
        """Tell everybody who waits that nothing was written, and begin again with a new connection."""
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                await broken.close()
        for job in jobs:
            if not job.done.done():
                _finish(job, error)

    async def _write(self, connection: AsyncConnection, jobs: list[Job]) -> None:
        try:
            for job in jobs:
                for statement in job.statements:
                    await connection.execute(statement)
            rows = [row for job in jobs for row in job.rows]
            if rows:
                await connection.execute(entries.insert(), rows)
            await connection.commit()
        except IntegrityError as error:
            await connection.rollback()
            if len(jobs) == 1:
                _finish(jobs[0], Conflict(str(error)))
                return
            for job in jobs:
                await self._write(connection, [job])
            return
        self._metrics.count("tegel_commits_total")
        for job in jobs:
            _finish(job)


def _finish(job: Job, error: Exception | None = None) -> None:
    if job.done.cancelled():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
