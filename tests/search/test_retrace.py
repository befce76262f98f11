"""Visits by heart: they choose as visits with a position do, all count, and no position is valued for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tegel.core.view import View
from tegel.search.network import shipped_network
from tegel.search.retrace import DEALS, VISITS_PER_DEAL, select_known
from tegel.search.solve import solve_view
from tegel.search.think import Tree, default_settings, learned_settings, read_trees
from tegel.search.tree import CODES, DONE, EDGES, NODES, NONE, list_edges, select
from tegel.search.values.azul import LEARNED
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

AZUL: list[dict[str, Any]] = [{"players": 2}, {"players": 4}, {"players": 2, "wall": "grey"}]


def grown(view: View, simulations: int, first: int | None = None) -> Tree:
    tree = Tree(view, learned_settings(view), 1, simulations, first, shipped_network(view.game))
    tree.grow(simulations)
    return tree


def middle_of_azul(options: dict[str, Any], moves: int = 14) -> View:
    table = play_random(new_table("azul", options, seed=3), seed=3, most=moves)
    return table.view(table.turn)


def count_of(tree: Tree) -> int:
    return int(tree._arrays.counters[NODES])


def edges_of(tree: Tree, node: int) -> Any:
    found = np.empty(tree.view.game.most_legal, np.int64)
    return found[: list_edges(tree.nodes, tree.edges, node, found)]


@pytest.mark.parametrize("options", AZUL, ids=str)
def test_a_known_node_chooses_as_any_other(options: dict[str, Any]) -> None:
    view = middle_of_azul(options, 4)
    tree = grown(view, 1000)
    settings = learned_settings(view).numbers()
    compared = 0
    for node in range(count_of(tree)):
        here = edges_of(tree, node)
        if len(here) > 1:
            tree.edges["available"][here] = tree.nodes["visits"][node] - 1  # `select` counts this visit, too
            seat = int(tree.edges["code"][here[0]]) // CODES
            usual = select(tree.nodes[node], tree.edges, here, len(here), seat, settings)
            assert select_known(tree.nodes[node], tree.edges, settings) == usual
            compared += 1
    assert compared > 20


def test_an_edge_to_a_cached_value_is_worth_that() -> None:
    tree = grown(middle_of_azul({"players": 2}, 22), 5000)
    edges = tree.edges[: int(tree._arrays.counters[EDGES])]
    compared = 0
    for edge in edges[edges["node"] != NONE]:
        node = tree.nodes[edge["node"]]
        if edge["visits"] > node["visits"]:
            seat = edge["code"] // CODES
            assert edge["worth"] / edge["visits"] == pytest.approx(node["worth"][seat] / node["visits"], abs=0.05)
            compared += 1
    assert compared


@pytest.mark.parametrize("options", AZUL, ids=str)
def test_a_position_with_a_cached_value_is_seldom_valued_again(options: dict[str, Any]) -> None:
    tree = grown(middle_of_azul(options, 22), LEARNED.beyond - 2)  # then it looks beyond
    edges = tree.edges[: int(tree._arrays.counters[EDGES])]
    visits = np.bincount(edges["node"][edges["node"] != NONE], edges["visits"][edges["node"] != NONE], count_of(tree))
    nodes = tree.nodes[: count_of(tree)]
    leaves = (nodes["first"] == NONE) & (visits > 10 * DEALS)
    assert leaves.any()
    assert (nodes["visits"][leaves] >= visits[leaves] / VISITS_PER_DEAL / 2).all()
    assert (nodes["visits"][leaves] <= visits[leaves] / VISITS_PER_DEAL + DEALS + 1).all()


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_every_visit_counts(configuration: tuple[str, dict[str, Any]]) -> None:
    """Also where a tree has no room left for more nodes, and in games where visits need a position."""
    table = play_random(new_table(*configuration, seed=5), seed=5, most=30)
    view = table.view(table.turn)
    tree = Tree(view, learned_settings(view), 1, 40, None, shipped_network(view.game))
    tree.grow(1500)
    assert count_of(tree) <= len(tree.nodes)
    assert int(tree._arrays.counters[DONE]) == 1500
    assert int(tree.nodes["visits"][0]) == 1501, "and the one that opened the root"
    assert int(tree.edges["visits"][edges_of(tree, 0)].sum()) <= 1500


def test_a_cached_value_is_told_as_a_mean() -> None:
    """Also of one that a move of the root leads to."""
    moves = len(play_random(new_table("azul", {}, seed=2), seed=2).moves)
    table = play_random(new_table("azul", {}, seed=2), seed=2, most=moves - 1)
    tree = grown(table.view(table.turn), 2000)
    result = read_trees(tree.view, [tree], True, 1.0)
    edges, _ = tree.read()
    assert (edges["visits"] > tree.nodes["visits"][edges["node"]]).any()
    assert all(sum(choice.win) == pytest.approx(1) for choice in result.looked_at)


def test_one_move_alone_is_looked_at() -> None:
    view = middle_of_azul({"players": 2})
    move = view.legal[-1]
    tree = grown(view, 500, move)
    (choice,) = (edge for edge in tree.edges[edges_of(tree, 0)] if edge["visits"])
    assert choice["visits"] == 500
    assert choice["code"] % CODES == tree._first


def test_near_the_end_of_a_game_the_search_finds_what_the_solver_finds() -> None:
    """In the last round no value is a guess."""
    options = {"rounds": 3}
    for seed in range(12):
        moves = len(play_random(new_table("azul", options, seed=seed), seed=seed).moves)
        table = play_random(new_table("azul", options, seed=seed), seed=seed, most=moves - 5)
        assert table.state.round_number == 3
        view = table.view(table.turn)
        solved = solve_view(view, replace(default_settings(view), lean=0.0), 300_000)
        assert solved is not None
        tree = Tree(view, replace(learned_settings(view), lean=0.0), 1, 4000, None, shipped_network(view.game))
        tree.grow(4000)
        assert read_trees(view, [tree], True, 1.0).win[view.seat] == pytest.approx(solved.win[view.seat], abs=0.05)
