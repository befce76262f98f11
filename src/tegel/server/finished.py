"""The games of a database that were played to their end, with who sat in their seats; the database itself is not touched."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from ..core.record import Record
from .backup import back_up, file_of
from .database import open_database
from .errors import Damaged
from .store import Store
from .tables import games

PEOPLE, MIXED, COMPUTERS = "people", "people and computers", "computers"


class Finished(NamedTuple):
    """A game, and whether people, computers or both played it."""

    record: Record
    who: str


async def finished_records(address: str) -> tuple[list[Finished], int]:
    """All games that went from their beginning to their end by the rules, and how many others there are.

    Left out are games that nobody finished, that somebody gave up, that began at a position, and records that were uploaded.
    """
    found: list[Finished] = []
    async with _copy_of(address) as engine:
        store = Store(engine, _ready)
        names = [row["id"] for row in await store.rows(select(games.c.id).order_by(games.c.created, games.c.id))]
        for name in names:
            try:
                room = await store.room(name)
            except Damaged:
                continue
            if room is None or room.archive or room.sealed or room.damage is not None:
                continue
            if room.table is None or not room.table.over or room.resigned:
                continue
            record = room.record()
            if record.start is None and record.key is not None:
                kinds = {seat.kind == "computer" for seat in room.seats}
                found.append(Finished(record, MIXED if len(kinds) > 1 else COMPUTERS if True in kinds else PEOPLE))
    return found, len(names) - len(found)


async def _ready(name: str) -> None:
    """The rules can be used at once: nobody waits for an answer."""


@asynccontextmanager
async def _copy_of(address: str) -> AsyncIterator[AsyncEngine]:
    """A copy of an SQLite database, made while a server may use it; PostgreSQL is read where it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "games.db"
        if file_of(address) is not None:
            back_up(address, copy)
            address = f"sqlite+aiosqlite:///{copy}"
        engine = await open_database(address)
        try:
            yield engine
        finally:
            await engine.dispose()
