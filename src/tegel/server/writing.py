"""Putting jobs on disk: what a job is, what can become of it, and what both writers have in common.

All jobs that wait are written together, in one transaction. If that fails because of what is in it (a row is there already, a value the
database does not take) they are tried one by one, so that only the one it is about fails. If the storage itself fails (full, locked,
unreachable) all of them fail, in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Executable, bindparam
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from . import progress
from .errors import Storage
from .faults import is_of_server, why
from .progress import Change
from .tables import entries, games, listed

Row = dict[str, Any]
Outcome = Exception | None  # None: it is on disk
Finished = Callable[[list[Outcome] | Exception], None]  # an exception: nothing is known of any job
Statement = TypeVar("Statement", bound=Executable)
Execution = tuple[Executable, list[Row] | None]

REQUIRED = "tegel_required"  # the option that marks a statement as `required`
WRITE_WITHIN = 5.0  # seconds; after that nobody knows whether a job is on disk, and games are read anew


class Conflict(Exception):
    """Rows with these keys are there already."""


def required(statement: Statement) -> Statement:
    """The same statement, which must change a row: if it finds none, nothing of its job is written, and it is told a `Conflict`.

    So of two who use up the same thing exactly one succeeds, whichever process they come to.
    """
    return statement.execution_options(**{REQUIRED: True})


def require_change(statement: Executable, result: Any) -> None:
    """Refuse a statement that had to change a row and found none."""
    if statement.get_execution_options().get(REQUIRED) and result.rowcount == 0:
        raise Conflict("there is no such row any more")


class Job(NamedTuple):
    """Rows for the log, what changes with them, and statements beside them."""

    rows: Sequence[Row] = ()
    statements: Sequence[Executable] = ()
    change: Change | None = None


class Writer(Protocol):
    """Puts jobs on disk."""

    async def open(self) -> None:
        """Be the only one to write, if that is wanted; raises if another server is."""

    def begin(self, jobs: list[Job], finished: Finished) -> None:
        """Put jobs on disk, and say in the event loop what became of each."""

    async def close(self) -> None:
        """Nothing more will come."""


def executions(jobs: Sequence[Job]) -> list[Execution]:
    """Everything jobs want done, in order, for any database."""
    wanted: list[Execution] = []
    for job in jobs:
        wanted += [(statement, None) for statement in job.statements]
    if rows := [row for job in jobs for row in job.rows]:
        wanted.append((entries.insert(), rows))
    changes = [job.change for job in jobs if job.change is not None]
    if changes:
        wanted.append((UPDATE_GAME, [{"game_": change.game, **change.values} for change in changes]))
    if places := [place for change in changes for place in change.lists()]:
        wanted.append((LEAVE_PLACE, [{"guest_": place["guest"], "before_": place["before"], "game_": place["game"]} for place in places]))
        wanted.append((listed.insert(), [{name: place[name] for name in ("guest", "changed", "game")} for place in places]))
    return wanted


UPDATE_GAME = games.update().where(games.c.id == bindparam("game_")).values({name: bindparam(name) for name in progress.COLUMNS})
LEAVE_PLACE = listed.delete().where(
    listed.c.guest == bindparam("guest_"), listed.c.changed == bindparam("before_"), listed.c.game == bindparam("game_")
)


def outcome_of(error: Exception) -> Exception:
    """What a single job that failed is told."""
    if isinstance(error, IntegrityError):
        return Conflict(str(error))
    return Storage(why(error)) if of_storage(error) else error


def of_storage(error: BaseException) -> bool:
    """Whether the storage failed, and not what was to be written."""
    if isinstance(error, Storage | OSError | TimeoutError | PoolTimeout):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated or is_of_server(error):
        return True
    return why(error) != "unreachable" or type(error).__name__ in ("OperationalError", "InterfaceError")
