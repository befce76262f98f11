"""The functions every game has. They ask the state which game it is: search, arena, environments and server need no other.

All work in place on a state record and can be called from Python, from compiled code and from CUDA kernels. Only legal
moves may be applied; `Table` is the checked way in for people.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from .compiled import rule
from .story import FORCED, tell

dtype_of = np.generic.dtype.__get__  # quicker than asking a record itself, which looks among its fields first
field_of = np.void.__getitem__  # the same
_rules: dict[tuple[str, ...], ModuleType] = {}


def bind(names: tuple[str, ...], rules: ModuleType) -> None:
    """Let the generic functions find the rules of states with these field names."""
    _rules[names] = rules


def _rules_of(state: Any) -> Any:
    """The rules module of a state, which is a NumPy record or, while compiling, a Numba type."""
    names = dtype_of(state).names or () if isinstance(state, np.void) else tuple(state.fields)
    return _rules[names]


def setup(state: Any, key: Any) -> None:
    """Begin a game: the state's options stay, everything else is set up anew with this key (four words)."""
    _rules_of(state).setup(state, key)


def legal(state: Any, moves: Any) -> int:
    """Write the legal moves, ascending, and return how many: 0 when the game is over, else at least 2."""
    return int(_rules_of(state).legal(state, moves))


def act(state: Any, move: int, story: Any) -> None:
    """Make a legal move, up to where the game itself has to go on (`between`) or somebody has to decide; forced moves are not made."""
    _rules_of(state).act(state, move, story)


def between(state: Any) -> bool:
    """Whether, after a move, the game itself has something to do before anybody decides: to score, to deal."""
    return bool(_rules_of(state).between(state))


def proceed(state: Any, story: Any) -> None:
    """Do that."""
    _rules_of(state).proceed(state, story)


def only_move(state: Any) -> int:
    """The move, if exactly one is legal, else -1."""
    return int(_rules_of(state).only_move(state))


def result(state: Any, points: Any, places: Any) -> None:
    """Write every seat's points and place (from 1, shared places equal) as the scores stand."""
    _rules_of(state).result(state, points, places)


def settle(state: Any) -> None:
    """Score everything as if play stopped now; the state is over afterwards. For previews and estimates."""
    _rules_of(state).settle(state)


def hide(state: Any, viewer: int) -> None:
    """Remove all that a seat may not know, future draws included; viewer -1 is a spectator."""
    _rules_of(state).hide(state, viewer)


def sample(state: Any, viewer: int, key: Any) -> None:
    """Replace all that a seat may not know by a guess that fits all it has seen, drawn with this key, which also becomes the game's."""
    _rules_of(state).sample(state, viewer, key)


def check(state: Any) -> int:
    """0 if every invariant holds, else the number of the first broken one in the game's CHECKS."""
    return int(_rules_of(state).check(state))


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
        if between(state):
            proceed(state, story)
        made = only_move(state)
        if made < 0:
            return
        tell(story, FORCED, state.turn, move=made)


@overload(setup, strict=False)
def _setup(state: Any, key: Any) -> Any:
    rules = _rules_of(state).setup
    return lambda state, key: rules(state, key)


@overload(legal, strict=False)
def _legal(state: Any, moves: Any) -> Any:
    rules = _rules_of(state).legal
    return lambda state, moves: rules(state, moves)


@overload(act, strict=False)
def _act(state: Any, move: Any, story: Any) -> Any:
    return _rules_of(state).act.py_func


@overload(between, strict=False)
def _between(state: Any) -> Any:
    return _rules_of(state).between.py_func


@overload(proceed, strict=False)
def _proceed(state: Any, story: Any) -> Any:
    return _rules_of(state).proceed.py_func


@overload(only_move, strict=False)
def _only_move(state: Any) -> Any:
    return _rules_of(state).only_move.py_func


@overload(result, strict=False)
def _result(state: Any, points: Any, places: Any) -> Any:
    rules = _rules_of(state).result
    return lambda state, points, places: rules(state, points, places)


@overload(settle, strict=False)
def _settle(state: Any) -> Any:
    rules = _rules_of(state).settle
    return lambda state: rules(state)


@overload(hide, strict=False)
def _hide(state: Any, viewer: Any) -> Any:
    rules = _rules_of(state).hide
    return lambda state, viewer: rules(state, viewer)


@overload(sample, strict=False)
def _sample(state: Any, viewer: Any, key: Any) -> Any:
    rules = _rules_of(state).sample
    return lambda state, viewer, key: rules(state, viewer, key)


@overload(check, strict=False)
def _check(state: Any) -> Any:
    rules = _rules_of(state).check
    return lambda state: rules(state)
