"""Taking back: at once against computers and on one's own hot seat, with everybody's consent against people."""

from __future__ import annotations

from .entry import Entry
from .errors import Illegal, Stale
from .house import House, now
from .playing import Done, answered, commit, require_seat, require_table
from .room import Room
from .timing import used
from .who import Who


async def undo(house: House, room: Room, who: Who, seat: int, id: str, ply: int) -> Done:
    """Take a seat's last move back, and what computers answered, if nobody learnt anything by it; other people are asked first."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        _require_ply(room, ply)
        back = room.undo_to(seat)
        if back is None:
            raise Illegal("no_undo")
        _require_time(house, room, back)
        if not room.asks(seat):
            return await commit(house, room, [_undone(house, room, seat, back, id)])
        if room.asked is not None:
            raise Illegal("undo_asked_already")
        if room.declined == ply:
            raise Illegal("undo_declined")
        return await commit(house, room, [room.next_entry("undo_asked", seat, now(), id=id, back=back)])


async def answer_undo(house: House, room: Room, who: Who, seat: int, id: str, ply: int, agree: bool) -> Done:
    """Let another take back, or not; the last to agree takes the move back for them."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        _require_ply(room, ply)
        asked = room.asked
        if asked is None or seat not in room.waits_for:
            raise Illegal("undo_not_asked")
        if not agree:
            return await commit(house, room, [room.next_entry("undo_declined", seat, now(), id=id)])
        _require_time(house, room, asked.ply)
        mine = room.seats_of(who)
        fresh = [room.next_entry("undo_agreed", seat, now(), id=id, seats=mine)]
        if all(other in mine for other in room.waits_for):
            fresh.append(_undone(house, room, asked.seat, asked.ply, skip=1))
        return await commit(house, room, fresh)


def _require_ply(room: Room, ply: int) -> None:
    require_table(room)
    if ply != room.ply:
        raise Stale(room.ply)


def _require_time(house: House, room: Room, back: int) -> None:
    """Who takes back pays for its thinking with the time from before, without the increments: some of that must be left."""
    if room.clock is not None and room.clock.after_undo(back, room.clock.used(house.uptime.now()))[room.movers[back].seat] <= 0:
        raise Illegal("no_undo_time")


def _undone(house: House, room: Room, seat: int, back: int, id: str | None = None, skip: int = 0) -> Entry:
    return room.next_entry("undone", seat, now(), id=id, skip=skip, ply=back, **used(house, room))
