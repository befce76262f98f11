"""Many stored games, quickly: copies of a game that was played, written as rows with chains that hold."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Iterable
from typing import Any, Protocol

from tegel.server.chain import link, of_game, of_start

Row = dict[str, Any]
KEYS = {"games": "id", "seats": "game", "entries": "game", "listed": "game"}
ORDERS = {"seats": "seat", "entries": "number"}


class Database(Protocol):
    """What copying needs of a database."""

    def rows(self, table: str, game: str) -> list[Row]:
        """A game's rows of a table."""
        ...

    def insert(self, table: str, rows: list[Row]) -> None:
        """Add rows that have the same columns."""
        ...


class SqliteFile:
    """A server's file."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def rows(self, table: str, game: str) -> list[Row]:
        found = self._database.execute(_query(table, "?"), (game,))
        return [dict(zip((column[0] for column in found.description), row, strict=True)) for row in found.fetchall()]

    def insert(self, table: str, rows: list[Row]) -> None:
        names = ", ".join(f":{name}" for name in rows[0])
        self._database.executemany(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({names})", rows)
        self._database.commit()

    def close(self) -> None:
        self._database.close()


class Postgres:
    """A database of PostgreSQL, by its address."""

    def __init__(self, url: str) -> None:
        import asyncpg

        self._runner = asyncio.Runner()
        self._connection = self._runner.run(asyncpg.connect(url))

    def rows(self, table: str, game: str) -> list[Row]:
        return [dict(row) for row in self._runner.run(self._connection.fetch(_query(table, "$1"), game))]

    def insert(self, table: str, rows: list[Row]) -> None:
        written = [tuple(row.values()) for row in rows]
        self._runner.run(self._connection.copy_records_to_table(table, columns=list(rows[0]), records=written))

    def size(self) -> int:
        """Bytes on disk, once the database has taken stock, as it does by itself after a while."""
        self._runner.run(self._connection.execute("VACUUM ANALYZE"))
        return int(self._runner.run(self._connection.fetchval("SELECT pg_database_size(current_database())")))

    def close(self) -> None:
        self._runner.run(self._connection.close())
        self._runner.close()


def _query(table: str, hole: str) -> str:
    return f"SELECT * FROM {table} WHERE {KEYS[table]} = {hole} ORDER BY {ORDERS.get(table, KEYS[table])}"


def copy_game(database: Database, game: str, names: Iterable[str], guest: str | None = None) -> None:
    """Write copies of a game under other names, all seats and lists for one guest if it is given."""
    rows, seats, log = (database.rows(table, game) for table in ("games", "seats", "entries"))
    listed = [row["guest"] for row in database.rows("listed", game)]
    written: dict[str, list[Row]] = {"games": [], "seats": [], "entries": [], "listed": []}
    for name in names:
        row = {**rows[0], "id": name, "promise": secrets.token_hex(32), "creator": guest or rows[0]["creator"]}
        seated = [{**seat, "game": name, "guest": guest or seat["guest"], "invitation_hash": None} for seat in seats]
        copies = _chained(row, seated, [{**entry, "game": name} for entry in log])
        written["games"].append({**row, "head": copies[-1]["hash"]})
        written["seats"] += seated
        written["entries"] += copies
        whose = [guest] if guest else listed
        written["listed"] += [{"guest": one, "changed": row["changed"], "game": name} for one in whose]
    for table, new in written.items():
        if new:
            database.insert(table, new)


def _chained(row: Row, seats: list[Row], log: list[Row]) -> list[Row]:
    head, chained = of_game(row), list[Row]()
    for entry in log:
        if entry["kind"] == "started":
            head = of_start(head, row, seats)
        head = link(head, entry)
        chained.append({**entry, "hash": head})
    return chained
