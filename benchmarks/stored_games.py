"""Many stored games, quickly: copies of a game that was played, written as rows with chains that hold."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from typing import Any

from tegel.server.chain import link, of_game, of_start

Row = dict[str, Any]


def copy_game(database: sqlite3.Connection, game: str, names: Iterable[str], guest: str | None = None) -> None:
    """Write copies of a game under other names, all seats and lists for one guest if it is given."""
    rows, seats, log = (_rows(database, table, game) for table in ("games", "seats", "entries"))
    listed = [row["guest"] for row in _rows(database, "listed", game)]
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
            names_of = ", ".join(new[0])
            database.executemany(f"INSERT INTO {table} ({names_of}) VALUES ({', '.join(f':{name}' for name in new[0])})", new)
    database.commit()


def _rows(database: sqlite3.Connection, table: str, game: str) -> list[Row]:
    """A game's rows of a table."""
    key = {"games": "id", "seats": "game", "entries": "game", "listed": "game"}[table]
    order = {"seats": "seat", "entries": "number"}.get(table, key)
    found = database.execute(f"SELECT * FROM {table} WHERE {key} = ? ORDER BY {order}", (game,))
    return [dict(zip((column[0] for column in found.description), row, strict=True)) for row in found.fetchall()]


def _chained(row: Row, seats: list[Row], log: list[Row]) -> list[Row]:
    head, chained = of_game(row), list[Row]()
    for entry in log:
        if entry["kind"] == "started":
            head = of_start(head, row, seats)
        head = link(head, entry)
        chained.append({**entry, "hash": head})
    return chained
