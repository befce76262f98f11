"""Moves that are not made: what they would lead to, as one seat would see it, and what each of several would do."""

from __future__ import annotations

from ..core.ahead import moves_ahead
from ..core.narrate import visible_movements
from ..core.previews import preview_moves
from ..core.story import Event
from . import playing
from .answers import MovePreview, Previewed, Scored, ShownMove, Tried
from .errors import Illegal
from .messages import Move, Preview
from .room import Room
from .scene import Scene
from .showing import Around, show_moves, show_table
from .who import Who


def show_attempt(room: Room, who: Who, seat: int, ply: int, moves: list[Move], language: str) -> Tried:
    """The answer to a try."""
    table, shows = playing.attempt(room, who, seat, ply, moves)
    clocks = room.clock.plain() if room.clock else None
    state = show_table(Scene(table), seat, language, Around(room.number, clocks=clocks))
    moved = [] if shows or not moves else visible_movements(table.game, table.events, table.movements, (seat,))
    return Tried(room.ply, state, shows, moved)


def show_previews(room: Room, who: Who, seat: int, asked: Preview) -> Previewed:
    """What each of some moves would do, here or after other moves of the same turn that reveal nothing; nothing if the game has gone on."""
    playing.require_seat(room, who, seat)
    if asked.ply != room.ply:
        return Previewed(room.ply, [], [])
    table, shows = playing.attempt(room, who, seat, asked.ply, asked.moves)
    if shows:
        raise Illegal("not_past_reveal")
    playing.require_turn(table, seat)
    found = preview_moves(table.game, table.state, table.check_all_legal(list(dict.fromkeys(asked.choices))))
    choices = [MovePreview(each.move, each.movements, each.points, [show_scored(event) for event in each.scoring]) for each in found.moves]
    return Previewed(room.ply, [show_scored(event) for event in found.scoring], choices)


def show_ahead(room: Room, who: Who, seat: int, ply: int, language: str) -> list[ShownMove]:
    """What a seat could do if it were to move already; nothing if the game has gone on."""
    playing.require_seat(room, who, seat)
    table = playing.require_table(room)
    if ply != room.ply:
        return []
    return show_moves(table.game, moves_ahead(table.game, table.state, seat), language)


def show_scored(event: Event) -> Scored:
    return Scored(**{name: getattr(event, name) for name in Scored.__struct_fields__})
