"""Bringing an older database up to date, one step for each change of the tables.

A new database is made from `tables` and has the newest version at once. An older one goes through the steps it has not seen, in one
transaction: all of them or none.

To change the tables:

1. Change `tables`. A column that is added to rows that exist needs a `server_default`, or may be null.
2. Append a function to `MIGRATIONS` that does the same to an older database: `add_column`, `add_index`, `add_table`, then SQL to fill it.
   A step is never edited once it is on main, and never uses `tables`: those will have changed again when it runs. It says itself what
   it needs.

`tests/server/test_migrations.py` brings a database of version 1 up to date and compares it with a new one, column by column and index by
index. Two who append at the same time both keep their step: the order only has to be the same for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, Index, Integer, MetaData, String, Table, inspect, text
from sqlalchemy.schema import CreateColumn

from ..core.errors import TegelError
from .tables import meta, metadata

Step = Callable[[Connection], None]

FIRST = 1  # the version of the oldest databases there are
ADVISORY = 0x7E6E1  # of the lock under which PostgreSQL lets one process at a time change the tables


class NewerDatabase(TegelError):
    """A database that a newer program has written."""


def add_column(connection: Connection, table: str, column: Column[Any]) -> None:
    """A new column of a table that exists, as `tables` declares it."""
    Table(table, MetaData(), column)  # a column is only spelt out as part of a table
    written = CreateColumn(column).compile(dialect=connection.dialect)
    connection.execute(text(f"ALTER TABLE {connection.dialect.identifier_preparer.quote(table)} ADD COLUMN {written}"))


def add_index(connection: Connection, name: str, table: str, *columns: str) -> None:
    """A new index of a table that exists."""
    there = Table(table, MetaData(), autoload_with=connection)
    Index(name, *(there.c[column] for column in columns)).create(connection)


def add_table(connection: Connection, name: str, *parts: Any) -> None:
    """A new table with these columns and indexes."""
    Table(name, MetaData(), *parts).create(connection)


def _commitments(connection: Connection) -> None:
    """Commitments to nonces, and games that began at a position with draws that can be verified."""
    add_column(connection, "seats", Column("commitment", String(64)))
    add_column(connection, "games", Column("viewer", Integer))


def _seat_links(connection: Connection) -> None:
    """Private links by which a seat can be moved to another browser."""
    add_table(
        connection,
        "seat_links",
        Column("game", String(32), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("hash", String(64), nullable=False, unique=True),
    )


MIGRATIONS: tuple[Step, ...] = (_commitments, _seat_links)  # the n-th leads from version n to version n + 1


def newest() -> int:
    """The version this program writes."""
    return FIRST + len(MIGRATIONS)


def migrate(connection: Connection) -> None:
    """Bring the tables to this program's version; a newer database is left alone."""
    _exclude_others(connection)
    version = _version(connection)
    if version is None:
        metadata.create_all(connection)
        connection.execute(meta.insert().values(name="version", value=str(newest())))
        return
    if version > newest():
        raise NewerDatabase(
            f"the database has version {version}, this program knows versions up to {newest()}: "
            "it was written by a newer Tegel, use that one"
        )
    for step in MIGRATIONS[version - FIRST :]:
        step(connection)
    if version < newest():
        connection.execute(meta.update().where(meta.c.name == "version").values(value=str(newest())))


def _exclude_others(connection: Connection) -> None:
    """Nobody else migrates meanwhile, and a step that fails takes the earlier ones with it: SQLite's driver begins too late for that."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY})


def _version(connection: Connection) -> int | None:
    """What the database says; None if it is empty."""
    if not inspect(connection).has_table(meta.name):
        return None
    return int(connection.execute(meta.select().where(meta.c.name == "version")).one().value)
