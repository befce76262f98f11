"""The solver of a game for the browser: best play to the end of a round."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import rule
from ..core.game import Game
from ..core.generic import sample
from ..search.heuristics import SCRATCH, SEATS, horizon
from ..search.solve import DEEPEST, ENTRY, TABLE_BITS, Solving, explore
from ..search.values import find_values
from .arena import check_arena
from .entry import Entry, Kind, Number, Numbers, Record, carray

NOT_SOLVED = -2  # more positions would be needed


def solver_dtype(game: Game) -> np.dtype[Any]:
    """What solving keeps from one call to the next; the states come first, so that they have the record's address."""
    values = find_values(game)
    return np.dtype(
        [
            ("states", game.dtype, (DEEPEST,)),
            ("root", game.dtype, (1,)),
            ("found", "f8", (3, SEATS)),  # worth, win chances and points of the state solved last
            ("left", "i8", (1,)),
            ("value", "f8", (values.STAGES, 2, len(values.FEATURES))),
            ("prior", "f8", (len(values.MOVE_FEATURES),)),
            ("key", "u8", (4,)),
            ("lean", "f8"),
            ("viewer", "i4"),
            ("table", ENTRY, (1 << TABLE_BITS,)),
        ],
        align=True,
    )


class Memory(NamedTuple):
    """What solving needs only while it goes on; of the same types as a search's, so that code is not compiled twice."""

    moves: Any
    likelihood: Any
    values: Any
    features: Any
    scratch: Any
    numbers: Any


@rule
def new_memory(most_legal: int, features: int) -> Memory:
    """Memory that fits a game."""
    return Memory(
        np.empty((DEEPEST, most_legal), np.int16),
        np.empty((DEEPEST, most_legal), np.float64),
        np.empty((DEEPEST, 3, SEATS), np.float64),
        np.zeros(features, np.float64),
        np.empty(SCRATCH, np.uint64),
        np.zeros((2, 8), np.int16),
    )


def solver_entries(game: Game) -> list[Entry]:
    """The entry points of the solver."""
    solver, state, number = Record("solver", solver_dtype(game)), Record("state", game.dtype), Number("i4")
    most_legal, words = game.most_legal, game.dtype.itemsize // 8
    features = len(find_values(game).FEATURES)
    check_arena(game, "the solver", new_memory(most_legal, features))

    def prepare_solver(solver: Any) -> None:
        """Forget positions met before, and fill in what the viewer cannot see of `root`, which must not matter (`foreseeable`)."""
        held = carray(solver, 1)[0]
        for at in range(len(held.table)):
            held.table[at].hash = 0
        sample(held.root[0], held.viewer, held.key)

    def solve(solver: Any, states: Any, state: Any, positions: Any) -> Any:
        """The best move of a state of the same round, its value in `found`; -1 at the horizon, -2 if that needs more positions.
        `states` is the solver's address."""
        held, memory = carray(solver, 1)[0], new_memory(most_legal, features)
        held.states[0] = carray(state, 1)[0]
        held.left[0] = positions
        level: Any = np.int64(0)  # no constant, to which a function that calls itself would be compiled specially
        solving = Solving(
            held.states,
            carray(states, (DEEPEST, words)),
            memory.moves,
            memory.likelihood,
            memory.values,
            held.table,
            held.left,
            held.value,
            held.prior,
            memory.features,
            memory.scratch,
            memory.numbers,
            int(horizon(held.root[0])),
            held.lean,
        )
        best = explore(level, -np.inf, np.inf, solving)
        for row in range(3):
            for seat in range(SEATS):
                held.found[row, seat] = memory.values[0, row, seat]
        return best

    where: dict[str, Kind] = {"solver": solver, "states": Numbers("u8"), "state": state}
    return [
        Entry(prepare_solver, {"solver": solver}, returns=False),
        Entry(solve, {**where, "positions": number}, returns=True, allocates=True),
    ]
