"""Guests: browsers that are recognised by a cookie, with a name. One who has keys as well is an account, see `accounts`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import Executable, or_, select, update

from ..core.errors import BadOption
from ..core.names import LONGEST, clean_name
from .account_tables import keys_ended
from .bot_tables import bots
from .cookies import Person
from .counting import forgotten
from .days import games_over_days
from .errors import Damaged, Elsewhere, Forbidden, Preparing, Refusal
from .house import House, now
from .listener import COME_BACK, NOT_YOURS
from .push_tables import subscriptions_ended
from .puzzle_ratings import forget_tries
from .room import Room
from .seat import NOBODYS
from .tables import games, guests, listed, seats, studies
from .tokens import hash_token, is_bot_token, new_id, new_token
from .vacation_tables import vacations
from .who import Who

COOKIE = "tegel_guest"


def person_name(name: str) -> str:
    """A name as somebody gave it, cleaned."""
    try:
        return clean_name(name)
    except BadOption:
        raise Refusal("bad_name", most=LONGEST) from None


async def recognise(house: House, cookie: str, who: Who) -> Person | None:
    """A guest, by cookie."""
    if not cookie or len(cookie) > 64 or is_bot_token(cookie):
        return None
    return await _look_up(house, hash_token(cookie), who, house.store.guest)


async def recognise_bot(house: House, token: str, who: Who) -> Person:
    """A bot account, by token. What has the form of such a token and is none is refused: the program must be told."""
    found = await _look_up(house, hash_token(token), who, house.store.bot)
    if found is None:
        raise Forbidden("no_bot")
    return found


async def _look_up(house: House, key: str, who: Who, read: Callable[[str], Awaitable[Person | None]]) -> Person | None:
    """Whose a cookie or token is; looking unknown ones up in the database has a limit."""
    known = house.cookies.get(key)
    if known is None:
        house.limits.spend("stranger", who)
        moment = house.cookies.forgotten
        known = await read(key)
        if known is not None and house.cookies.forgotten == moment:
            house.cookies.remember(key, known)
    return known


async def welcome(house: House, who: Who, name: str = "") -> tuple[str, str]:
    """A new guest; returns its id and its cookie."""
    house.limits.spend("guest", Who(address=who.address))
    guest, cookie = new_id(), new_token()
    key = hash_token(cookie)
    await house.log.write(statements=[guests.insert().values(id=guest, cookie_hash=key, name=name, created=now())])
    house.cookies.remember(key, Person(guest, name))
    return guest, cookie


async def rename(house: House, guest: str, name: str) -> None:
    """A guest's name for games to come."""
    await write_and_tell(house, [update(guests).where(guests.c.id == guest).values(name=name)], {"renamed": guest})


async def write_and_tell(house: House, statements: list[Executable], notice: dict[str, Any]) -> None:
    """Write something about a guest; where other processes serve, too, it is done once all of them know. `hear` has the notices."""
    if house.sharing is None:
        await house.log.write(statements=statements)
        await hear(house, notice)
        return
    leases = house.sharing.leases
    await house.log.write(statements=[*statements, *leases.notice("guest", {"cookie": "", **notice})])
    await leases.all_heard()


async def hear(house: House, notice: dict[str, Any]) -> None:
    """Something about a guest was written, by this process or another: what is remembered here is read anew, or forgotten."""
    house.cookies.forget(notice.get("cookie", ""))  # of a process of the version before
    if guest := notice.get("renamed"):
        house.cookies.forget_guest(guest)
    if ended := notice.get("ended"):
        for cookie_hash in ended:
            house.cookies.forget(cookie_hash)
        house.let_go(lambda who: who.cookie_hash in ended, NOT_YOURS)
    if guest := notice.get("signed_out"):
        house.cookies.forget_guest(guest)
        house.let_go(lambda who: who.guest == guest and who.cookie_hash is not None, NOT_YOURS)
    if change := notice.get("became"):
        _hand_over(house, *change)
    if games := notice.get("vacation"):
        house.start(_settle(house, games))
    if guest := notice.get("forgotten"):
        house.cookies.forget_guest(guest)
        for room in list(house.rooms.values()):
            _forget_in(house, room, guest)
        house.gone(guest)
        await _close_waiting(house, notice["waiting"])


async def forget(house: House, who: Who) -> None:
    """Remove a guest: its name goes from all its seats, and nobody can act for them any more, by cookie, key, token, link or invitation.

    Games that now wait for what will never come are closed.
    """
    guest = who.guest
    assert guest is not None
    waiting, held = await house.store.waiting_of(guest), await games_over_days(house.store, guest)
    made = select(games.c.id).where(games.c.creator == guest)
    await write_and_tell(
        house,
        [
            update(seats).where(or_(seats.c.guest == guest, seats.c.game.in_(made))).values(invitation_hash=None),
            update(seats).where(seats.c.guest == guest).values(name="", guest=None, token_hash=NOBODYS),
            update(seats).where(seats.c.owner == guest).values(owner=""),
            update(games).where(games.c.creator == guest).values(creator=""),
            listed.delete().where(listed.c.guest == guest),
            studies.delete().where(studies.c.guest == guest),
            vacations.delete().where(vacations.c.guest == guest),
            forget_tries(guest),
            *forgotten(guest),
            *keys_ended(guest),
            *subscriptions_ended(guest),
            bots.delete().where(bots.c.guest == guest),
            guests.delete().where(guests.c.id == guest),
        ],
        {"forgotten": guest, "waiting": waiting, "vacation": held},
    )


async def _close_waiting(house: House, waiting: list[str]) -> None:
    """Games that now wait for what will never come are closed, each by the process that has it."""
    for game in waiting:
        with suppress(Damaged, Preparing, Elsewhere):
            found = await house.room(game)
            if found is not None:
                house.wake(found)


async def _settle(house: House, games: list[str]) -> None:
    """Games whose clocks stand still, or go on again, are told so, each by the process that has it."""
    for game in games:
        with suppress(Damaged, Preparing, Elsewhere):
            found = await house.room(game)
            if found is not None:
                await house.settle(found)


def _forget_in(house: House, room: Room, guest: str) -> None:
    """The same for a game in memory; whoever listens as this guest is let go."""
    ended = {seat.token_hash for seat in room.seats if seat.guest == guest and seat.token_hash}
    for seat in room.seats:
        if seat.guest == guest or room.row["creator"] == guest:
            seat.invitation_hash = None
        if seat.guest == guest:
            seat.guest, seat.name, seat.token_hash = None, "", NOBODYS
        if seat.owner == guest:
            seat.owner = ""
    if room.row["creator"] == guest:
        room.row["creator"] = ""
    for token_hash in ended:
        house.seat_tokens.discard(token_hash)
    room.shown.clear()
    room.called.clear()
    for listener in list(room.listeners):
        if listener.who.guest == guest or listener.who.token_hash in ended:
            listener.end(NOT_YOURS)


def _hand_over(house: House, old: str, new: str) -> None:
    """A guest has become another: so it is in the games in memory. Who listens as the old one comes back as the new one."""
    house.cookies.forget_guest(old)
    house.cookies.forget_owner(old)
    for room in list(house.rooms.values()):
        for seat in room.seats:
            if seat.guest == old:
                seat.guest = new
            if seat.owner == old:
                seat.owner = new
        if room.row["creator"] == old:
            room.row["creator"] = new
        room.shown.clear()
        room.called.clear()
    house.let_go(lambda who: old in (who.guest, who.owner), COME_BACK)
    house.gone(old)
