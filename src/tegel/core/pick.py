"""One legal move by its number, without a list of them all: for GPUs, where a list of moves lies in slow memory.

`legal` writes the moves one after the other into whatever it is given. A `Pick` keeps only the one that is wanted.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from .generic import legal

NOTHING = np.int64(-1)  # wanted, when the moves are only counted


class Pick(NamedTuple):
    """Stands where a list of moves would: `wanted` is the place in it that counts, `kept[0]` the move written there."""

    wanted: Any
    kept: Any

    def __setitem__(self, at: int, move: int) -> None:
        if at == self.wanted:
            self.kept[0] = move


def _is_pick(moves: Any) -> bool:
    return isinstance(moves, Pick) or (isinstance(moves, types.NamedTuple) and moves.instance_class is Pick)


@overload(operator.setitem, strict=False)
def _keep(moves: Any, at: Any, move: Any) -> Any:
    if not _is_pick(moves):
        return None

    def keep(moves: Any, at: Any, move: Any) -> None:
        if at == moves.wanted:
            moves.kept[0] = move

    return keep


def choose(state: Any, number: Any, moves: Any) -> Any:
    """How many moves are legal, and the one that a random number chooses among them; `moves` is room for a list, or a `Pick`."""
    return (_choose_by_picking if _is_pick(moves) else _choose_from_list)(state, number, moves)


def _choose_from_list(state: Any, number: Any, moves: Any) -> Any:
    count = legal(state, moves)
    return count, moves[np.int64(number % np.uint64(count))]


def _choose_by_picking(state: Any, number: Any, moves: Any) -> Any:
    wanted = NOTHING
    while True:
        count = legal(state, Pick(wanted, moves.kept))
        if wanted >= 0:
            return count, moves.kept[0]
        wanted = np.int64(number % np.uint64(count))


@overload(choose, strict=False)
def _choose(state: Any, number: Any, moves: Any) -> Any:
    return _choose_by_picking if _is_pick(moves) else _choose_from_list
