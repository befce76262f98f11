"""Clocks in the course of a game: what entries say of the time used, when the next flag is due, and what happens then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Update, update

from .clock import Clock
from .entry import Entry
from .house import House, now
from .room import VACATION, Room, held
from .tables import games


def used(house: House, room: Room) -> dict[str, int]:
    """How long the seat to move has thought, for the entry that ends it; nothing without a clock."""
    if room.clock is None:
        return {}
    present = house.uptime.now()
    told = {"used": room.clock.used(present)}
    return told | {"at": present} if room.clock.stands_still(present) else told


def time_is_up(house: House, room: Room) -> bool:
    """Whether the flag of the person to move has fallen, also if nobody has noticed yet."""
    if room.clock is None:
        return False
    turn = room.turn
    return turn is not None and room.seats[turn].bot is None and room.clock.is_up(house.uptime.now())


def due_after(house: House, room: Room, fresh: Sequence[Entry]) -> int | None:
    """When the clock that runs after these entries will run out; None if none does, or a computer is to move."""
    if not room.row["clock"]:
        return None
    turn = room.turn
    bots = {seat.seat: seat.bot is not None for seat in room.seats}
    clock = room.clock.copy() if room.clock else None
    for entry in fresh:  # as `Room.accept` will take them in
        if entry.kind == "started":
            turn = room.new_table().turn
            clock = room.new_clock(turn, entry.time)
            clock.anchor(house.uptime.now(), entry.time)
        elif entry.kind in ("takeover", "resigned", "returned"):
            bots[entry.seat] = entry.kind != "returned"
        else:
            turn = _pass(room, clock, turn, entry)
    return None if clock is None or turn is None or bots[turn] else clock.due()


def _pass(room: Room, clock: Clock | None, turn: int | None, entry: Entry) -> int | None:
    """Whose turn it is after an entry; the clock is brought there."""
    if clock is None:
        return turn
    if entry.kind == "move":
        assert entry.step is not None
        earns = room.seats[entry.seat].stand_in is None
        clock.move(entry.step.turn, entry.data["used"], entry.time, earns, entry.data.get("at"))
        return entry.step.turn
    if entry.kind == "undone":
        clock.undo(entry.data["ply"], entry.data["used"], entry.time, entry.data.get("at"))
        back: int = entry.data["ply"]
        return room.movers[back].seat
    if entry.kind in VACATION:
        clock.hold(entry.seat, *held(entry))
    return None if entry.kind == "over" else turn


def write_due(room: Room, due: int | None) -> Update:
    """The statement that writes down when a clock runs out."""
    return update(games).where(games.c.id == room.id).values(due=due)


def anchor_clock(house: House, room: Room) -> None:
    """A clock that has just begun, or was just read, goes on from where it stood."""
    clock = room.clock
    if clock is not None and clock.since is None:
        clock.resume(house.uptime.now(), room.row["due"], now())
        room.shown.clear()


def keep_time(house: House, room: Room) -> None:
    """Let the flag of a game fall in time."""
    anchor_clock(house, room)
    clock = room.clock
    if clock is None:
        return
    turn = room.turn
    due = None if turn is None or room.seats[turn].bot is not None else clock.due()
    house.flags.set(room.id, due)
    if room.row["due"] != due:  # of an older version, or a crash took the last seconds of the uptime
        room.row["due"] = due
        house.start(house.log.write(statements=[write_due(room, due)]))


def due_statements(house: House, room: Room, fresh: Sequence[Entry], known: dict[str, Any]) -> list[Update]:
    """What is to be written with entries so that the flag falls; `known` gets what the row will say then."""
    due = due_after(house, room, fresh)
    if due == room.row["due"]:
        return []
    known["due"] = due
    return [write_due(room, due)]
