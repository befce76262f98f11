"""Proofs about the end of a game agree with brute force, and a search with proofs plays what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tegel.core.generic import apply, legal
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.endings import Prover, in_sight, settle
from tegel.search.heuristics import horizon, may_end
from tegel.search.search_result import Choice, SearchResult
from tegel.search.settings import Budget
from tegel.search.simple import GreedyPlayer
from tegel.search.think import learned_settings, think
from tests.configurations import new_table

OPTIONS: list[tuple[dict[str, Any], int]] = [({"players": 2}, 30), ({"players": 2, "wall": "grey"}, 12), ({"players": 3}, 12)]
ENOUGH = 10**6  # positions


def view_of(table: Table) -> View:
    assert table.turn is not None
    return table.view(table.turn)


def late_positions(options: dict[str, Any], wanted: int) -> list[Table]:
    """Positions with little left to decide in a round that may be the last, from greedy games."""
    found: list[Table] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        table, player = new_table("azul", options, seed), GreedyPlayer(seed)
        while not table.over:
            left = np.count_nonzero(table.state.discs) + np.count_nonzero(table.state.centre)
            full = sum(np.count_nonzero(board.line_count > np.arange(5)) for board in table.state.boards[: table.players])
            if may_end(table.state) and len(table.legal) > 1 and left + (full if table.state.grey else 0) <= 4 + seed % 2:
                found.append(table)
                break
            table.play(player.decide(view_of(table)))
    return found


def forced(game: Any, state: Any, start: int, seat: int) -> bool:
    """The same by brute force: no table, no order, no moves merged, no look at whether the end may come."""
    if state.turn < 0:
        points, places = np.zeros(8, np.int16), np.zeros(8, np.int16)
        game.rules.result(state, points, places)
        winners = [other for other in range(state.players) if places[other] == 1]
        return winners == [seat]
    if horizon(state) != start:
        return False
    moves = np.empty(game.most_legal, np.int16)
    answers = (forced(game, after(game, state, move), start, seat) for move in moves[: legal(state, moves)].tolist())
    return any(answers) if state.turn == seat else all(answers)


def after(game: Any, state: Any, move: int) -> Any:
    found = game.copy(state)
    apply(found, move)
    return found


@pytest.mark.parametrize(("options", "wanted"), OPTIONS)
def test_brute_force_agrees(options: dict[str, Any], wanted: int) -> None:
    answers = []
    for table in late_positions(options, wanted):
        view = view_of(table)
        prover = Prover(view)
        for seat in range(table.players):
            prover.allow(ENOUGH)
            answer = prover.wins(seat)
            assert answer == forced(table.game, prover.root, horizon(view.state), seat)
            answers.append(answer)
    assert 0 < sum(map(bool, answers)) < len(answers)


def test_a_move_is_judged_by_what_comes_after_it() -> None:
    for table in late_positions({"players": 2}, 10):
        view = view_of(table)
        prover = Prover(view)
        prover.allow(ENOUGH)
        assert prover.wins(view.seat) == any(prover.wins(view.seat, move) for move in view.legal)
        lost = all(prover.wins(1 - view.seat, move) for move in view.legal)
        assert prover.wins(1 - view.seat) == lost


def test_with_too_few_positions_there_is_no_answer() -> None:
    table = late_positions({"players": 2}, 1)[0]
    prover = Prover(view_of(table))
    prover.allow(1)
    assert prover.wins(0) is None
    prover.allow(ENOUGH)
    assert prover.wins(0) is not None


def test_only_an_open_end_is_in_sight() -> None:
    for name, options in (("azul", {}), ("duel", {}), ("blockers", {})):
        assert not in_sight(view_of(new_table(name, options, 1)))  # the first move of a game
    assert in_sight(view_of(late_positions({"players": 2}, 1)[0]))
    assert in_sight(view_of(new_table("azul", {"rounds": 1}, 1)))  # no row can be complete, but this round is the last


def believed(view: View, moves: list[int]) -> SearchResult:
    """A search that likes these moves, the first most."""
    choices = tuple(Choice(move, view.game.code(move), 10, 0.5, 0.5, 0.5, (0.5, 0.5), (0.0, 0.0), 0.1, (move,)) for move in moves)
    return SearchResult(view.seat, choices, choices[0].win, choices[0].points, 100, 0.1)


def test_a_search_that_errs_is_put_right() -> None:
    """Of all orders the proved victory comes first; without one, a move that does not lose; else what the search said."""
    kinds = set()
    for table in late_positions({"players": 2}, 60):
        view = view_of(table)
        prover = Prover(view)
        prover.allow(ENOUGH)
        wins = [move for move in view.legal if prover.wins(view.seat, move)]
        losses = [move for move in view.legal if prover.wins(1 - view.seat, move)]
        moves = sorted(view.legal, key=lambda move: (move in wins) - (move in losses))  # the worst first
        found = settle(view, believed(view, moves), ENOUGH)
        assert sorted(choice.move for choice in found.choices) == sorted(moves)
        if wins:
            assert found.move in wins
            assert found.win[view.seat] == 1.0
        elif len(losses) < len(moves):
            assert found.move not in losses
        else:
            assert found.move == moves[0]
        kinds.add((bool(wins), len(losses) < len(moves)))
    assert len(kinds) > 1


def test_a_player_with_proofs_plays_a_proved_victory() -> None:
    for table in late_positions({"players": 2}, 10):
        view = view_of(table)
        settings = replace(learned_settings(view), prove=ENOUGH)
        prover = Prover(view)
        prover.allow(ENOUGH)
        for budget in (Budget(simulations=1), Budget(seconds=0.01)):
            found = think(view, budget, seed=1, settings=settings)
            if prover.wins(view.seat):
                assert prover.wins(view.seat, found.move)
                assert found.win[view.seat] == 1.0
