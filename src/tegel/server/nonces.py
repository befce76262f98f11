"""Nonces before a game starts: what is taken of them with a seat, committing to one, and showing it when all have committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, update

from ..core.fairness import commitment_of
from .entry import Entry
from .errors import Illegal, Refusal
from .house import House, now
from .playing import Done, commit, require_seat
from .room import Room
from .seat import Seat
from .tables import seats
from .who import Who


def contribution(promise: str, seat: int, commitment: str | None, nonce: str | None) -> dict[str, str | None]:
    """What somebody who sits down adds to the draws: a commitment, to be followed by its nonce; both; a nonce alone; or nothing."""
    if commitment is not None and nonce is not None and commitment_of(promise, seat, nonce) != commitment:
        raise Refusal("wrong_nonce")
    return {"commitment": commitment, "nonce": nonce}


def require_late(commitment: str | None, nonce: str | None) -> None:
    """Who plays with other people commits first, and shows the nonce when all have: both at once would make the commitment pointless."""
    if commitment is not None and nonce is not None:
        raise Refusal("nonce_early")


async def commit_nonce(house: House, room: Room, who: Who, at: int, commitment: str) -> Done:
    """Commit to a nonce, or to another one, until everybody has; the same again changes nothing."""
    require_seat(room, who, at)
    async with room.lock:
        seat = room.seats[at]
        if seat.commitment == commitment:
            return Done(room.number, room.ply)
        room.require_open()
        if room.table is not None or room.committed or seat.nonce is not None:
            raise Illegal("commit_late")
        return await change(house, room, seat, {"commitment": commitment}, room.next_entry("committed", at, now()))


async def reveal_nonce(house: House, room: Room, who: Who, at: int, nonce: str) -> Done:
    """Show the nonce that was committed to; the game starts with the last one."""
    require_seat(room, who, at)
    async with room.lock:
        seat = room.seats[at]
        if seat.nonce == nonce:
            return Done(room.number, room.ply)
        room.require_open()
        if seat.commitment is None or seat.nonce is not None:
            raise Illegal("no_commitment")
        if not room.committed:
            raise Illegal("reveal_early")
        if commitment_of(room.row["promise"], at, nonce) != seat.commitment:
            raise Refusal("wrong_nonce")
        return await change(house, room, seat, {"nonce": nonce}, room.next_entry("revealed", at, now()))


async def change(house: House, room: Room, seat: Seat, values: dict[str, Any], entry: Entry, statements: Sequence[Executable] = ()) -> Done:
    """Write a change of a seat with its entry, and start the game if that was all it waited for; the room must be locked."""
    before = dict(seat.__dict__)
    seat.__dict__.update(values)
    fresh = [entry]
    if room.ready:
        fresh.append(room.next_entry("started", -1, entry.time, skip=1))
    mine = seats.c.game == room.id, seats.c.seat == seat.seat
    try:
        return await commit(house, room, fresh, statements=[update(seats).where(*mine).values(**values), *statements])
    except BaseException:
        seat.__dict__.update(before)
        room.called.clear()
        raise
