"""Players as others know them: computer levels, and people who agreed to be named."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select, update

from ..ratings.pool import is_computer
from .errors import NotFound
from .house import House
from .names import player_names, player_title
from .rating_answers import MyPlayer, Named
from .rating_tables import players, rated, rated_seats
from .tables import guests
from .tokens import new_id
from .who import Who
from .writing import Conflict

NOBODY = Named(None, None, False)


@dataclass(frozen=True)
class Known:
    """A player that was asked for."""

    key: str  # as results name it
    named: Named
    you: bool


async def my_player(house: House, who: Who) -> MyPlayer:
    """What somebody agreed to."""
    query = select(players.c.id, players.c.shown, players.c.reviewed).where(players.c.guest == who.guest)
    found = await house.store.rows(query) if who.guest else []
    return MyPlayer(found[0]["id"], bool(found[0]["shown"]), bool(found[0]["reviewed"])) if found else MyPlayer(None, False, False)


async def agree(house: House, who: Who, shown: bool, reviewed: bool) -> MyPlayer:
    """Agree to something, or no more."""
    assert who.guest is not None
    known = await my_player(house, who)
    values = {"shown": int(shown), "reviewed": int(reviewed)}
    if known.id is None:
        with suppress(Conflict):  # the same person agreed at this very moment
            id = new_id()
            await house.log.write(statements=[players.insert().values(guest=who.guest, id=id, **values)])
            return MyPlayer(id, shown, reviewed)
        known = await my_player(house, who)
    await house.log.write(statements=[update(players).where(players.c.guest == who.guest).values(**values)])
    if known.reviewed and not reviewed:
        await _forget_luck(house, who.guest)
    return MyPlayer(known.id, shown, reviewed)


async def _forget_luck(house: House, guest: str) -> None:
    """What was measured of somebody's games while they agreed to it; the ratings of all who played them are worked out without it."""
    mine = select(rated_seats.c.game).where(rated_seats.c.player == guest)
    measured = select(rated.c.pool).distinct().where(rated.c.game.in_(mine.where(rated_seats.c.luck.is_not(None))))
    pools = [row["pool"] for row in await house.store.rows(measured)]
    if pools:
        await house.log.write(statements=[update(rated_seats).where(rated_seats.c.game.in_(mine)).values(luck=None, loss=None)])
        house.rater.again(pools)


async def find_player(house: House, who: Who, id: str, language: str) -> Known:
    """A player by the id others know, or "me"; who did not agree to be named is known to nobody else."""
    if is_computer(id) and id in player_names():
        return Known(id, Named(id, player_title(id, language), True), False)
    if id == "me":
        if who.guest is None:
            raise NotFound("no_such_player")
        found = await house.store.rows(select(guests.c.name).where(guests.c.id == who.guest))
        mine = await my_player(house, who)
        return Known(who.guest, Named(mine.id, found[0]["name"] if found else "", False), True)
    query = select(players.c.guest, players.c.shown, guests.c.name).join(guests, guests.c.id == players.c.guest).where(players.c.id == id)
    rows = await house.store.rows(query)
    if not rows or not (rows[0]["shown"] or rows[0]["guest"] == who.guest):
        raise NotFound("no_such_player")
    return Known(rows[0]["guest"], Named(id, rows[0]["name"], False), rows[0]["guest"] == who.guest)


async def names_of(house: House, keys: Iterable[str], language: str) -> dict[str, Named]:
    """How players may be called; who did not agree to be named is nobody."""
    wanted = sorted(set(keys))
    people = [key for key in wanted if not is_computer(key)]
    query = select(players.c.guest, players.c.id, guests.c.name).join(guests, guests.c.id == players.c.guest)
    rows = await house.store.rows(query.where(players.c.guest.in_(people), players.c.shown == 1)) if people else []
    found = {row["guest"]: Named(row["id"], row["name"], False) for row in rows}
    return {key: Named(key, player_title(key, language), True) if is_computer(key) else found.get(key, NOBODY) for key in wanted}
