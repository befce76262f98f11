"""Guests: browsers that are recognised by a cookie, with a name and nothing else."""

from __future__ import annotations

from sqlalchemy import update

from ..core.errors import BadOption
from ..core.names import LONGEST, clean_name
from .errors import Refusal
from .house import House, now
from .tables import games, guests, seats
from .tokens import hash_token, new_id, new_token
from .who import Who

COOKIE = "tegel_guest"
REMEMBERED = 20_000


def person_name(name: str) -> str:
    """A name as somebody gave it, cleaned."""
    try:
        return clean_name(name)
    except BadOption:
        raise Refusal("bad_name", most=LONGEST) from None


async def recognise(house: House, cookie: str) -> tuple[str, str] | None:
    """Id and name of a guest, by cookie."""
    if not cookie or len(cookie) > 64:
        return None
    key = hash_token(cookie)
    known = house.guests.get(key)
    if known is None:
        known = await house.store.guest(key)
        if known is not None:
            remember(house, key, known)
    return known


def remember(house: House, key: str, guest: tuple[str, str]) -> None:
    """Keep a guest in memory."""
    house.guests[key] = guest
    while len(house.guests) > REMEMBERED:
        house.guests.popitem(last=False)


async def welcome(house: House, address: str, name: str = "") -> tuple[str, str]:
    """A new guest; returns its id and its cookie."""
    house.limits.spend("guest", address)
    guest, cookie = new_id(), new_token()
    key = hash_token(cookie)
    await house.log.write(statements=[guests.insert().values(id=guest, cookie_hash=key, name=name, created=now())])
    remember(house, key, (guest, name))
    return guest, cookie


async def rename(house: House, cookie: str, guest: str, name: str) -> None:
    """A guest's name for games to come."""
    await house.log.write(statements=[update(guests).where(guests.c.id == guest).values(name=name)])
    remember(house, hash_token(cookie), (guest, name))


async def forget(house: House, cookie: str, who: Who) -> None:
    """Remove a guest: its name goes from all its seats, and nobody can act for them by cookie any more."""
    guest = who.guest
    await house.log.write(
        statements=[
            update(seats).where(seats.c.guest == guest).values(name="", guest=None),
            update(games).where(games.c.creator == guest).values(creator=""),
            guests.delete().where(guests.c.id == guest),
        ]
    )
    house.guests.pop(hash_token(cookie), None)
    for room in house.rooms.values():
        for seat in room.seats:
            if seat.guest == guest:
                seat.guest, seat.name = None, ""
        if room.row["creator"] == guest:
            room.row["creator"] = ""
        room.shown.clear()
        room.called.clear()
