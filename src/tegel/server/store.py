"""Reading the database: rooms, guests, invitations, lists. Writing goes through the log."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from .room import Entry, Room, Seat
from .tables import entries, games, guests, seat_links, seats


class Store:
    """Questions to the database."""

    def __init__(self, engine: AsyncEngine, rules: Callable[[str], Awaitable[None]]) -> None:
        self._engine = engine
        self._rules = rules  # returns once a game's rules can be used, or refuses

    async def _rows(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def room(self, game: str) -> Room | None:
        """A game with its whole log played again."""
        found = await self._rows(select(games).where(games.c.id == game))
        if not found:
            return None
        await self._rules(found[0]["name"])
        seated = await self._rows(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
        for row in seated:
            del row["game"]
        room = Room(game, found[0], [Seat(**row) for row in seated])
        for row in await self._rows(select(entries).where(entries.c.game == game).order_by(entries.c.number)):
            del row["game"]
            row["data"] = json.loads(row["data"]) if row["data"] else {}
            room.accept(Entry(**row))
        return room

    async def guest(self, cookie_hash: str) -> tuple[str, str] | None:
        """Id and name of the guest with a cookie."""
        found = await self._rows(select(guests.c.id, guests.c.name).where(guests.c.cookie_hash == cookie_hash))
        return (found[0]["id"], found[0]["name"]) if found else None

    async def invitation(self, invitation_hash: str) -> tuple[str, int] | None:
        """The game and seat of an invitation."""
        found = await self._rows(select(seats.c.game, seats.c.seat).where(seats.c.invitation_hash == invitation_hash))
        return (found[0]["game"], found[0]["seat"]) if found else None

    async def seat_link(self, link_hash: str) -> tuple[str, int] | None:
        """The game and seat of a private link."""
        found = await self._rows(select(seat_links.c.game, seat_links.c.seat).where(seat_links.c.hash == link_hash))
        return (found[0]["game"], found[0]["seat"]) if found else None

    async def games_of(self, guest: str, before: int, limit: int) -> list[str]:
        """A guest's games, the last changed first."""
        changed = select(func.max(entries.c.time)).where(entries.c.game == games.c.id).scalar_subquery()
        seated = exists().where(and_(seats.c.game == games.c.id, seats.c.guest == guest))
        query = select(games.c.id).where(or_(seated, games.c.creator == guest), changed < before).order_by(changed.desc()).limit(limit)
        return [row["id"] for row in await self._rows(query)]

    async def unattended(self) -> list[str]:
        """Running games that go on by themselves: the computer may be to move, or a clock runs."""
        over = exists().where(and_(entries.c.game == games.c.id, entries.c.kind == "over"))
        stand_in = exists().where(and_(entries.c.game == games.c.id, entries.c.kind == "takeover"))
        computer = exists().where(and_(seats.c.game == games.c.id, seats.c.kind == "computer"))
        query = select(games.c.id).where(games.c.archive == 0, ~over, or_(computer, stand_in, games.c.clock.is_not(None)))
        return [row["id"] for row in await self._rows(query.order_by(games.c.created.desc()))]
