"""Moves that are tried and not made: what they would lead to, as one seat would see it."""

from __future__ import annotations

from ..core.narrate import visible_movements
from . import playing
from .answers import Tried
from .messages import Move
from .room import Room
from .scene import Scene
from .showing import Around, show_table
from .who import Who


def show_attempt(room: Room, who: Who, seat: int, ply: int, moves: list[Move], language: str) -> Tried:
    """The answer to a try."""
    table, shows = playing.attempt(room, who, seat, ply, moves)
    clocks = room.clock.plain() if room.clock else None
    state = show_table(Scene(table), seat, language, Around(room.number, clocks=clocks))
    moved = [] if shows or not moves else visible_movements(table.game, table.events, table.movements, (seat,))
    return Tried(room.ply, state, shows, moved)
