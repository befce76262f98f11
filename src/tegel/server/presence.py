"""Who is here, and for how long somebody must be away before the others may let the computer play on.

At a socket one is here as long as it is open; every request of a seat without one counts too.
"""

from __future__ import annotations

import asyncio
import json

from sqlalchemy import update

from .answers import Presence
from .audience import present
from .house import House, now
from .networks import note_network
from .room import Room
from .showing import encode
from .socket_answers import PresenceTold
from .tables import seats
from .who import Who

OF_BASE, OF_INCREMENT = 1 / 10, 1 / 2  # of a game's clock, how much one may be away: of 30 days three
OF_TURN = 1 / 2  # of the time for a turn, where each has its own
NOTED = 1 / 20  # of that time; who is here is written down no more often


def absence(house: House, room: Room) -> int:
    """Milliseconds a person must be away, by the game's clock."""
    seconds = house.settings.absence
    if room.row["clock"]:
        chosen = json.loads(room.row["clock"])
        of_base = OF_TURN if chosen.get("per_move") else OF_BASE
        seconds = max(seconds, chosen["base"] * of_base, chosen["increment"] * OF_INCREMENT)
    return int(seconds * 1000)


def note(house: House, room: Room, who: Who) -> None:
    """Somebody is here now."""
    here = house.uptime.now()
    note_network(house, room, who)
    for at in room.seats_of(who):
        seat = room.seats[at]
        seat.seen = here
        if room.row["clock"] and (seat.noted is None or here - seat.noted > absence(house, room) * NOTED):
            seat.noted = here
            statement = update(seats).where(seats.c.game == room.id, seats.c.seat == at).values(seen=here)
            house.start(house.log.write(statements=[statement]))


def until_takeover(house: House, room: Room, seat: int) -> int | None:
    """Milliseconds until the others may let the computer play for a seat; None as long as its person is here, or the computer plays."""
    if present(room).seats[seat]:
        return None
    found = room.seats[seat]
    present_time = house.uptime.now()
    if found.seen is None or found.seen > present_time:  # never noted, or a crash took the last seconds of the uptime
        found.seen = present_time
    held = 0 if room.clock is None else room.clock.held.get(seat, 0)  # who is on vacation need not be here before its end
    return max(0, max(found.seen, held) + absence(house, room) - present_time)


def show_presence(house: House, room: Room) -> Presence:
    """Who is here, and from when on the computer may play for those who are not."""
    waits = [until_takeover(house, room, seat.seat) for seat in room.seats]
    here = present(room)
    here.takeover_at = [None if wait is None else now() + wait for wait in waits]
    return here


def tell_presence(house: House, room: Room, thinking: int | None = None) -> None:
    """Tell everybody who is here."""
    frame = encode(PresenceTold(presence=show_presence(house, room), thinking=thinking))
    for listener in room.listeners:
        listener.send(frame)


def announce(house: House, room: Room) -> None:
    """Somebody came or went: tell it at once, but not more often than now and then, however many come and go."""
    if room.announcing is not None:
        room.unannounced = True
        return
    tell_presence(house, room)
    room.announcing = asyncio.get_running_loop().call_later(house.settings.caps.presence, _go_on, house, room)


def _go_on(house: House, room: Room) -> None:
    room.announcing = None
    if room.unannounced:
        room.unannounced = False
        announce(house, room)
