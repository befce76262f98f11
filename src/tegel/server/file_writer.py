"""Writing to an SQLite file, in a thread of its own that is handed a whole batch and comes back when it is on disk.

A file that was removed or replaced, or whose write-ahead log was, is noticed: what is written to it then would be gone with the process,
so nothing more is acknowledged until the server is started anew.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from contextlib import suppress

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from . import quick_writing
from .database import DatabaseError, make_safe
from .errors import Storage
from .faults import GONE, SLOW, why
from .lock import FileLock, Held
from .writing import WRITE_WITHIN, Conflict, Finished, Job, Outcome, executions, require_change

SERVED = "the file {path} is in use by another Tegel server: stop that one first"


class Batch:
    """Jobs on their way to the thread and back. Whoever waits hears of them once, in time."""

    def __init__(self, jobs: list[Job], finished: Finished) -> None:
        self.jobs = jobs
        self._finished: Finished | None = finished
        self._begun = threading.Lock()  # held by the thread that writes it, or by whoever gave it up before that
        self._loop = asyncio.get_running_loop()
        self._patience = self._loop.call_later(WRITE_WITHIN, self._give_up)

    def begin(self) -> bool:
        """Whether it is still wanted; from now on its outcome depends on the disk alone."""
        return self._begun.acquire(blocking=False)

    def finish(self, outcomes: list[Outcome] | Exception) -> None:
        """Called by the thread."""
        with suppress(RuntimeError):  # the loop may have ended
            self._loop.call_soon_threadsafe(self._tell, outcomes)

    def _give_up(self) -> None:
        self.begin()  # if the thread has not come to it yet, it never will
        self._tell(Storage(SLOW))

    def _tell(self, outcomes: list[Outcome] | Exception) -> None:
        finished, self._finished = self._finished, None
        if finished is not None:
            self._patience.cancel()
            finished(outcomes)


class FileWriter:
    """SQLite."""

    def __init__(self, engine: AsyncEngine, alone: bool) -> None:
        self._path = str(engine.url.database)
        self._lock = FileLock(self._path) if alone else None
        self._files: dict[str, tuple[int, int]] = {}  # device and inode of what was opened
        self._batches: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)

    async def open(self) -> None:
        if self._lock is not None:
            try:
                self._lock.take()
            except Held:
                raise DatabaseError(SERVED.format(path=self._path)) from None
        self._thread.start()

    def begin(self, jobs: list[Job], finished: Finished) -> None:
        self._batches.put(Batch(jobs, finished))

    async def close(self) -> None:
        if self._thread.is_alive():
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join, WRITE_WITHIN)
        if self._lock is not None:
            self._lock.release()

    def _work(self) -> None:
        direct: sqlite3.Connection | None = None
        engine = create_engine(f"sqlite:///{self._path}")
        event.listen(engine, "connect", make_safe)
        while (batch := self._batches.get()) is not None:
            if not batch.begin():
                continue
            try:
                if direct is None:
                    direct = self._connect()
                outcomes = self._write(direct, engine, batch.jobs)
                self._check_files()
                batch.finish(outcomes)
            except Exception as error:
                batch.finish(error if isinstance(error, Storage) else Storage(why(error)))
        if direct is not None:
            direct.close()
        engine.dispose()

    def _connect(self) -> sqlite3.Connection:
        direct = sqlite3.connect(self._path, isolation_level=None)
        make_safe(direct)
        direct.execute("SELECT COUNT(*) FROM meta").fetchone()  # from here on the write-ahead log is there
        quick_writing.prepare(direct)
        for path in (self._path, f"{self._path}-wal"):
            self._files.setdefault(path, _identity(path))
        return direct

    def _check_files(self) -> None:
        """What is written must go where the next server will look for it."""
        if any(_identity(path) != known for path, known in self._files.items()):
            raise Storage(GONE)

    def _write(self, direct: sqlite3.Connection, engine: Engine, jobs: list[Job]) -> list[Outcome]:
        try:
            if quick_writing.is_plain(jobs):
                quick_writing.insert(direct, jobs)
            else:
                with engine.begin() as connection:
                    for statement, rows in executions(jobs):
                        require_change(statement, connection.execute(statement, rows))
        except Conflict as conflict:
            return [conflict] if len(jobs) == 1 else self._one_by_one(direct, engine, jobs)
        except (SQLAlchemyError, sqlite3.Error, ValueError, OverflowError) as error:
            if _of_storage(error):
                raise
            if len(jobs) == 1:
                return [Conflict(str(error)) if isinstance(error, IntegrityError | sqlite3.IntegrityError) else error]
            return self._one_by_one(direct, engine, jobs)
        return [None] * len(jobs)

    def _one_by_one(self, direct: sqlite3.Connection, engine: Engine, jobs: list[Job]) -> list[Outcome]:
        """Only the job it is about fails."""
        return [outcome for job in jobs for outcome in self._write(direct, engine, [job])]


def _of_storage(error: Exception) -> bool:
    """Whether the file failed, and not what was to be written."""
    raised = getattr(error, "orig", None) or error
    return isinstance(raised, sqlite3.OperationalError) or type(raised) is sqlite3.DatabaseError


def _identity(path: str) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
