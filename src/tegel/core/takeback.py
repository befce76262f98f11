"""Whether a move shows anybody something new: what was hidden, or a draw. Only other moves can be taken back.

Each game's rules decide it from public facts. So the answer is the same whatever is hidden, and tells nobody anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import generic
from .compiled import rule
from .game import Game
from .generic import act, has_pending, only_move, resolve_pending, sample


@rule
def reveals_first(states: Any, key: Any, move: int) -> bool:
    """The same for the first of two states, compiled; both are changed."""
    sample(states[0], states[0].turn, key)  # what the mover may not know cannot matter from here on, not even for how long it takes
    made: Any = np.int64(move)
    while True:
        states[1] = states[0]
        act(states[1], made, None)
        if has_pending(states[1]):
            resolve_pending(states[1], None)
        if generic.reveals(states[0], made, states[1]):
            return True
        made = only_move(states[1])
        if made < 0:
            return False
        states[0] = states[1]


def reveals(game: Game, state: Any, move: int) -> bool:
    """Whether a legal move, with the forced ones after it, draws at random or shows a seat or a spectator what it could not know.

    >>> import tegel
    >>> table = tegel.game("azul", key=(1, 2, 3, 4))
    >>> reveals(table.game, table.state, table.legal[0])
    False
    """
    return bool(reveals_first(game.copies(state, 2), np.zeros(4, np.uint64), move))
