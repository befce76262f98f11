"""The functions every game has. They ask the state which game it is: search, arena, environments and server need no other.

All work in place on a state record and can be called from Python, from compiled code and from CUDA kernels. Only legal
moves may be applied; `Table` is the checked way in for people.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import rule
from .dispatch import Family
from .story import FORCED, tell

rules = Family(lambda game: game.rules)


@rules.declare()
def setup(state: Any, key: Any) -> None:
    """Begin a game: the state's options stay, everything else is set up anew with this key (four words)."""
    raise NotImplementedError


@rules.declare()
def legal(state: Any, moves: Any) -> int:
    """Write the legal moves, ascending, and return how many: 0 when the game is over, else at least 2."""
    raise NotImplementedError


@rules.declare(copied=True)
def act(state: Any, move: int, story: Any) -> None:
    """Make a legal move, up to where the game itself has to go on (`has_pending`) or somebody has to decide; forced moves are not made."""
    raise NotImplementedError


@rules.declare(copied=True)
def has_pending(state: Any) -> bool:
    """Whether, after a move, the game itself has something to do before anybody decides: to score, to deal."""
    raise NotImplementedError


@rules.declare(copied=True)
def resolve_pending(state: Any, story: Any) -> None:
    """Do that."""
    raise NotImplementedError


@rules.declare(copied=True)
def only_move(state: Any) -> int:
    """The move, if exactly one is legal, else -1."""
    raise NotImplementedError


@rules.declare()
def reveals(before: Any, move: int, after: Any) -> bool:
    """Whether a move (without forced ones after it) showed anybody something new, given the states around it; from public facts alone."""
    raise NotImplementedError


@rules.declare()
def result(state: Any, points: Any, places: Any) -> None:
    """Write every seat's points and place (from 1, shared places equal) as the scores stand."""
    raise NotImplementedError


@rules.declare()
def score_now(state: Any, story: Any) -> None:
    """Score everything as if play stopped now; the state is over afterwards. For previews and estimates."""
    raise NotImplementedError


@rules.declare()
def hide(state: Any, viewer: int) -> None:
    """Remove all that a seat may not know, future draws included; viewer -1 is a spectator."""
    raise NotImplementedError


@rules.declare()
def sample(state: Any, viewer: int, key: Any) -> None:
    """Replace all that a seat may not know by a guess that fits all it has seen, drawn with this key, which also becomes the game's."""
    raise NotImplementedError


@rules.declare()
def check(state: Any) -> int:
    """0 if every invariant holds, else the number of the first broken one in the game's CHECKS."""
    raise NotImplementedError


@rule
def to_move(state: Any) -> int:
    """The seat that decides next, or -1 when the game is over."""
    return state.turn


@rule
def apply(state: Any, move: int, story: Any = None) -> None:
    """Make a legal move, and all that follows until somebody has to decide."""
    made: Any = np.int64(move)  # one type of number, so that it is compiled once
    while True:  # one place where a move is made, so that its code, all of a game's, is there once
        act(state, made, story)
        if has_pending(state):
            resolve_pending(state, story)
        made = only_move(state)
        if made < 0:
            return
        tell(story, FORCED, state.turn, move=made)
