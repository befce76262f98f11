"""A position as all its viewers see it, worked out in one compiled call: whoever serves many games calls it after every move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .compiled import rule
from .game import Game
from .generic import hide, legal, result, score_now


class VisibleState(NamedTuple):
    """What a viewer may know: the hidden state, the points as they stand, and those there would be if play stopped now."""

    state: Any
    raw: bytes  # the same state; equal where viewers see the same
    scores: list[int]
    preview: list[int]


@rule
def _write_visible(states: Any, points: Any, places: Any, moves: Any) -> int:
    """`states[0]` is the truth, `states[1]` scratch; then come a spectator and every seat. Returns the number of legal moves."""
    count = 0
    over = states[0].turn < 0
    for viewer in range(-1, states[0].players):
        at = viewer + 3
        states[at] = states[0]
        hide(states[at], viewer)
        result(states[at], points[at, 0], places)
        if over:
            result(states[at], points[at, 1], places)
            continue
        states[1] = states[at]
        score_now(states[1], None)
        result(states[1], points[at, 1], places)
        if viewer == states[0].turn:
            count = legal(states[at], moves)
    return count


def visible_states(game: Game, state: Any, players: int) -> tuple[list[VisibleState], list[int]]:
    """What a spectator and every seat see (seat -1 first), and the legal moves of the seat to move.

    >>> import tegel
    >>> table = tegel.game("blockers", key=(1, 2, 3, 4))
    >>> visible, moves = visible_states(table.game, table.state, table.players)
    >>> moves == table.legal, visible[1].scores
    (True, [0, 0])
    >>> [state.raw == table.view(seat).state.tobytes() for seat, state in enumerate(visible, -1)]
    [True, True, True]
    """
    size = game.dtype.itemsize
    states = game.copies(state, players + 3)
    points = np.zeros((players + 3, 2, players), np.int16)
    moves = np.empty(game.most_legal, np.int16)
    count = _write_visible(states, points, np.zeros(players, np.int16), moves)
    raw = states.tobytes()
    both = points.tolist()
    seen = range(2, players + 3)
    return [VisibleState(states[at], raw[at * size : (at + 1) * size], *both[at]) for at in seen], moves[:count].tolist()
