"""Whether a move shows anybody something new: what was hidden, or a draw. Only other moves can be taken back.

A move shows nothing if everybody could have worked out beforehand what they would see after it: in every guess that fits what
a viewer knew, the move is legal and leaves that viewer the same view as it really did.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import rule
from .game import Game
from .generic import apply, hide, legal, sample

GUESSES = 6  # a guess may hit the truth by chance


@rule
def _is_legal(state: Any, moves: Any, move: int) -> bool:
    count = legal(state, moves)
    at = 0
    while at < count and moves[at] != move:
        at += 1
    return at < count


@rule
def _reveals(states: Any, raw: Any, moves: Any, key: Any, move: int) -> bool:
    """`states[0]` is the position; the other three are scratch, and `raw` their bytes."""
    states[1] = states[0]
    apply(states[1], move)
    if states[1].draws != states[0].draws:
        return True
    for viewer in range(-1, states[0].players):
        states[2] = states[1]
        hide(states[2], viewer)
        for guess in range(GUESSES):
            key[0] = guess
            states[3] = states[0]
            sample(states[3], viewer, key)
            if not _is_legal(states[3], moves, move):
                return True
            apply(states[3], move)
            hide(states[3], viewer)
            for at in range(raw.shape[1]):
                if raw[2, at] != raw[3, at]:
                    return True
    return False


def reveals(game: Game, state: Any, move: int) -> bool:
    """Whether a legal move draws anything at random or shows any seat, or a spectator, something it could not know before.

    >>> import tegel
    >>> table = tegel.game("azul", key=(1, 2, 3, 4))
    >>> reveals(table.game, table.state, table.legal[0])
    False
    """
    states = game.copies(state, 4)
    raw = states.view(np.uint8).reshape(4, game.dtype.itemsize)
    moves = np.empty(game.most_legal, np.int16)
    return bool(_reveals(states, raw, moves, np.zeros(4, np.uint64), move))
