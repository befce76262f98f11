"""Vacation: while it runs, the clocks of games with days for each move stand still for one's own turns.

A vacation belongs to a guest. Each of their games is told by an entry of its log, which says up to when the clock of the seat stands
still; so a game's clocks follow from its log alone, and nothing has to happen when a vacation ends by itself. Games are told at once by
the process that has them. What a stop prevents is made up for when the game is next read, and before its flag falls.

Games of a tournament go on: nobody can hold a round up by a vacation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update

from .days import DAY, games_over_days, is_days_a_move
from .entry import Entry
from .errors import Forbidden, Illegal, NotYet
from .guests import write_and_tell
from .house import House, now
from .people_answers import Vacation
from .playing import commit
from .playing import flag as let_fall
from .room import Room
from .seat import Seat
from .timing import anchor_clock
from .vacation_tables import vacations
from .who import Who
from .writing import Conflict

DAYS_A_YEAR = 30
DAYS_BETWEEN = 7  # from the end of a vacation to the beginning of the next
DAY_MS = DAY * 1000
YEAR = 365 * DAY_MS
Row = dict[str, Any]


async def show(house: House, who: Who) -> Vacation:
    """How many days there are left, and whether a vacation runs."""
    return _told(house, await _vacations_of(house, who.guest or ""))


async def begin(house: House, who: Who, days: int) -> Vacation:
    """Go on vacation for so many days."""
    if who.guest is None:
        raise Forbidden("no_account")
    rows = await _vacations_of(house, who.guest)
    present = house.uptime.now()
    if _running(rows, present):
        raise Illegal("on_vacation")
    if (wait := _until_next(rows, present)) > 0:
        raise NotYet(wait / 1000, "vacation_soon", days=DAYS_BETWEEN)
    if days > _days_left(rows, present):
        raise Illegal("vacation_days", left=_days_left(rows, present), days=DAYS_A_YEAR)
    fresh = {"guest": who.guest, "number": len(rows) + 1, "begun": present, "until": present + days * DAY_MS}
    try:
        await write_and_tell(house, [vacations.insert().values(**fresh)], {"vacation": await games_over_days(house.store, who.guest)})
    except Conflict:
        raise Illegal("on_vacation") from None
    return _told(house, [*rows, fresh])


async def end(house: House, who: Who) -> Vacation:
    """Come back sooner; begun days are used up. Who is not on vacation is told how it is."""
    rows = await _vacations_of(house, who.guest or "")
    present = house.uptime.now()
    if running := _running(rows, present):
        mine = vacations.c.guest == who.guest, vacations.c.number == running["number"]
        statement = update(vacations).where(*mine).values(until=present)
        await write_and_tell(house, [statement], {"vacation": await games_over_days(house.store, who.guest or "")})
        running["until"] = present
    return _told(house, rows)


async def _vacations_of(house: House, guest: str) -> list[Row]:
    return await house.store.rows(select(vacations).where(vacations.c.guest == guest).order_by(vacations.c.number))


def _told(house: House, rows: Sequence[Row]) -> Vacation:
    present, time = house.uptime.now(), now()
    running, wait = _running(rows, present), _until_next(rows, present)
    until = None if running is None else time + running["until"] - present
    return Vacation(DAYS_A_YEAR, DAYS_BETWEEN, _days_left(rows, present), until, time + wait if running is None and wait > 0 else None)


def _running(rows: Sequence[Row], present: int) -> Row | None:
    return next((row for row in rows if row["until"] > present), None)


def _until_next(rows: Sequence[Row], present: int) -> int:
    """Milliseconds until another vacation may begin."""
    waits: list[int] = [row["until"] + DAYS_BETWEEN * DAY_MS - present for row in rows]
    return max(waits, default=0)


def _days_left(rows: Sequence[Row], present: int) -> int:
    """Of the days of the last 365; begun ones count."""
    since = present - YEAR
    taken: int = sum(-(-(row["until"] - max(row["begun"], since)) // DAY_MS) for row in rows if row["until"] > since)
    return max(0, DAYS_A_YEAR - taken)


async def settle(house: House, room: Room) -> None:
    """Let a game know who is on vacation, or has come back sooner."""
    if not stands_still(room):
        return
    async with room.lock:  # two that settle at once must not see each other's past
        if not stands_still(room):
            return
        last = await _last_of_each(house, {seat.guest for seat in room.seats if seat.guest})
        anchor_clock(house, room)
        fresh: list[Entry] = []
        for seat in room.seats:
            row = _of_seat(house, room, seat, last.get(seat.guest))
            if seat.kind != "computer" and _is_news(house, room, seat, row):
                fresh.append(_entry(house, room, seat, row, len(fresh)))
        if fresh:
            await commit(house, room, fresh)


async def _last_of_each(house: House, guests: set[str]) -> dict[str | None, Row]:
    """The latest vacation of each of some guests."""
    found = await house.store.rows(select(vacations).where(vacations.c.guest.in_(guests)).order_by(vacations.c.number))
    return {row["guest"]: row for row in found}


def _of_seat(house: House, room: Room, seat: Seat, row: Row | None) -> Row:
    """What a vacation is worth at a seat: in a year its clock stands still no longer than one person may be away, whoever sits there.

    Otherwise a seat could be passed on from guest to guest, each of them on vacation. Who has deleted their data, or handed the seat on,
    is not on vacation.
    """
    present = house.uptime.now()
    nobody = {"begun": 0, "until": present}
    if row is None:
        return nobody
    assert room.clock is not None
    since = row["begun"] - YEAR
    rests = [span for span in room.clock.rests.get(seat.seat, {}).items() if span[0] != row["begun"]]
    most = row["begun"] + DAYS_A_YEAR * DAY_MS - sum(max(0, last - max(first, since)) for first, last in rests)
    if row["until"] <= most:
        return row
    return {**row, "until": most} if most > present else nobody


def stands_still(room: Room) -> bool:
    """Whether this is a game whose clocks stand still on vacation."""
    playing = room.clock is not None and not room.over and not room.damage
    return playing and room.row["tournament"] is None and is_days_a_move(room.row["clock"])


def _is_news(house: House, room: Room, seat: Seat, row: Row) -> bool:
    """Whether the clock of a seat does not know of a vacation yet, or not when it ended."""
    clock, present = room.clock, house.uptime.now()
    assert clock is not None
    held = clock.held.get(seat.seat, 0)
    if held == row["until"]:
        return False
    if row["until"] > present or held > present:
        return True
    missed = held < row["begun"] and clock.running == seat.seat  # it is over, and was never heard of while the seat's clock ran
    return missed and clock.since is not None and clock.since < row["until"]


def _entry(house: House, room: Room, seat: Seat, row: Row, skip: int) -> Entry:
    assert room.clock is not None
    present, held = house.uptime.now(), room.clock.held.get(seat.seat, 0)
    begun = held < row["begun"] or (held < row["until"] and row["begun"] not in room.clock.rests.get(seat.seat, {}))
    told = {"to": row["until"], "until": now() + row["until"] - present} | ({"begun": row["begun"]} if begun else {})
    if room.clock.running == seat.seat:
        told["used"] = room.clock.used(row["begun"] if begun else row["until"])
    return room.next_entry("vacation" if begun else "vacation_over", seat.seat, now(), skip=skip, **told)


def begun(house: House, room: Room) -> None:
    """A game has begun: some of its people may be on vacation."""
    if stands_still(room):
        house.start(settle(house, room))


async def flag(house: House, room: Room) -> None:
    """A clock has run out, unless it stood still and the game has not heard of it."""
    await settle(house, room)
    await let_fall(house, room)
