"""Moves and the like on SQLite: a whole batch in one statement, which is a transaction of its own.

While SQLite works, its thread lets go of the interpreter, and afterwards waits for its turn. With one statement that happens once for a
batch, however many games are in it. The statement inserts into a view that only this connection has; a trigger does all that belongs to
a row of the log.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any

from . import progress
from .tables import entries
from .writing import Job

MOST_ROWS = 500  # in one statement; SQLite allows 32766 values
OF_ENTRY = tuple(column.name for column in entries.columns)
RARE = ("status", "bot", "stand_ins", "result", "rematch")  # of a game's row: what a move seldom changes, or an index is kept of
OFTEN = tuple(name for name in progress.COLUMNS if name not in RARE)
OF_LISTS = ("guests", "before")
COLUMNS = (*OF_ENTRY, *progress.COLUMNS, *OF_LISTS)
NO_CHANGE = (None,) * (len(progress.COLUMNS) + len(OF_LISTS))


def _new(names: Sequence[str]) -> str:
    return ", ".join(f"NEW.{name}" for name in names)


VIEW = f"CREATE TEMP VIEW written AS SELECT {', '.join(f'NULL AS {name}' for name in COLUMNS)}"
TRIGGER = f"""
CREATE TEMP TRIGGER write INSTEAD OF INSERT ON written BEGIN
    INSERT INTO entries ({", ".join(OF_ENTRY)}) VALUES ({_new(OF_ENTRY)});
    UPDATE games SET {", ".join(f"{name} = NEW.{name}" for name in OFTEN)} WHERE id = NEW.game AND NEW.last IS NOT NULL;
    UPDATE games SET {", ".join(f"{name} = NEW.{name}" for name in RARE)}
        WHERE id = NEW.game AND NEW.last IS NOT NULL AND ({", ".join(RARE)}) IS NOT ({_new(RARE)});
    UPDATE listed SET changed = NEW.changed
        WHERE guest IN (SELECT value FROM json_each(NEW.guests)) AND changed = NEW.before AND game = NEW.game;
END
"""


def prepare(connection: sqlite3.Connection) -> None:
    """Before the first batch."""
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(VIEW)
    connection.execute(TRIGGER)


def is_plain(jobs: Sequence[Job]) -> bool:
    """Whether these are moves and the like: entries, what they change, and nothing else."""
    return all(job.rows and not job.statements for job in jobs) and sum(len(job.rows) for job in jobs) <= MOST_ROWS


def insert(connection: sqlite3.Connection, jobs: Sequence[Job]) -> None:
    """Write plain jobs, all or none."""
    values: list[Any] = []
    for job in jobs:
        for row in job.rows:
            values += [row[name] for name in OF_ENTRY]
            values += NO_CHANGE if row is not job.rows[-1] else _change(job)
    connection.execute(_statement(len(values) // len(COLUMNS)), values)


def _change(job: Job) -> Sequence[Any]:
    """What goes with the last row of a job: how its game stands then, and on whose lists it moves up."""
    change = job.change
    if change is None:
        return NO_CHANGE
    moved = change.guests if change.values["changed"] != change.before else ()
    return [*(change.values[name] for name in progress.COLUMNS), json.dumps(moved) if moved else None, change.before]


@cache
def _statement(rows: int) -> str:
    row = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT INTO written VALUES {', '.join([row] * rows)}"
