"""Best play up to the horizon, exactly: every line of play that matters is played out to the end of the round and valued there.

Two players have opposite aims, so alpha-beta cuts apply; with more, each maximises its own worth and every line is seen. Positions
met before, in another order of moves, are looked up. Only for positions where everything up to the horizon is open.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import rule
from ..core.generic import apply, legal, sample
from ..core.view import View
from .heuristics import SCRATCH, SEATS, distinct, evaluate, foreseeable, horizon, outcome, weigh_moves, worth
from .search_result import Choice, SearchResult
from .settings import Settings
from .values import find_values, find_weights

DEEPEST = 60
TABLE_BITS = 16
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
WORTH, WIN, POINTS = range(3)  # rows of a value
EXACT, AT_LEAST, AT_MOST = range(3)  # what a value that was cut off tells (of seat 0's worth)
ENTRY = np.dtype([("hash", "u8"), ("bound", "i1"), ("move", "i2"), ("value", "f8", (3, SEATS))])


@rule
def fingerprint(words: Any) -> Any:
    """A 64-bit hash of a state's bytes."""
    mixed = np.uint64(len(words))
    for at in range(len(words)):
        mixed = (mixed ^ words[at]) * MULTIPLIER
        mixed ^= mixed >> np.uint64(29)
    return mixed


@rule
def slot_of(known: Any) -> int:
    """The place of a fingerprint in the table: its highest bits."""
    return np.int64(known >> np.uint64(64 - TABLE_BITS))  # type: ignore[return-value]


@rule
def order(moves: Any, likelihood: Any, count: int) -> None:
    """Likely moves first: cuts come sooner."""
    for at in range(1, count):
        move, weight = moves[at], likelihood[at]
        place = at
        while place > 0 and likelihood[place - 1] < weight:
            moves[place] = moves[place - 1]
            likelihood[place] = likelihood[place - 1]
            place -= 1
        moves[place] = move
        likelihood[place] = weight


@rule
def keep_value(value: Any, target: Any) -> None:
    """Copy a value. (Numba takes a second to compile a copy of arrays that tells of shapes that do not fit.)"""
    for row in range(3):
        for seat in range(SEATS):
            target[row, seat] = value[row, seat]


@rule
def value_leaf(state: Any, lean: float, weights: Any, features: Any, numbers: Any, value: Any) -> None:
    """The value at the horizon or at the end."""
    if state.turn < 0:
        outcome(state, numbers, value[WIN], value[POINTS])
    else:
        evaluate(state, weights, features, value[WIN], value[POINTS])
    worth(state.players, lean, value[WIN], value[POINTS], value[WORTH])


class Solving(NamedTuple):
    """All that solving a position works with."""

    states: Any  # by level, as are the next four
    words: Any  # the same states as numbers
    moves: Any
    likelihood: Any
    values: Any
    table: Any  # positions met before
    left: Any  # how many positions may still be looked at
    weights: Any  # of the hand-made value
    prior: Any  # weights of the hand-made prior
    features: Any  # the rest is scratch memory
    scratch: Any
    numbers: Any
    start: int  # the horizon to solve up to
    lean: float


@rule
def explore(level: int, alpha: float, beta: float, solving: Solving) -> int:
    """Value the state at a level into `values` there; returns the best move, -1 at a leaf, -2 when the positions allowed are used up.

    With two players `alpha` and `beta` bound what matters of seat 0's worth; a value outside them is a bound itself, so an equal one may
    be worse and does not replace the best. With more, of moves of equal worth the lowest counts, whatever the order.
    """
    states, moves, likelihood, values = solving.states, solving.moves, solving.likelihood, solving.values
    state = states[level]
    if state.turn < 0 or horizon(state) != solving.start:
        value_leaf(state, solving.lean, solving.weights, solving.features, solving.numbers, values[level])
        return -1
    solving.left[0] -= 1
    if solving.left[0] < 0 or level + 1 >= len(states):
        return -2
    known = fingerprint(solving.words[level])
    entry = solving.table[slot_of(known)]
    if entry.hash == known:
        seen = entry.value[WORTH, 0]
        if entry.bound == EXACT or (entry.bound == AT_LEAST and seen >= beta) or (entry.bound == AT_MOST and seen <= alpha):
            keep_value(entry.value, values[level])
            return int(entry.move)
    count = distinct(state, moves[level], legal(state, moves[level]))
    weigh_moves(state, moves[level], count, solving.prior, solving.scratch, likelihood[level])
    order(moves[level], likelihood[level], count)
    seat = int(state.turn)
    two = state.players == 2
    low, high = alpha, beta
    best = -1
    for at in range(count):
        move = int(moves[level, at])
        states[level + 1] = state
        apply(states[level + 1], move)
        found = explore(level + 1, low, high, solving)
        if found == -2:
            return -2
        mine = values[level + 1, WORTH, seat]
        if best < 0 or mine > values[level, WORTH, seat] or (not two and mine == values[level, WORTH, seat] and move < best):
            keep_value(values[level + 1], values[level])
            best = move
        if two:
            if seat == 0:
                low = max(low, values[level, WORTH, 0])
            else:
                high = min(high, values[level, WORTH, 0])
            if low >= high:
                break
    final = values[level, WORTH, 0]
    entry = solving.table[slot_of(known)]
    entry.hash = known
    entry.move = best
    keep_value(values[level], entry.value)
    entry.bound = EXACT if not two or alpha < final < beta else AT_LEAST if final >= beta else AT_MOST
    return best


class Solver:
    """Solves positions of one round, remembering what it has seen."""

    def __init__(self, view: View, settings: Settings) -> None:
        find_values(view.game)
        weights = find_weights(view.game, view.state)
        self._states = np.zeros(DEEPEST, view.game.dtype)
        most = view.game.most_legal
        self.values = np.zeros((DEEPEST, 3, SEATS))
        self.left = np.zeros(1, np.int64)
        self._solving = Solving(
            self._states,
            self._states.view(np.uint64).reshape(DEEPEST, -1),
            np.zeros((DEEPEST, most), np.int16),
            np.zeros((DEEPEST, most)),
            self.values,
            np.zeros(1 << TABLE_BITS, ENTRY),
            self.left,
            weights.value,
            weights.prior,
            np.zeros(weights.value.shape[2]),
            np.zeros(SCRATCH, np.uint64),
            np.zeros((2, 8), np.int16),
            horizon(view.state),
            settings.lean,
        )
        self.root = view.game.copy(view.state)
        sample(self.root, view.seat, np.zeros(4, np.uint64))

    def solve(self, state: Any, positions: int) -> int | None:
        """The best move of a state, its value in `values[0]`; -1 at the horizon, None if more positions would be needed."""
        self._states[0] = state
        self.left[0] = positions
        move = int(explore(0, -np.inf, np.inf, self._solving))
        return None if move == -2 else move


def solve_view(view: View, settings: Settings, positions: int, every: bool = False) -> SearchResult | None:
    """The exact answer, for all moves or the best alone; None where something is hidden or more positions would be needed."""
    find_values(view.game)
    if not foreseeable(view.state):
        return None
    start = time.perf_counter()
    solver = Solver(view, settings)
    best = solver.solve(solver.root, positions)
    if best is None:
        return None
    moves = [best]
    if every:
        listed = np.array(view.legal, np.int16)
        moves = listed[: distinct(view.state, listed, len(listed))].tolist()
    choices = []
    for move in moves:
        choice = _choice(view, solver, move, positions)
        if choice is None:
            return None
        choices.append(choice)
    choices.sort(key=lambda choice: (-choice.worth, choice.move))
    return SearchResult(view.seat, tuple(choices), choices[0].win, choices[0].points, 0, time.perf_counter() - start, True)


def _choice(view: View, solver: Solver, first: int, positions: int) -> Choice | None:
    """A move with its exact value and the best play after it."""
    state = view.game.copy(solver.root)
    line, move, value = [], first, None
    while move >= 0:
        line.append(move)
        apply(state, move)
        found = solver.solve(state, positions)
        if found is None:
            return None
        if value is None:
            value = solver.values[0, :, : view.players].copy()
        move = found
    assert value is not None
    return Choice(
        move=first,
        code=view.game.code(first),
        visits=0,
        share=0.0,
        prior=0.0,
        worth=float(value[WORTH, view.seat]),
        win=tuple(float(x) for x in value[WIN]),
        points=tuple(float(x) for x in value[POINTS]),
        error=0.0,
        line=tuple(line),
    )
