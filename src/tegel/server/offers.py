"""Tables whose free seats the lobby offers to everybody: what they must have, and how many somebody may have waiting."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, select

from .errors import Full, Refusal
from .house import House
from .messages import NewGame, Offer
from .names import player_names
from .networks import hash_network
from .room import Room
from .tables import games, unfinished
from .who import Who


def offer_columns(given: NewGame) -> dict[str, Any]:
    """What the row of a game says of its offer, which must be one that nobody can stall: everybody has a clock."""
    if given.offer is None:
        return {}
    kinds = [choice.kind for choice in given.seats]
    if given.position is not None or "link" not in kinds or kinds.count("here") != 1:
        raise Refusal("offer_seats")
    if given.clock is None:
        raise Refusal("offer_clock")
    if given.offer.fill is not None and given.offer.fill.player not in player_names():
        raise Refusal("no_player", player=given.offer.fill.player, players=", ".join(player_names()))
    return {"public": 1, "offer": json.dumps(msgspec.to_builtins(given.offer))}


def offer_of(room: Room) -> Offer:
    """How a game was offered."""
    return msgspec.convert(json.loads(room.row["offer"]), Offer)


async def require_few_offers(house: House, who: Who) -> None:
    """Refuse another open table to whoever has too many that wait."""
    most, most_here = (int(most * house.settings.limits) for most in (house.settings.most_tables, house.settings.most_tables_address))
    if who.guest and await _has(house, unfinished.c.guest == who.guest, most):
        raise Full("too_many_tables", most=most)
    if await _has(house, unfinished.c.network == hash_network(house, who), most_here):
        raise Full("too_many_tables_address", most=most_here)


async def _has(house: House, whose: ColumnElement[bool], most: int) -> bool:
    waits = unfinished.c.game == games.c.id, games.c.status == "waiting", games.c.offer.is_not(None)
    return len(await house.store.rows(select(unfinished.c.game).where(whose, *waits).limit(most))) >= most
