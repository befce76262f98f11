"""What legal moves would do, before one is made: the tiles they move, the points there would be, and what these come from.

All of it is worked out from a guess at what the mover does not know, with one fixed key. So it tells the mover nothing, and what a move
would draw or show is no part of it: play stops right after the move itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .compiled import rule
from .game import Game
from .generic import act, result, sample, score_now
from .story import STORY, Event, Movement, pack_movements, read, read_movements

MOST_AT_ONCE = 128  # moves that somebody may ask about in one go: a story is long, and each move has two


class MovePreview(NamedTuple):
    """One move: the tiles that it moves, every seat's points if play stopped after it, and what is scored otherwise than before."""

    move: int
    movements: list[Movement]
    points: list[int]
    scoring: list[Event]


class Previews(NamedTuple):
    """What is scored if play stops now, and several moves."""

    scoring: list[Event]
    moves: list[MovePreview]


@rule
def preview_first(states: Any, key: Any, moves: Any, points: Any, places: Any, stories: Any) -> None:
    """The same, compiled. `states[0]` is the position, `states[1]` scratch; `stories[0, 1]` tells of now, `stories[at, 0]` of a move,
    `stories[at, 1]` of what would be scored after it."""
    sample(states[0], states[0].turn, key)
    for at in range(len(moves)):
        states[1] = states[0]
        if moves[at] >= 0:
            act(states[1], moves[at], stories[at, 0])
        if states[1].turn >= 0:
            score_now(states[1], stories[at, 1])
        result(states[1], points[at], places)


def preview_moves(game: Game, state: Any, moves: list[int]) -> Previews:
    """What some legal moves of the seat to move would do; nothing that it may not know matters for the answer.

    >>> import tegel
    >>> table = tegel.game("azul", key=(1, 2, 3, 4))
    >>> [found] = preview_moves(table.game, table.state, [table.game.parse("1k1")]).moves
    >>> [(moved.count, moved.source.name, moved.target.name) for moved in found.movements if moved.target.name != "centre"]
    [(1, 'disc', 'hand'), (1, 'hand', 'line')]
    >>> found.points, [(event.kind, event.points) for event in found.scoring]
    ([1, 0], [('tile', 1)])
    """
    asked = np.array([-1, *moves], np.int64)
    points = np.zeros((len(asked), int(state.players)), np.int16)
    stories = np.zeros((len(asked), 2), STORY)
    preview_first(game.copies(state, 2), np.zeros(4, np.uint64), asked, points, np.zeros(int(state.players), np.int16), stories)
    now = _scored(game, stories[0])
    return Previews(now, [_read(game, now, *told) for told in zip(moves, stories[1:], points[1:].tolist(), strict=True)])


def _read(game: Game, now: list[Event], move: int, told: Any, points: list[int]) -> MovePreview:
    movements = read_movements(pack_movements(told[:1]), game.places)
    return MovePreview(move, movements, points, fresh_events(now, _scored(game, told)))


def fresh_events(before: list[Event], after: list[Event]) -> list[Event]:
    """What is scored after a move and was not before it; of equal events each counts."""
    left = list(before)
    fresh = []
    for event in after:
        if event in left:
            left.remove(event)
        else:
            fresh.append(event)
    return fresh


def _scored(game: Game, told: Any) -> list[Event]:
    """What brought or cost points."""
    return [event for one in (told[:1], told[1:]) for event in read(one, game.events) if event.points != 0]
