"""Reading the database: rooms, guests, invitations, lists. Writing goes through the log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, or_, select, true, tuple_, union_all
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .account_tables import sessions
from .bot_tables import bots
from .brief import Brief, Unreadable
from .cookies import Person
from .entry import Entry
from .errors import Damaged, Storage
from .faults import CORRUPT, why
from .leases import Leases
from .room import Room
from .seat import Seat
from .tables import entries, games, guests, listed, seat_links, seats, unfinished

READ_WITHIN = 5.0  # seconds
MOST_DUE = 1000  # clocks read at once; the next are read soon after
Place = tuple[int, str]  # of a game on a list: when it changed, and its id
Row = dict[str, Any]


class Store:
    """Questions to the database."""

    def __init__(self, engine: AsyncEngine, rules: Callable[[str], Awaitable[None]], leases: Leases | None = None) -> None:
        self._engine = engine
        self._free, self.mine = (true(), true()) if leases is None else (leases.free, leases.mine)  # `mine`: or of nobody
        self._rules = rules  # returns once a game's rules can be used, or refuses

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which all questions see the same moment; one that does not answer in time is a fault of the storage."""
        try:
            async with asyncio.timeout(READ_WITHIN), self._engine.connect() as connection:
                if connection.dialect.name == "sqlite":
                    await connection.exec_driver_sql("BEGIN")
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise Storage(why(error)) from error

    async def rows(self, query: Any) -> list[Row]:
        """What a question of one's own finds."""
        return await self._rows(query)

    async def _rows(self, query: Any) -> list[Row]:
        async with self._reading() as connection:
            return await _ask(connection, query)

    async def room(self, game: str) -> Room | None:
        """A game with its whole log played again, as far as it can be trusted."""
        try:
            async with self._reading() as connection:
                found = await _ask(connection, select(games).where(games.c.id == game))
                if not found:
                    return None
                seated = await _ask(connection, select(seats).where(seats.c.game == game).order_by(seats.c.seat))
                log = await _ask(connection, select(entries).where(entries.c.game == game).order_by(entries.c.number))
        except Storage as error:
            if error.why == CORRUPT:
                raise Damaged("unreadable") from error
            raise
        try:
            room = Room(game, found[0], _seats(seated))
        except Exception as error:  # whatever damage has made of the row
            raise Damaged("unreadable") from error
        await self._rules(room.game.name)
        try:
            _replay(room, log)
            room.require_readable()
        except Exception as error:
            raise Damaged("unreadable") from error
        return room

    async def guest(self, cookie_hash: str) -> Person | None:
        """The guest with a cookie."""
        person = select(guests.c.id, guests.c.name)
        signed_in = person.join(sessions, sessions.c.guest == guests.c.id).where(sessions.c.cookie_hash == cookie_hash)
        found = await self._rows(union_all(person.where(guests.c.cookie_hash == cookie_hash), signed_in))
        return Person(found[0]["id"], found[0]["name"]) if found else None

    async def bot(self, token_hash: str) -> Person | None:
        """The bot with a token."""
        query = select(guests.c.id, guests.c.name, bots.c.owner).join(bots, bots.c.guest == guests.c.id)
        found = await self._rows(query.where(bots.c.token_hash == token_hash))
        return Person(**found[0]) if found else None

    async def invitation(self, invitation_hash: str) -> tuple[str, int] | None:
        """The game and seat of an invitation."""
        found = await self._rows(select(seats.c.game, seats.c.seat).where(seats.c.invitation_hash == invitation_hash))
        return (found[0]["game"], found[0]["seat"]) if found else None

    async def seat_link(self, link_hash: str) -> tuple[str, int] | None:
        """The game and seat of a private link."""
        found = await self._rows(select(seat_links.c.game, seat_links.c.seat).where(seat_links.c.hash == link_hash))
        return (found[0]["game"], found[0]["seat"]) if found else None

    async def games_of(self, guest: str, before: Place, limit: int) -> list[Place]:
        """Where on a guest's list its games stand, the last changed first."""
        place = tuple_(listed.c.changed, listed.c.game)
        query = select(listed.c.changed, listed.c.game).where(listed.c.guest == guest, place < tuple_(*before))
        found = await self._rows(query.order_by(listed.c.changed.desc(), listed.c.game.desc()).limit(limit))
        return [(row["changed"], row["game"]) for row in found]

    async def waiting_of(self, guest: str) -> list[str]:
        """The games on a guest's list that have not begun."""
        theirs = listed.c.guest == guest, listed.c.game == games.c.id, games.c.status == "waiting"
        return [row["id"] for row in await self._rows(select(games.c.id).where(*theirs))]

    async def briefs(self, places: Sequence[Place]) -> list[Brief | Unreadable]:
        """What a list says of games, in this order, without their logs; one that cannot be read is told as such."""
        wanted = [game for _, game in places]
        try:
            rows, seated = await self._headings(wanted)
        except Storage as error:
            if error.why != CORRUPT:
                raise
            if len(places) == 1:
                return [Unreadable(*places[0])]
            return [brief for place in places for brief in await self.briefs([place])]
        found: list[Brief | Unreadable] = []
        for changed, game in places:
            try:
                found.append(Brief(game, rows[game], _seats(seated[game])))
            except Exception:
                found.append(Unreadable(changed, game))
        return found

    async def _headings(self, wanted: list[str]) -> tuple[dict[str, Row], dict[str, list[Row]]]:
        async with self._reading() as connection:
            rows = {row["id"]: row for row in await _ask(connection, select(games).where(games.c.id.in_(wanted)))}
            seated: dict[str, list[Row]] = {game: [] for game in wanted}
            for row in await _ask(connection, select(seats).where(seats.c.game.in_(wanted)).order_by(seats.c.game, seats.c.seat)):
                seated[row["game"]].append(row)
        return rows, seated

    async def to_resume(self) -> list[str]:
        """Games that may go on by themselves, the newest first: a computer is to move, or nobody knows yet; and no other process has it."""
        goes_on = or_(games.c.bot == 1, games.c.status == "")
        query = select(games.c.id).where(goes_on, self._free).order_by(games.c.created.desc())
        return [row["id"] for row in await self._rows(query)]

    async def due(self, until: int) -> list[tuple[str, int]]:
        """The games whose clock runs out until a moment, and when; those of other processes run there."""
        query = select(games.c.id, games.c.due).where(games.c.due <= until, self.mine).order_by(games.c.due).limit(MOST_DUE)
        return [(row["id"], row["due"]) for row in await self._rows(query)]

    async def has_unfinished(self, whose: ColumnElement[bool], most: int) -> bool:
        """Whether there are so many unfinished games of somebody."""
        return len(await self._rows(select(unfinished.c.game).where(whose).limit(most))) >= most

    async def any_due(self) -> bool:
        """Whether any clock runs."""
        return bool(await self._rows(select(games.c.due).where(games.c.due.is_not(None)).limit(1)))


async def _ask(connection: AsyncConnection, query: Any) -> list[Row]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


def _seats(rows: list[Row]) -> list[Seat]:
    return [Seat(noted=row["seen"], **{name: value for name, value in row.items() if name != "game"}) for row in rows]


def _replay(room: Room, log: list[Row]) -> None:
    """Play the log, up to the first entry that is not what was written; from there on the game is frozen."""
    if room.row["rules"] != room.game.version:
        room.damage = "other_rules"
        return
    head = room.head
    for row in log:
        try:
            if row["number"] != room.number + 1 or row["hash"] != (head := room.link(head, row)):
                room.damage = "damaged"
                return
            known = {name: value for name, value in row.items() if name not in ("game", "data")}
            room.accept(Entry(data=json.loads(row["data"]) if row["data"] else {}, **known))
        except Exception:  # an entry that was altered may fail in any way
            room.damage = "damaged"
            return
    if room.number != room.row["last"] or head != room.row["head"]:
        room.damage = "damaged"
