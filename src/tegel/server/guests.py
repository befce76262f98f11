"""Guests: browsers that are recognised by a cookie, with a name and nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import Executable, or_, select, update

from ..core.errors import BadOption
from ..core.names import LONGEST, clean_name
from .counting import forgotten
from .errors import Damaged, Elsewhere, Preparing, Refusal
from .house import House, now
from .listener import NOT_YOURS
from .room import Room
from .seat import NOBODYS
from .tables import games, guests, listed, seats, studies
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


async def recognise(house: House, cookie: str, who: Who) -> tuple[str, str] | None:
    """Id and name of a guest, by cookie; looking unknown ones up in the database has a limit."""
    if not cookie or len(cookie) > 64:
        return None
    key = hash_token(cookie)
    known = house.guests.get(key)
    if known is None:
        house.limits.spend("stranger", who)
        known = await house.store.guest(key)
        if known is not None:
            remember(house, key, known)
    return known


def remember(house: House, key: str, guest: tuple[str, str]) -> None:
    """Keep a guest in memory."""
    house.guests[key] = guest
    while len(house.guests) > REMEMBERED:
        house.guests.popitem(last=False)


async def welcome(house: House, who: Who, name: str = "") -> tuple[str, str]:
    """A new guest; returns its id and its cookie."""
    house.limits.spend("guest", Who(address=who.address))
    guest, cookie = new_id(), new_token()
    key = hash_token(cookie)
    await house.log.write(statements=[guests.insert().values(id=guest, cookie_hash=key, name=name, created=now())])
    remember(house, key, (guest, name))
    return guest, cookie


async def rename(house: House, cookie: str, guest: str, name: str) -> None:
    """A guest's name for games to come."""
    key = hash_token(cookie)
    await _write_and_tell(house, [update(guests).where(guests.c.id == guest).values(name=name)], {"cookie": key})
    remember(house, key, (guest, name))


async def _write_and_tell(house: House, statements: list[Executable], notice: dict[str, Any]) -> None:
    """Write something about a guest; where other processes serve, too, it is done once all of them know."""
    if house.sharing is None:
        await house.log.write(statements=statements)
        return
    leases = house.sharing.leases
    await house.log.write(statements=[*statements, *leases.notice("guest", notice)])
    await leases.all_heard()


async def hear(house: House, notice: dict[str, Any]) -> None:
    """Another process has renamed or forgotten a guest: what is remembered here is read anew, or forgotten."""
    house.guests.pop(notice["cookie"], None)
    if guest := notice.get("forgotten"):
        for room in list(house.rooms.values()):
            _forget_in(house, room, guest)
        await _close_waiting(house, notice["waiting"])


async def forget(house: House, cookie: str, who: Who) -> None:
    """Remove a guest: its name goes from all its seats, and nobody can act for them any more, by cookie, token, link or invitation.

    Games that now wait for what will never come are closed.
    """
    guest = who.guest
    assert guest is not None
    waiting = await house.store.waiting_of(guest)
    made = select(games.c.id).where(games.c.creator == guest)
    await _write_and_tell(
        house,
        [
            update(seats).where(or_(seats.c.guest == guest, seats.c.game.in_(made))).values(invitation_hash=None),
            update(seats).where(seats.c.guest == guest).values(name="", guest=None, token_hash=NOBODYS),
            update(games).where(games.c.creator == guest).values(creator=""),
            listed.delete().where(listed.c.guest == guest),
            studies.delete().where(studies.c.guest == guest),
            *forgotten(guest),
            guests.delete().where(guests.c.id == guest),
        ],
        {"cookie": hash_token(cookie), "forgotten": guest, "waiting": waiting},
    )
    house.guests.pop(hash_token(cookie), None)
    for room in list(house.rooms.values()):
        _forget_in(house, room, guest)
    await _close_waiting(house, waiting)


async def _close_waiting(house: House, waiting: list[str]) -> None:
    """Games that now wait for what will never come are closed, each by the process that has it."""
    for game in waiting:
        with suppress(Damaged, Preparing, Elsewhere):
            found = await house.room(game)
            if found is not None:
                house.wake(found)


def _forget_in(house: House, room: Room, guest: str) -> None:
    """The same for a game in memory; whoever listens as this guest is let go."""
    ended = {seat.token_hash for seat in room.seats if seat.guest == guest and seat.token_hash}
    for seat in room.seats:
        if seat.guest == guest or room.row["creator"] == guest:
            seat.invitation_hash = None
        if seat.guest == guest:
            seat.guest, seat.name, seat.token_hash = None, "", NOBODYS
    if room.row["creator"] == guest:
        room.row["creator"] = ""
    for token_hash in ended:
        house.seat_tokens.discard(token_hash)
    room.shown.clear()
    room.called.clear()
    for listener in list(room.listeners):
        if listener.who.guest == guest or listener.who.token_hash in ended:
            listener.end(NOT_YOURS)
