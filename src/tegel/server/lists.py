"""On whose lists a game stands. Entries move it up by themselves; this is for seats that change hands without one."""

from __future__ import annotations

from sqlalchemy import Executable

from .room import Room
from .tables import listed


def put_on_list(room: Room, guest: str) -> list[Executable]:
    """The statements that put a game on a guest's list, if it is not there."""
    return [*take_off_list(room, guest), listed.insert().values(guest=guest, changed=room.row["changed"], game=room.id)]


def take_off_list(room: Room, guest: str) -> list[Executable]:
    """The statements that take it off."""
    place = listed.c.guest == guest, listed.c.changed == room.row["changed"], listed.c.game == room.id
    return [listed.delete().where(*place)]


def hand_over(room: Room, seat: int, guest: str) -> list[Executable]:
    """The statements for a seat that goes to another guest; who still has another seat, or made the game, keeps it on the list."""
    before = room.seats[seat].guest
    others = {room.row["creator"], guest, *(other.guest for other in room.seats if other.seat != seat)}
    gone = take_off_list(room, before) if before and before not in others else []
    return [*gone, *put_on_list(room, guest)]
