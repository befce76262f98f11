"""The one way to write: what many games want written at about the same moment goes to disk in one transaction.

A job is done when its rows are safely on disk, and only then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from .metrics import Metrics
from .writing import DatabaseWriter, FileWriter, Job, Outcome, Row, Writer

GATHER = 0.001  # seconds in which others may join a transaction: nobody notices them, and one sync to disk does for all


class Log:
    """Writes jobs in the order they come."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics) -> None:
        self._writer: Writer = FileWriter(engine) if engine.dialect.name == "sqlite" else DatabaseWriter(engine)
        self._metrics = metrics
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._wanted = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="log")

    async def write(self, rows: Sequence[Row] = (), statements: Sequence[Executable] = ()) -> None:
        """Returns when everything is on disk; a `Conflict` means nothing was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Job(rows, statements), done))
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
            await asyncio.sleep(GATHER)
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
            return [error] * len(jobs)
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
