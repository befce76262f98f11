"""What happened during a move, for people: each scoring event with its reason, each forced move, and every tile that moved.

The rules tell their story into a record that the caller hands in, or into ``None``, which costs nothing.
"""

from __future__ import annotations

import struct
from typing import Any

import msgspec
import numpy as np

from .compiled import rule

LENGTH = 160
EVENT = np.dtype(
    [
        ("kind", "u1"),  # which of the game's EVENTS
        ("seat", "i1"),  # whose
        ("colour", "i1"),
        ("tile", "i1"),  # which tile, in games where a colour's tiles differ
        ("row", "i1"),
        ("column", "i1"),
        ("across", "i1"),  # length of the run across, and down
        ("down", "i1"),
        ("count", "i4"),  # how many of what it is about, or the number of a round
        ("points", "i2"),  # by how much the score changed
        ("move", "i2"),  # the move, where one was forced
    ],
    align=True,
)
MOST_MOVEMENTS = 320
MOVEMENT = np.dtype(
    [
        ("event", "i2"),  # the event it belongs to, -1 for the move itself
        ("seat", "i1"),  # whose board the places are on, where they are on a board
        ("tile", "i1"),  # its colour, or what else the game numbers so
        ("count", "i1"),
        ("source", "i1", (3,)),  # which of the game's PLACES, its row and column; -1 where they mean nothing
        ("target", "i1", (3,)),
    ],
    align=True,
)
_read_movements = struct.Struct("=h9bx").iter_unpack  # the same layout
STORY = np.dtype((np.record, [("length", "i4"), ("events", EVENT, (LENGTH,)), ("moved", "i4"), ("movements", MOVEMENT, (MOST_MOVEMENTS,))]))

FORCED = 0  # the first kind of event in every game: a move with no alternative was made


class Event(msgspec.Struct, frozen=True, gc=False):
    """One event of a story; fields that mean nothing for its kind are -1 (points: 0)."""

    kind: str
    seat: int
    colour: int
    tile: int
    row: int
    column: int
    across: int
    down: int
    count: int
    points: int
    move: int


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a tile lies: one of a game's places, with its row and column where it has several spaces; else -1."""

    name: str
    row: int = -1
    column: int = -1


class Movement(msgspec.Struct, frozen=True, gc=False):
    """Equal tiles that went together from one place to another."""

    event: int  # the event it belongs to, counted from 0; -1 for the move itself
    seat: int
    tile: int
    count: int
    source: Place
    target: Place


def pack_movements(stories: Any) -> bytes:
    """The tiles that moved in the first of an array of stories, to be kept: a game has very many."""
    moved: bytes = stories["movements"][0, : stories["moved"][0]].tobytes()
    return moved


def read_movements(moved: bytes, places: tuple[str, ...]) -> list[Movement]:
    """The same in plain Python."""
    return [
        Movement(event, seat, tile, count, Place(places[source], row, column), Place(places[target], to_row, to_column))
        for event, seat, tile, count, source, row, column, target, to_row, to_column in _read_movements(moved)
    ]


def read(stories: Any, kinds: tuple[str, ...]) -> tuple[Event, ...]:
    """The events of the first of an array of stories, in plain Python."""
    length = stories["length"][0]
    return tuple([Event(kinds[kind], *rest) for kind, *rest in stories["events"][0, :length].tolist()]) if length else ()


@rule
def tell(
    story: Any,
    kind: int,
    seat: int,
    points: int = 0,
    colour: int = -1,
    tile: int = -1,
    row: int = -1,
    column: int = -1,
    across: int = -1,
    down: int = -1,
    count: int = -1,
    move: int = -1,
) -> None:
    """Add an event, if there is a story to add it to."""
    if story is not None:
        if story.length < LENGTH:
            event = story.events[story.length]
            event.kind = kind
            event.seat = seat
            event.points = points
            event.colour = colour
            event.tile = tile
            event.row = row
            event.column = column
            event.across = across
            event.down = down
            event.count = count
            event.move = move
            story.length += 1


@rule
def carry(story: Any, seat: int, tile: int, count: int, source: Any, target: Any, ahead: int = 0) -> None:
    """Tell that tiles went from a place to another: part of the event told last, or with `ahead=1` of the one told next."""
    if story is not None:
        if count > 0 and story.moved < MOST_MOVEMENTS:
            movement = story.movements[story.moved]
            movement.event = story.length - 1 + ahead
            movement.seat = seat
            movement.tile = tile
            movement.count = count
            movement.source[0], movement.source[1], movement.source[2] = source
            movement.target[0], movement.target[1], movement.target[2] = target
            story.moved += 1
