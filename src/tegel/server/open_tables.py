"""Open tables while they wait: sitting down, seats of people who went away, computers for the rest. Nobody keeps the others waiting."""

from __future__ import annotations

from sqlalchemy import select

from .audience import present
from .days import DAY, is_over_days
from .errors import Forbidden, Full, NotFound
from .house import House, now
from .lists import take_off_list
from .messages import SitDown
from .nonces import change, require_late
from .offers import offer_of
from .opening import sit_down
from .playing import commit
from .room import Room
from .seat import Seat
from .seat_answers import Joined
from .tables import games, seats
from .who import Who, bots_of

KEPT = 14 * DAY * 1000  # milliseconds after which a table of a game over days that nobody joined is closed
EMPTY = {"guest": None, "token_hash": None, "commitment": None, "nonce": None, "name": "", "owner": None}


def takes_days(room: Room) -> bool:
    """Whether one has days for a move: then nobody is expected to wait at the table."""
    return is_over_days(room.row["clock"])


def is_away(house: House, room: Room, seat: Seat, seconds: float) -> bool:
    """Whether a person has been away so long."""
    if present(room).seats[seat.seat]:
        return False
    if seat.seen is None or seat.seen > house.uptime.now():
        seat.seen = house.uptime.now()
    return house.uptime.now() - seat.seen > seconds * 1000


async def join_table(house: House, room: Room, who: Who, name: str, given: SitDown) -> Joined:
    """Take a free seat of an open table; who sits there already is told where."""
    require_late(given.commitment, given.nonce)
    if room.row["offer"] is None:
        raise Forbidden("not_offered")
    if mine := room.seats_of(who):
        return Joined(room.id, mine[0], None)
    if who.owner is not None and not offer_of(room).bots:
        raise Forbidden("no_bots_here")
    if given.seat >= len(room.seats) or room.seats[given.seat].kind != "link":
        raise NotFound("no_seat")
    await _require_few_seats(house, who)
    return await sit_down(house, room, room.seats[given.seat], who, name, given)


async def _require_few_seats(house: House, who: Who) -> None:
    """Nobody takes seats at many tables that wait, nor do all bots of somebody together."""
    most = int(house.settings.most_tables * house.settings.limits)
    waits = seats.c.game == games.c.id, games.c.status == "waiting", games.c.offer.is_not(None)
    mine = seats.c.guest == who.guest if who.owner is None else seats.c.owner == who.owner
    if len(await house.store.rows(select(seats.c.game).where(mine, *waits).limit(most))) >= most:
        raise Full("too_many_tables", most=most)


async def tend(house: House, room: Room) -> set[str]:
    """What is due at a table that waits; returns who kept everybody waiting until it was closed: guests, or all bots of somebody."""
    async with room.lock:
        if room.status != "waiting" or room.row["offer"] is None:
            return set()
        patience = house.settings.no_show if not takes_days(room) else KEPT / 1000
        if all(seat.taken for seat in room.seats):
            return await _close_late(house, room, patience)
        if takes_days(room):
            if now() - room.row["created"] > KEPT:
                await _close(house, room)
                return set()
        elif await _let_go(house, room, patience):
            return set()
        await _fill(house, room)
        return set()


async def _close_late(house: House, room: Room, patience: float) -> set[str]:
    """Everybody sits, and somebody does not do what the game waits for."""
    full = max(entry.time for entry in room.entries if entry.kind in ("created", "joined", "filled"))
    if now() - full < patience * 1000:
        return set()
    late = {bots_of(seat.owner) if seat.owner else seat.guest for seat in room.seats if seat.owes is not None and seat.guest}
    await _close(house, room)
    return late


async def _let_go(house: House, room: Room, patience: float) -> bool:
    """Free the seats of people who went away; without whoever made the table it is closed."""
    for seat in room.seats:
        if seat.kind == "computer" or not seat.taken or not is_away(house, room, seat, patience):
            continue
        if seat.guest is None or seat.guest == room.row["creator"]:
            await _close(house, room)
            return True
        statements = take_off_list(room, seat.guest)
        await change(house, room, seat, dict(EMPTY), room.next_entry("vacated", seat.seat, now()), statements)
    return False


async def _fill(house: House, room: Room) -> None:
    """Computers take the free seats, once it is time."""
    fill = offer_of(room).fill
    if fill is None or now() < room.row["created"] + fill.after * 1000:
        return
    for seat in [seat for seat in room.seats if not seat.taken]:
        values = {"kind": "computer", "player": fill.player, "name": "", "invitation_hash": None}
        await change(house, room, seat, values, room.next_entry("filled", seat.seat, now()))


async def _close(house: House, room: Room) -> None:
    await commit(house, room, [room.next_entry("closed", -1, now())])
