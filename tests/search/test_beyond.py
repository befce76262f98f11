"""Looks beyond the horizon: when there are any, what they change, and that they know better."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.beyond import GUESS, VISITS_PER_LOOK, compare, correct
from tegel.search.heuristics import horizon, same_as
from tegel.search.network import shipped_network
from tegel.search.retrace import DEALS, VISITS_PER_DEAL
from tegel.search.settings import Budget
from tegel.search.think import Tree, learned_settings, think
from tegel.search.tree import CODES, COUNTERS, EDGE, EDGES, LUCK, NEVER, NODE, NODES, NONE, TreeArrays, new_buffers
from tegel.search.values.azul import LEARNED
from tests.configurations import new_table, play_random

FEWEST = LEARNED.beyond
LONG = FEWEST + 6_000
TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 4}, {"players": 3, "wall": "grey"}]


def grown(view: View, simulations: int, beyond: int = FEWEST, seed: int = 1) -> Tree:
    settings = replace(learned_settings(view), beyond=beyond)
    tree = Tree(view, settings, seed, simulations, None, shipped_network(view.game))
    tree.grow(simulations)
    return tree


def late_in_a_round(options: dict[str, Any], seed: int = 3, left: int = 6) -> Table:
    """So many moves before the second round ends."""
    whole = play_random(new_table("azul", options, seed=seed), seed=seed)
    rounds = [
        int(play_random(new_table("azul", options, seed=seed), seed=seed, most=most).state.round_number) for most in range(len(whole.moves))
    ]
    return play_random(new_table("azul", options, seed=seed), seed=seed, most=rounds.index(3) - left)


def used(tree: Tree) -> tuple[Any, Any]:
    """Its nodes, and how often edges led to each."""
    counters = tree._arrays.counters
    edges = tree.edges[: int(counters[EDGES])]
    leading = edges[edges["node"] != NONE]
    count = int(counters[NODES])
    return tree.nodes[:count], np.bincount(leading["node"], leading["visits"], count)


def test_a_short_search_does_not_look_beyond() -> None:
    """So levels play as they did."""
    table = late_in_a_round({"players": 2})
    with_looks, without = (grown(table.view(table.turn), FEWEST - 2, beyond) for beyond in (FEWEST, 0))
    assert not used(with_looks)[0]["looks"].any()
    for one, other in zip(used(with_looks), used(without), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_long_search_looks_where_visits_lead(options: dict[str, Any]) -> None:
    table = late_in_a_round(options)
    nodes, visits = used(grown(table.view(table.turn), LONG))
    looked = (nodes["looks"] > 0) & (nodes["looks"] < NEVER)
    assert looked.sum() >= 3
    assert (nodes["first"][looked] == NONE).all(), "where a round goes on, the tree goes on"
    assert (nodes["looks"][looked] <= visits[looked] // VISITS_PER_LOOK).all()


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_chances_still_add_up(options: dict[str, Any]) -> None:
    table = late_in_a_round(options)
    tree = grown(table.view(table.turn), LONG)
    nodes, _ = used(tree)
    visited = nodes[nodes["visits"] > 0]
    assert visited["looks"].any()
    assert np.allclose(visited["win"].sum(1) / visited["visits"], 1.0)


def test_a_position_without_room_for_its_moves_is_valued_on() -> None:
    """There is nothing beyond it to look at, and more to learn from rollouts."""
    table = play_random(new_table("azul", {"players": 2}, seed=3), seed=3, most=2)
    view = table.view(table.turn)
    tree = Tree(view, learned_settings(view), 1, LONG, None, shipped_network(view.game))
    tree._arrays = tree._arrays._replace(edges=tree.edges[:300])
    tree.grow(LONG)
    nodes, visits = used(tree)
    full = (nodes["looks"] == NEVER) & (visits > 20 * DEALS)
    assert full.any()
    assert (nodes["visits"][full] >= visits[full] // VISITS_PER_DEAL - 1).all()


def test_one_move_and_several_threads_look_beyond_too() -> None:
    table = late_in_a_round({"players": 2})
    view = table.view(table.turn)
    alone = think(view, Budget(LONG), seed=1, first=view.legal[-1])
    assert alone.best.move == same_as(view.state, view.legal[-1])
    both = think(view, Budget(2 * LONG), seed=1, threads=2)
    assert both.simulations == 2 * LONG
    assert sum(both.best.win) == pytest.approx(1)


def test_where_the_game_ends_there_is_nothing_beyond() -> None:
    options = {"players": 2, "rounds": 2}
    moves = len(play_random(new_table("azul", options, seed=4), seed=4).moves)
    table = play_random(new_table("azul", options, seed=4), seed=4, most=moves - 4)
    nodes, _ = used(grown(table.view(table.turn), LONG))
    assert set(nodes["looks"].tolist()) == {0, NEVER}


def test_the_same_seed_finds_the_same() -> None:
    table = late_in_a_round({"players": 2})
    one, other = (grown(table.view(table.turn), LONG) for _ in range(2))
    assert (used(one)[0] == used(other)[0]).all()


def test_several_trees_look_beyond_as_early_as_one_with_all_their_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    table, trees = late_in_a_round({"players": 2}, left=2), []

    def tree(*given: Any) -> Tree:
        trees.append(Tree(*given))
        return trees[-1]

    monkeypatch.setattr("tegel.search.think.Tree", tree)
    for budget, looked in ((LONG, True), (FEWEST - 4, False)):
        trees.clear()
        think(table.view(table.turn), Budget(simulations=budget), seed=1, threads=2)
        assert len(trees) == 2
        assert all(used(each)[0]["looks"].any() == looked for each in trees)


def test_each_tree_has_deals_of_its_own() -> None:
    """So several threads see more together."""
    table = late_in_a_round({"players": 2}, left=2)
    one, same, other, unlike = (grown(table.view(table.turn), FEWEST - 2, seed=seed) for seed in (1, 1, 1, 2))
    assert one._arrays.counters[LUCK] != unlike._arrays.counters[LUCK]
    other._arrays.counters[LUCK] = unlike._arrays.counters[LUCK]
    for tree in (one, same, other):
        tree.grow(6_000)
    assert (used(one)[0] == used(same)[0]).all()
    assert (used(one)[0]["win"][0] != used(other)[0]["win"][0]).any()


def test_a_guess_and_looks_count_as_one_mean() -> None:
    nodes = np.zeros(2, NODE)
    node, found = nodes[0], nodes[1]
    node["visits"], node["win"][:2] = 16, (16 * 0.5, 16 * 0.5)
    buffers = new_buffers(np.array([new_table("azul", {}, seed=1).state]), 10)
    chances = [0.5]
    for looks, chance in enumerate((0.9, 0.1, 0.7, 0.6), 1):
        node["looks"], found["visits"], found["win"][:2] = looks, 33, (33 * chance, 33 * (1 - chance))
        compare(node, found, buffers)
        node["win"] += 16 * buffers.win
        chances.append(chance)
        expected = (GUESS * chances[0] + sum(chances[1:])) / (GUESS + looks)
        assert node["win"][0] / 16 == pytest.approx(expected)


def test_all_on_the_way_are_told() -> None:
    """By as many visits as the last position had from them."""
    nodes, edges = np.zeros(3, NODE), np.zeros(2, EDGE)
    nodes["visits"] = (100, 60, 16)
    nodes["win"][:, 0], nodes["win"][:, 1] = (50, 30, 8), (50, 30, 8)
    edges["node"], edges["code"], edges["visits"] = (1, 2), (5, CODES + 7), (60, 40)
    edges["worth"], edges["squares"] = (30.0, 20.0), (15.0, 10.0)
    tree = TreeArrays(nodes, edges, np.zeros(COUNTERS, np.int64), np.array([0, 1]))
    buffers = new_buffers(np.array([new_table("azul", {}, seed=1).state]), 10)
    buffers.win[:2] = buffers.worths[:2] = (0.1, -0.1)
    correct(tree, 2, buffers)
    assert nodes["win"][:, 0].tolist() == pytest.approx([54, 34, 9.6])
    assert nodes["win"][:, 1].tolist() == pytest.approx([46, 26, 6.4])
    assert edges["worth"].tolist() == pytest.approx([34, 16]), "each for the seat that moves"
    assert edges["squares"].tolist() == pytest.approx([15 + 40 * (0.36 - 0.25), 10 + 40 * (0.16 - 0.25)])


def after(table: Table, move: int, deal: int) -> Any:
    """The state after a move that ends the round, with an imagined deal."""
    state = table.game.copy(table.state)
    generic.sample(state, int(state.turn), np.array([deal, 1, 2, 3], np.uint64))
    generic.apply(state, move)
    return state


def test_looks_know_better_than_the_network() -> None:
    """Values of last moves are nearer to long searches of the next round, with other deals."""
    off: dict[bool, list[float]] = {False: [], True: []}
    for seed in range(10):
        table = late_in_a_round({"players": 2}, seed, left=1)
        seat = int(table.state.turn)
        for beyond, found in off.items():
            tree = grown(table.view(seat), LONG * 2, beyond)
            edges, _ = tree.read()
            for edge in edges[edges["visits"] > 8 * VISITS_PER_LOOK]:
                ends = [after(table, int(edge["code"]) % CODES, deal) for deal in range(24)]
                assert all(state.turn >= 0 and horizon(state) != horizon(table.state) for state in ends)
                deeper = mean(think(View(table.game, state, int(state.turn)), Budget(300), seed=1).best.win[seat] for state in ends)
                node = tree.nodes[edge["node"]]
                found.append(abs(node["win"][seat] / node["visits"] - deeper))
    assert len(off[True]) > 8
    assert mean(off[True]) < 0.7 * mean(off[False])
