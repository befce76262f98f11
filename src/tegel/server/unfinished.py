"""How many games somebody may have unfinished at a time, each guest and each address.

A table holds the unfinished games alone, so counting costs the same however many games are stored. Of an address only a keyed hash is
kept; the key is made with the database.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import Delete, Insert
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import read_or_write
from .entry import Entry
from .errors import Full
from .house import House
from .networks import hash_network
from .room import Room
from .tables import unfinished
from .who import Who

NAME = "address_key"


async def read_address_key(engine: AsyncEngine) -> bytes:
    """The key under which addresses are hashed."""
    return bytes.fromhex(await read_or_write(engine, NAME, secrets.token_hex(32)))


async def require_few(house: House, who: Who) -> None:
    """Refuse another game to whoever has too many unfinished ones."""
    most, most_here = (int(most * house.settings.limits) for most in (house.settings.most_games, house.settings.most_games_address))
    if who.guest and await house.store.has_unfinished(unfinished.c.guest == who.guest, most):
        raise Full("too_many_games", most=most)
    if await house.store.has_unfinished(unfinished.c.network == hash_network(house, who), most_here):
        raise Full("too_many_games_address", most=most_here)


def opened(house: House, room: Room, who: Who) -> Insert:
    """The statement that counts a new game."""
    return unfinished.insert().values(game=room.id, guest=who.guest, network=hash_network(house, who))


def finished(room: Room, fresh: Sequence[Entry]) -> list[Delete]:
    """What is to be written with entries so that a game that is over, or was given up, counts no more."""
    return [unfinished.delete().where(unfinished.c.game == room.id)] if any(entry.kind in ("over", "closed") for entry in fresh) else []
