"""The search: repeatable, within its budget, the same for all games, and blind to what its seat may not know."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.errors import BadOption
from tegel.core.game import Game, find_game, game_names
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.analyse import plain_result
from tegel.search.heuristics import distinct, horizon, same_as
from tegel.search.search_result import Choice, SearchResult, rank
from tegel.search.settings import Budget
from tegel.search.think import Tree, _run, default_settings, think
from tegel.search.tree import EDGE, NODE, select
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

GAMES = game_names()


def found(result: SearchResult) -> list[Any]:
    """All that a result says but its time."""
    return [(c.move, c.visits, c.worth, c.win, c.points, c.error, c.line) for c in result.choices]


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_every_configuration_is_searched(configuration: tuple[str, dict]) -> None:
    table = play_random(new_table(*configuration, seed=5), seed=5, most=7)
    result = think(table.view(table.turn), Budget(simulations=60), seed=1, network=None)
    assert result.best.move in table.legal
    for choice in result.choices:
        assert choice.move in table.legal
        if choice.visits or result.exact:
            assert sum(choice.win) == pytest.approx(1)
    if not result.exact:
        assert sum(choice.visits for choice in result.choices) == result.simulations == 60


CHOICES = {  # visits, worth and standard error of moves 1, 2, ..., and how they are ranked
    "worth more, and surely so": ([(90, 0.50, 0.03), (30, 0.62, 0.05)], [2, 1]),
    "worth more, perhaps": ([(90, 0.50, 0.03), (30, 0.62, 0.10)], [1, 2]),
    "tried too little to tell": ([(90, 0.50, 0.03), (7, 0.99, 0.0), (20, 0.30, 0.05)], [1, 3, 2]),
    "agreeing by chance": ([(900, 0.50, 0.01), (9, 0.54, 0.0)], [1, 2]),
    "nothing known well": ([(2, 0.40, 0.1), (3, 0.20, 0.1), (3, 0.30, 0.1), (0, 0.0, 0.0)], [3, 2, 1, 4]),
    "all alike": ([(20, 0.50, 0.1), (20, 0.50, 0.1)], [1, 2]),
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_best_move_is_surely_worth_most(name: str) -> None:
    given, ranked = CHOICES[name]
    choices = [
        Choice(move, "", visits, 0.0, 0.0, worth, (worth, 1 - worth), (0.0, 0.0), error, (move,))
        for move, (visits, worth, error) in enumerate(given, 1)
    ]
    assert [choice.move for choice in rank(choices, sure=True)] == ranked
    assert [choice.move for choice in rank(choices, sure=False)] == sorted(
        ranked, key=lambda move: (-given[move - 1][0], -given[move - 1][1])
    )


def test_nothing_is_told_of_moves_never_tried() -> None:
    view = _view("azul", moves=0)
    result = think(view, Budget(simulations=3), seed=1, settings=_unsolved(view), network=None)
    assert 1 <= len(result.looked_at) <= 3 < len(result.choices)
    assert all(choice.visits for choice in result.looked_at)
    assert len(plain_result(result, view.game.code, top=10)["moves"]) == len(result.looked_at)
    one = think(view, Budget(simulations=1), seed=1, settings=_unsolved(view), network=None)
    assert one.certainty == 1, "there is nothing to compare with"


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_and_a_number_of_simulations_decide_everything(name: str) -> None:
    view = _view(name, moves=4)
    first, again = (think(view, Budget(simulations=300), seed=7, settings=_unsolved(view), network=None) for _ in range(2))
    other = think(view, Budget(simulations=300), seed=8, settings=_unsolved(view), network=None)
    assert found(first) == found(again)
    assert found(first) != found(other)


def test_more_threads_add_up() -> None:
    view = _view("azul", moves=4)
    result = think(view, Budget(simulations=400), seed=7, threads=2, settings=_unsolved(view), network=None)
    assert result.simulations == 400
    assert sum(choice.visits for choice in result.choices) == 400


def test_time_is_kept() -> None:
    view = _view("azul", moves=4)
    think(view, Budget(simulations=1), seed=1, settings=_unsolved(view), network=None)
    spent = think(view, Budget(seconds=0.05), seed=1, settings=_unsolved(view), network=None).seconds
    assert 0.05 <= spent < 1.0


def test_a_first_move_is_the_only_one_looked_at() -> None:
    view = _view("azul", moves=4)
    move = view.legal[-1]
    result = think(view, Budget(simulations=50), seed=1, first=move, network=None)
    assert [choice.move for choice in result.choices] == [move]
    assert result.best.visits == 50


@pytest.mark.parametrize("budget", [{}, {"simulations": 0}, {"seconds": 0.0}, {"seconds": float("inf")}])
def test_bad_budgets_are_refused(budget: dict) -> None:
    with pytest.raises(BadOption, match="budget"):
        Budget(**budget)


def test_thinking_out_of_turn_is_refused() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    with pytest.raises(BadOption, match="turn"):
        think(table.view(1 - table.turn), Budget(simulations=1))


def test_a_full_tree_goes_on_with_what_it_has() -> None:
    view = _view("azul", moves=0)
    tree = Tree(view, _unsolved(view), 1, 50)
    tree.grow(2000)
    edges, _ = tree.read()
    assert tree.done == 2000
    assert edges["visits"].sum() <= 2000


def test_equal_discs_are_one_choice() -> None:
    table = next(t for t in (tegel.game("azul", key=(n, 2, 3, 4)) for n in range(1000)) if (t.state.discs[1] == t.state.discs[3]).all())
    legal = np.array(table.legal, np.int16)
    view = table.view(table.turn)
    think(view, Budget(simulations=1), network=None)
    moves = legal.copy()
    kept = moves[: distinct(view.state, moves, len(moves))]
    assert len(kept) < len(legal)
    assert not any(30 * 3 <= move < 30 * 4 for move in kept)
    assert same_as(view.state, 30 * 3 + 7) == 30 * 1 + 7
    assert {int(same_as(view.state, int(move))) for move in legal} == set(kept.tolist())


@pytest.mark.parametrize("name", GAMES)
def test_hidden_things_change_neither_move_nor_evaluation(name: str) -> None:
    """Thousands of positions of each game: everything the seat may not know, the key included, is exchanged."""
    game = find_game(name)
    source = random.Random(name)
    positions, changed = 0, 0
    while positions < 2000:
        options = source.choice(game.variants)
        table = new_table(name, options, source.getrandbits(32))
        while not table.over and positions < 2000:
            view = table.view(table.turn)
            twin = _with_other_secrets(game, table, source)
            changed += twin.tobytes() != table.state.tobytes()
            generic.hide(twin, table.turn)
            other = View(game, twin, table.turn)
            seed = source.getrandbits(32)
            assert _grown(view, seed) == _grown(other, seed)
            positions += 1
            table.play(source.choice(table.legal))
    assert changed == positions


def _with_other_secrets(game: Game, table: Table, source: random.Random) -> Any:
    """The same to the eyes of the seat to move, with other hidden things and another future."""
    twin = game.copy(table.state)
    key = np.array([source.getrandbits(64) for _ in range(4)], np.uint64)
    generic.sample(twin, table.turn, key)
    return twin


def _grown(view: View, seed: int) -> bytes:
    tree = Tree(view, default_settings(view), seed, 12)
    tree.grow(12)
    edges, lines = tree.read()
    return bytes(edges.tobytes()) + repr(lines).encode()


def _view(name: str, moves: int) -> View:
    table = play_random(new_table(name, {}, seed=3), seed=3, most=moves)
    return table.view(table.turn)


def _unsolved(view: View) -> Any:
    return replace(default_settings(view), solve=0)


@pytest.mark.parametrize("name", GAMES)
def test_the_horizon_is_where_it_should_be(name: str) -> None:
    """It never moves within a turn's own steps, and always with a new deal."""
    table = new_table(name, {}, seed=9)
    _view(name, 0)
    think(table.view(table.turn), Budget(simulations=1), network=None)
    source = random.Random(9)
    while not table.over:
        before, round_before = horizon(table.state), getattr(table.state, "round_number", 0)
        table.play(source.choice(table.legal))
        if not table.over:
            assert (horizon(table.state) != before) == (getattr(table.state, "round_number", 0) != round_before)


@pytest.mark.parametrize("prior", [0.0, np.nan, np.inf])
def test_a_legal_move_is_chosen_even_if_no_score_is_a_number(prior: float) -> None:
    """Priors that are all 0 make every score NaN; the edge chosen is still one of those there are."""
    nodes, edges = np.zeros(1, NODE), np.zeros(3, EDGE)
    edges["prior"] = prior
    settings = default_settings(tegel.game("azul").view(0)).numbers()
    assert select(nodes[0], edges, np.array([1, 2]), 2, 0, settings) in (1, 2)


class Slow:
    """A tree that makes a thousand simulations a second, on a clock of its own."""

    def __init__(self) -> None:
        self.done = 0

    def grow(self, simulations: int) -> None:
        self.done += simulations

    def clock(self) -> float:
        return self.done / 1000


def test_a_search_by_time_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds in (0.05, 0.3, 1.0):
        tree: Any = Slow()
        monkeypatch.setattr("tegel.search.think.time.perf_counter", tree.clock)
        _run(tree, None, seconds, 0.0, lambda part: None)
        assert seconds <= tree.clock() <= seconds + 0.002
