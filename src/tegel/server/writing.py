"""Two ways to put jobs on disk: SQLite in a thread of its own, other databases over their connection.

All jobs are written together. If that fails because a row is there already (another process was first) they are tried one by one,
so that only the one it is about fails.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Engine, Executable, create_engine, event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import make_safe
from .tables import entries

Row = dict[str, Any]
Outcome = Exception | None  # None: it is on disk

COLUMNS = tuple(column.name for column in entries.columns)
INSERT = f"INSERT INTO {entries.name} ({', '.join(COLUMNS)}) VALUES "
VALUES = f"({', '.join('?' * len(COLUMNS))})"
MOST_ROWS = 1000  # in one statement; SQLite allows 32766 values


class Conflict(Exception):
    """Rows with these keys are there already."""


class Job(NamedTuple):
    """Rows for the log, and statements beside them."""

    rows: Sequence[Row]
    statements: Sequence[Executable]


class Writer(Protocol):
    """Puts jobs on disk."""

    async def write(self, jobs: list[Job]) -> list[Outcome]:
        """What became of each job; raises if nothing at all could be written."""

    async def close(self) -> None:
        """Nothing more will come."""


Finish = Callable[[list[Outcome] | Exception], object]


class FileWriter:
    """SQLite. Its thread is handed a whole batch and comes back when it is on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._path = str(engine.url.database)
        self._batches: queue.SimpleQueue[tuple[list[Job], Finish] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)
        self._thread.start()

    async def write(self, jobs: list[Job]) -> list[Outcome]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[list[Outcome]] = loop.create_future()

        def finish(outcomes: list[Outcome] | Exception) -> None:
            if isinstance(outcomes, Exception):
                done.set_exception(outcomes)
            else:
                done.set_result(outcomes)

        self._batches.put((jobs, lambda outcomes: loop.call_soon_threadsafe(finish, outcomes)))
        return await done

    async def close(self) -> None:
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        direct = sqlite3.connect(self._path, isolation_level=None)
        make_safe(direct)
        engine = create_engine(f"sqlite:///{self._path}")
        event.listen(engine, "connect", make_safe)
        while (batch := self._batches.get()) is not None:
            jobs, finish = batch
            try:
                finish(self._write(direct, engine, jobs))
            except Exception as error:
                finish(error)
        direct.close()
        engine.dispose()

    def _write(self, direct: sqlite3.Connection, engine: Engine, jobs: list[Job]) -> list[Outcome]:
        rows = [row for job in jobs for row in job.rows]
        try:
            if len(rows) > MOST_ROWS or any(job.statements for job in jobs):
                with engine.begin() as connection:
                    for job in jobs:
                        for statement in job.statements:
                            connection.execute(statement)
                    if rows:
                        connection.execute(entries.insert(), rows)
            else:
                _insert(direct, rows)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            if len(jobs) == 1:
                return [Conflict(str(error))]
            return [outcome for job in jobs for outcome in self._write(direct, engine, [job])]
        return [None] * len(jobs)


def _insert(direct: sqlite3.Connection, rows: list[Row]) -> None:
    """Rows alone, which is what moves are, as one statement that is its own transaction.

    So the thread lets go of the interpreter once and takes it up again once, instead of waiting for its turn with every row.
    """
    direct.execute(INSERT + ", ".join([VALUES] * len(rows)), [row[name] for row in rows for name in COLUMNS])


class DatabaseWriter:
    """Any database with an asynchronous driver, over one connection that is opened anew when it breaks."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def write(self, jobs: list[Job]) -> list[Outcome]:
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
            return await self._write(self._connection, jobs)
        except Exception:
            await self.close()
            raise

    async def close(self) -> None:
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                await broken.close()

    async def _write(self, connection: AsyncConnection, jobs: list[Job]) -> list[Outcome]:
        try:
            for job in jobs:
                for statement in job.statements:
                    await connection.execute(statement)
            if rows := [row for job in jobs for row in job.rows]:
                await connection.execute(entries.insert(), rows)
            await connection.commit()
        except IntegrityError as error:
            await connection.rollback()
            if len(jobs) == 1:
                return [Conflict(str(error))]
            return [outcome for job in jobs for outcome in await self._write(connection, [job])]
        return [None] * len(jobs)
