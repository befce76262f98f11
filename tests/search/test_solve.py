"""The solver agrees with brute force on small positions, and takes over where it is cheap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tegel.core.generic import apply, legal
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.heuristics import horizon
from tegel.search.settings import Budget
from tegel.search.solve import WORTH, Solver, solve_view, value_leaf
from tegel.search.think import default_settings, think
from tegel.search.values import find_weights
from tests.configurations import new_table, play_random

SMALL = 4  # decisions, about, in the positions that are compared


class BruteForce:
    """Every line of play, without cuts, orders, tables or merged moves."""

    def __init__(self, view: View, start: int) -> None:
        self.game, self.start = view.game, start
        self.weights = find_weights(view.game, view.state).value
        self.lean = default_settings(view).lean
        self.seen = 0

    def value(self, state: Any) -> Any:
        self.seen += 1
        value = np.zeros((3, 5))
        if state.turn < 0 or horizon(state) != self.start:
            value_leaf(state, self.lean, self.weights, np.zeros(self.weights.shape[2]), np.zeros((2, 8), np.int16), value)
            return value
        return max((found for _, found in self.moves(state)), key=lambda found: found[WORTH, state.turn])

    def moves(self, state: Any) -> list[tuple[int, Any]]:
        listed = np.empty(self.game.most_legal, np.int16)
        found = []
        for move in listed[: legal(state, listed)].tolist():
            after = self.game.copy(state)
            apply(after, move)
            found.append((move, self.value(after)))
        return found


def small_positions(options: dict[str, Any], wanted: int) -> list[Table]:
    """Positions with little left to decide in the round, from random games."""
    found: list[Table] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        table = new_table("azul", options, seed)
        play_random(table, seed, most=5 + seed % 30)
        while not table.over and not is_small(table):
            play_random(table, seed + len(table.moves), most=len(table.moves) + 1)
        if not table.over:
            found.append(table)
    return found


def is_small(table: Table) -> bool:
    """Few kinds of tiles on offer, few moves; on the grey wall few full lines too, since each brings a choice of columns."""
    left = np.count_nonzero(table.state.discs) + np.count_nonzero(table.state.centre)
    boards = table.state.boards[: table.players]
    full = sum(np.count_nonzero(board.line_count > np.arange(5)) for board in boards)
    return left <= SMALL and len(table.legal) <= 12 and (not table.state.grey or left + full <= SMALL)


@pytest.mark.parametrize(("options", "wanted"), [({"players": 2}, 40), ({"players": 2, "wall": "grey"}, 15), ({"players": 3}, 15)])
def test_brute_force_agrees(options: dict, wanted: int) -> None:
    nodes = 0
    for table in small_positions(options, wanted):
        view = table.view(table.turn)
        solver = Solver(view, default_settings(view))
        brute = BruteForce(view, horizon(view.state))
        best = solver.solve(solver.root, 10**6)
        values = dict(brute.moves(solver.root))
        most = max(value[WORTH, table.turn] for value in values.values())
        assert solver.values[0, WORTH, table.turn] == pytest.approx(most, abs=1e-12)
        assert values[best][WORTH, table.turn] == pytest.approx(most, abs=1e-12)
        nodes += brute.seen
    assert nodes > 10 * wanted


def test_every_move_gets_its_exact_value() -> None:
    for table in small_positions({"players": 2}, 10):
        view = table.view(table.turn)
        result = solve_view(view, default_settings(view), 10**6, every=True)
        brute = dict(BruteForce(view, horizon(view.state)).moves(Solver(view, default_settings(view)).root))
        assert result is not None
        assert result.exact
        for choice in result.choices:
            assert choice.worth == pytest.approx(brute[choice.move][WORTH, table.turn], abs=1e-12)
            assert choice.line[0] == choice.move


def test_too_much_to_see_gives_no_answer() -> None:
    view = new_table("azul", {}, 1).view(new_table("azul", {}, 1).turn)
    assert solve_view(view, default_settings(view), 1000) is None


def test_hidden_things_give_no_answer() -> None:
    table = new_table("blockers", {}, 1)
    view = table.view(table.turn)
    assert solve_view(view, default_settings(view), 10**6) is None


def test_the_search_hands_over_to_the_solver() -> None:
    table = small_positions({"players": 2}, 1)[0]
    view = table.view(table.turn)
    solved = think(view, Budget(simulations=1000), seed=1, network=None)
    searched = think(view, Budget(simulations=20000), seed=1, settings=replace(default_settings(view), solve=0), network=None)
    assert solved.exact
    assert not searched.exact
    assert searched.best.worth == pytest.approx(solved.best.worth, abs=0.02)


def test_tiling_in_duel_is_solved() -> None:
    """The tiling is one player's own affair: the solver never does worse than any line of random choices."""
    solved = 0
    for seed in range(40):
        table = new_table("duel", {}, seed)
        while not table.over and table.state.phase < 7:
            play_random(table, seed + len(table.moves), most=len(table.moves) + 1)
        if not table.over:
            view = table.view(table.turn)
            result = solve_view(view, default_settings(view), 10**5, every=True)
            if result is not None:
                solved += 1
                assert result.best.worth == max(choice.worth for choice in result.choices)
    assert solved > 10
