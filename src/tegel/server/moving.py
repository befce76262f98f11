"""Private links by which a person moves their seat to another browser: each works once, and a new one ends the old."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from .errors import Illegal, NotFound
from .house import House
from .listener import COME_BACK
from .lists import hand_over
from .opening import read_room
from .playing import require_seat
from .room import Room
from .seat import Seat
from .seat_answers import Joined
from .tables import seat_links, seats
from .tokens import hash_token, new_token
from .who import Who


async def make_link(house: House, room: Room, who: Who, at: int) -> str:
    """A link to one's own seat."""
    require_seat(room, who, at)
    async with room.lock:
        require_seat(room, who, at)
        link = new_token()
        row = {"hash": hash_token(link), "game": room.id, "seat": at}
        await house.log.write(statements=[_ended(room, at), seat_links.insert().values(**row)])
    return link


async def find_link(house: House, link: str) -> tuple[Room, Seat]:
    """The seat a link is to. A seat that nobody holds any more, because its guest was forgotten, has none."""
    found = await house.store.seat_link(hash_token(link))
    if found is None:
        raise NotFound("no_link")
    room = await read_room(house, found[0])
    seat = room.seats[found[1]]
    if seat.guest is None and not seat.token_hash:
        raise NotFound("no_link")
    return room, seat


async def move_seat(house: House, link: str, who: Who) -> Joined:
    """Bind the seat of a link to this guest; whoever held it before, by cookie or by token, does so no more."""
    room, seat = await find_link(house, link)
    if room.table is None:
        raise Illegal("not_begun")  # until then only the first browser knows the number it committed to
    async with room.lock:
        if who.guest and seat.guest == who.guest:
            return Joined(room.id, seat.seat, None)
        await find_link(house, link)  # somebody may have been first
        token = new_token()
        before = [listener for listener in room.listeners if seat.is_of(listener.who)]
        values = {"guest": who.guest, "token_hash": hash_token(token)}
        mine = seats.c.game == room.id, seats.c.seat == seat.seat
        lists = hand_over(room, seat.seat, who.guest) if who.guest else []
        await house.log.write(statements=[update(seats).where(*mine).values(**values), _ended(room, seat.seat), *lists])
        house.seat_tokens.discard(seat.token_hash or "")
        seat.guest, seat.token_hash = who.guest, values["token_hash"]
        for listener in before:
            listener.end(COME_BACK)  # it may have other seats; coming back it is told what it may see
    return Joined(room.id, seat.seat, token)


def _ended(room: Room, at: int) -> Any:
    """The statement that ends the link to a seat."""
    return seat_links.delete().where(seat_links.c.game == room.id, seat_links.c.seat == at)
