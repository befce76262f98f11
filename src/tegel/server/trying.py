"""Moves that are tried and not made: what they would lead to, as one seat would see it."""

from __future__ import annotations

from . import playing
from .messages import Move
from .room import Room
from .scene import Scene
from .showing import Raw, encode, show_table
from .who import Who


def show_attempt(room: Room, who: Who, seat: int, ply: int, moves: list[Move], language: str) -> dict[str, object]:
    """The answer to a try."""
    table, shows = playing.attempt(room, who, seat, ply, moves)
    clocks = room.clock.plain() if room.clock else None
    shown = show_table(Scene(table), seat, language, {"number": room.number, "undo": False, "clocks": clocks})
    return {"ply": room.ply, "state": Raw(encode(shown)), "reveals": shows}
