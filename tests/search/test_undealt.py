"""Networks that value positions before the deal: every deal looks the same to them, and they are asked once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.game import find_game
from tegel.core.view import View
from tegel.search.halves import halves, join
from tegel.search.inputs import find_inputs, write_inputs, write_undealt
from tegel.search.learned import ask_value
from tegel.search.network import BadNetwork, Network, load_network, save_network, shipped_network, workspace_for
from tegel.search.think import Tree, learned_settings, read_trees
from tegel.search.tree import EDGES, NODES, NONE
from tests.configurations import new_table, play_random
from tests.search.test_halves import AZUL, some_network

TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4, "wall": "grey"}]
ONE = np.ones(1, np.float32)


def pair(seed: int = 1, width: int = 12) -> Network:
    """Small, and knows nothing; its values are wider than its moves."""
    return join(some_network(seed), some_network(seed + 1, width)._replace(undealt=ONE))


def starts(options: dict[str, Any], games: int = 3) -> Iterator[Any]:
    """States at the start of a round that is not the first, after several deals of it each."""
    for seed in range(games):
        table = new_table("azul", options, seed)
        while not table.over:
            before = table.game.copy(table.state)
            play_random(table, seed, most=len(table.moves) + 1)
            if table.over or table.state.round_number == before.round_number:
                continue
            found = []
            for luck in range(4):
                state = table.game.copy(before)
                generic.sample(state, int(state.turn), np.full(4, luck, np.uint64))
                generic.apply(state, table.moves[-1])
                found.append(state)
            yield found


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_deal_looks_the_same(options: dict[str, Any]) -> None:
    size, rounds, different = find_inputs(AZUL).LAYOUT.size, 0, 0
    undeal = find_inputs(AZUL).undeal(np.eye(size, dtype=np.float32))
    for states in starts(options):
        seen, hidden = np.zeros((len(states), size), np.float32), np.zeros((len(states), size), np.float32)
        for state, dealt, undealt in zip(states, seen, hidden, strict=True):
            write_inputs(state, state.turn, dealt)
            write_undealt(state, state.turn, undealt)
        assert (hidden == hidden[0]).all()
        assert np.allclose(seen @ undeal, hidden, atol=1e-6)
        rounds += 1
        different += bool((seen != seen[0]).any())
    assert rounds >= 6
    assert different >= rounds - 1


def test_a_position_is_valued_as_it_was_before_the_deal() -> None:
    network = pair()
    _, valuer = halves(network)
    answers = []
    for states in starts({"players": 2}):
        workspace = workspace_for(valuer)
        told = []
        for state in states:
            ask_value(state, valuer, workspace)
            told.append(workspace.answer.copy())
        assert np.allclose(told, told[0], atol=1e-5)
        answers.append(told[0])
    assert len({tuple(answer) for answer in answers}) == len(answers)


def late(options: dict[str, Any]) -> View:
    table = play_random(new_table("azul", options, seed=3), seed=3, most=22)
    return table.view(table.turn)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_is_known_is_not_asked_again(options: dict[str, Any]) -> None:
    view = late(options)
    tree = Tree(view, learned_settings(view), 1, 4000, None, pair())
    tree.grow(4000)
    nodes = tree.nodes[: int(tree._arrays.counters[NODES])]
    edges = tree.edges[: int(tree._arrays.counters[EDGES])]
    known = edges[edges["node"] != NONE]
    often = known[(nodes["first"][known["node"]] == NONE) & (known["visits"] > 2)]
    assert len(often)
    assert (nodes["visits"][often["node"]] == 2).all()
    worth = nodes["worth"][often["node"], often["code"] >> 12] / 2
    assert np.allclose(often["worth"] / often["visits"], worth)


def test_the_last_move_of_a_round_is_worth_what_the_network_says() -> None:
    """Without any doubt that comes from deals."""
    table = new_table("azul", {"players": 2}, 4)
    while int(table.state.discs.sum() + table.state.centre.sum()) > 2:
        play_random(table, 4, most=len(table.moves) + 1)
    view, network = table.view(table.turn), pair(3)
    tree = Tree(view, learned_settings(view), 1, 300, None, network)
    tree.grow(300)
    result = read_trees(view, [tree], True, 1.0)
    last = [choice for choice in result.looked_at if len(choice.line) == 1]
    assert last
    assert all(choice.error < 1e-6 for choice in last)


def test_a_file_says_what_its_values_are_of() -> None:
    for network, undealt in ((pair(), 1), (join(some_network(1), some_network(2)), 0)):
        file = io.BytesIO()
        save_network(AZUL, network, file)
        file.seek(0)
        moves, values = halves(load_network(AZUL, file))
        assert (moves.undealt[0], values.undealt[0]) == (0, undealt)
        assert (moves.hidden, values.hidden) == (8, 12 if undealt else 8)


def test_a_file_that_does_not_say_sees_deals() -> None:
    file, older = io.BytesIO(), io.BytesIO()
    save_network(AZUL, pair(), file)
    file.seek(0)
    with np.load(file) as found:
        np.savez(older, **{name: found[name] for name in found.files if name != "undealt"})
    older.seek(0)
    assert load_network(AZUL, older).undealt[0] == 0


def test_a_game_without_such_deals_refuses_it() -> None:
    game, file = find_game("blockers"), io.BytesIO()
    network = shipped_network(game)
    assert network is not None
    save_network(game, network._replace(undealt=ONE), file)
    file.seek(0)
    with pytest.raises(BadNetwork, match="before a deal"):
        load_network(game, file)
