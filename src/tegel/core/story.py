"""What happened during a move, for people: each scoring event with its reason, each forced move.

The rules tell their story into a record that the caller hands in, or into ``None``, which costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
STORY = np.dtype((np.record, [("length", "i4"), ("events", EVENT, (LENGTH,))]))

FORCED = 0  # the first kind of event in every game: a move with no alternative was made


@dataclass(frozen=True, slots=True)
class Event:
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


def read(stories: Any, kinds: tuple[str, ...]) -> list[Event]:
    """The events of the first of an array of stories, in plain Python."""
    length = stories["length"][0]
    return [Event(kinds[kind], *rest) for kind, *rest in stories["events"][0, :length].tolist()] if length else []


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
