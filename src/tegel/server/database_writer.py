"""Writing over a connection: PostgreSQL, or any database with an asynchronous driver."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import DatabaseError
from .errors import Storage
from .faults import BUSY, why
from .writing import WRITE_WITHIN, Finished, Job, Outcome, executions, of_storage, outcome_of, require_change

ONLY_WRITER = 0x7E6E2  # the advisory lock of the one server that writes; those that share a database hold it together
IDLE = "SET idle_in_transaction_session_timeout = 2000"  # a process that is stopped in the middle must not hold the others up
LEASE = text("SELECT number FROM processes WHERE number = :number FOR SHARE")  # nobody can remove it until we are done
TRIES, BETWEEN_TRIES = 10, 0.3  # seconds; PostgreSQL may need a moment to notice that the server before has gone
SERVED = "the database is in use by another Tegel server: stop that one first"


class InUse(DatabaseError):
    """Another server holds the lock."""


class Deposed(Storage):
    """The lease under which this process wrote is gone: its games are another's."""

    def __init__(self) -> None:
        super().__init__(BUSY)


class DatabaseWriter:
    """One connection that is opened anew when it breaks. While it lasts it holds the lock of the only writer, if that is wanted.

    With a fencing number every transaction first makes sure that the lease of that number is still there.
    """

    def __init__(self, engine: AsyncEngine, alone: bool, fence: int | None = None) -> None:
        self._engine = engine
        self._alone = alone
        self._fence = fence
        self._connection: AsyncConnection | None = None
        self._writing: asyncio.Task[None] | None = None  # held, or it could be lost

    async def open(self) -> None:
        for _ in range(TRIES):
            with suppress(InUse):
                await self._connect()
                return
            await asyncio.sleep(BETWEEN_TRIES)
        await self._connect()

    def begin(self, jobs: list[Job], finished: Finished) -> None:
        self._writing = asyncio.create_task(self._finish(jobs, finished), name="write")

    async def _finish(self, jobs: list[Job], finished: Finished) -> None:
        try:
            outcomes: list[Outcome] | Exception = await self.write(jobs)
        except Exception as error:
            outcomes = error
        finished(outcomes)

    async def write(self, jobs: list[Job]) -> list[Outcome]:
        """What became of each job; raises if nothing is known of any."""
        try:
            async with asyncio.timeout(WRITE_WITHIN):
                return await self._write(await self._connect_again(), jobs)
        except Exception as error:
            if not of_storage(error) and len(jobs) > 1:
                return [outcome for job in jobs for outcome in await self._one(job)]
            await self._drop()
            raise

    async def close(self) -> None:
        ended, self._connection = self._connection, None
        if ended is not None:
            with suppress(Exception):
                async with asyncio.timeout(WRITE_WITHIN):
                    if ended.dialect.name == "postgresql":
                        await ended.execute(text(f"SELECT pg_advisory_unlock{_shared(self._alone)}(:key)"), {"key": ONLY_WRITER})
                    await ended.close()

    async def _one(self, job: Job) -> list[Outcome]:
        """A job by itself; only it fails."""
        try:
            return await self.write([job])
        except Exception as error:
            return [outcome_of(error)]

    async def _connect_again(self) -> AsyncConnection:
        """The connection; if there is none to be had, for whatever reason, the storage has failed, and not what was to be written."""
        try:
            return await self._connect()
        except InUse as error:
            raise Storage(BUSY) from error
        except SQLAlchemyError as error:
            raise Storage(why(error)) from error

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            connection = await self._engine.connect()
            try:
                if not await _lock(connection, self._alone):
                    raise InUse(SERVED)
                if self._fence is not None:
                    await connection.execute(text(IDLE))
                    await connection.commit()
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    async def _drop(self) -> None:
        """Let go of a connection that may be broken, without waiting for the other side."""
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                async with asyncio.timeout(WRITE_WITHIN):
                    await broken.invalidate()
                    await broken.close()

    async def _write(self, connection: AsyncConnection, jobs: list[Job]) -> list[Outcome]:
        try:
            if self._fence is not None and (await connection.execute(LEASE, {"number": self._fence})).first() is None:
                raise Deposed
            for statement, rows in executions(jobs):
                require_change(statement, await connection.execute(statement, rows))
            await connection.commit()
        except Exception as error:
            if of_storage(error):
                raise
            await connection.rollback()
            if len(jobs) == 1:
                return [outcome_of(error)]
            raise
        return [None] * len(jobs)


def _shared(alone: bool) -> str:
    return "" if alone else "_shared"


async def _lock(connection: AsyncConnection, alone: bool) -> bool:
    """Take the lock for as long as the connection lasts."""
    if connection.dialect.name != "postgresql":
        return True
    ask = text(f"SELECT pg_try_advisory_lock{_shared(alone)}(:key)")
    taken = bool((await connection.execute(ask, {"key": ONLY_WRITER})).scalar_one())
    await connection.commit()
    return taken
