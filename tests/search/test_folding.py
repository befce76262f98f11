"""Networks as players use them: a folded first layer says the same of fewer numbers, and positions are compared seat by seat."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tegel.core.game import find_game, game_names
from tegel.core.half_precision import processor_widens
from tegel.search.folding import KEPT, fold, folded, ready
from tegel.search.halves import join
from tegel.search.inputs import find_inputs, write_folded, write_inputs
from tegel.search.network import Network, forget_baselines, run_head, run_hidden, run_value, shipped_network, workspace_for
from tegel.search.think import Tree, learned_settings
from tests.configurations import CONFIGURATIONS, NAMES, new_table
from tests.search.test_halves import AZUL, some_network


def shipped(name: str) -> Network:
    network = shipped_network(find_game(name))
    assert network is not None
    return network


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_a_folded_layer_says_the_same(configuration: tuple[str, dict[str, Any]]) -> None:
    table, source = new_table(*configuration, seed=5), random.Random(5)
    network = shipped(configuration[0])
    shorter = fold(table.game, network)
    plain, brief = (np.zeros(find_inputs(table.game).LAYOUT.size, np.float32) for _ in range(2))
    while not table.over:
        viewer = source.randrange(table.players)
        write_inputs(table.state, viewer, plain)
        write_folded(table.state, viewer, brief)
        assert np.allclose(plain @ network.enter, brief @ shorter.enter, atol=0.05)  # half precision, sums of hundreds
        assert np.count_nonzero(brief) <= np.count_nonzero(plain)
        table.play(source.choice(table.legal))


def test_folding_spares_most_of_the_work_in_blockers() -> None:
    """Another rack of tiles changes a few numbers, not one for every cell that a tile fits."""
    table = new_table("blockers", {}, seed=1)
    one, other = table.game.copy(table.state), table.game.copy(table.state)
    other.racks[0] = ((1 << 5) - 1) << 7 if int(one.racks[0]) & 1 else (1 << 5) - 1
    changed = []
    for write in (write_inputs, write_folded):
        seen = np.zeros((2, find_inputs(table.game).LAYOUT.size), np.float32)
        write(one, 0, seen[0])
        write(other, 0, seen[1])
        changed.append(np.count_nonzero(seen[0] != seen[1]))
    assert 3 * changed[1] < changed[0]


@pytest.mark.parametrize("name", game_names())
def test_a_folded_network_is_the_same_after_it_was_packed(name: str) -> None:
    enter = fold(find_game(name), shipped(name)).enter
    assert np.array_equal(enter, enter.astype(np.float16).astype(np.float32))
    assert enter.flags.c_contiguous


def test_a_network_is_made_ready_once() -> None:
    networks = [join(some_network(seed), some_network(seed + 1)) for seed in range(KEPT + 1)]
    first = ready(AZUL, networks[0])
    assert ready(AZUL, networks[0]) is first
    for network in networks[1:]:
        assert ready(AZUL, network) is not first
    assert ready(AZUL, networks[0]) is not first, "only the last few are remembered"


def test_every_seat_compares_with_the_first_position_it_saw() -> None:
    """Whatever was seen before from the same or another seat, the layers come to the same; and it can be forgotten."""
    network = some_network(3, hidden=12)
    workspace, source = workspace_for(network), np.random.default_rng(1)
    positions = source.normal(0, 1, (6, len(workspace.inputs))).astype(np.float32)
    for number, inputs in enumerate(positions):
        workspace.inputs[:] = inputs
        run_hidden(network, workspace, number % 3)
        expected = np.maximum(inputs @ network.enter + network.enter_bias, 0)
        assert np.allclose(workspace.first, expected, atol=1e-3)
    assert workspace.based.tolist() == [1, 1, 1, 0, 0]
    assert np.array_equal(workspace.baseline_inputs[:3], positions[:3])
    forget_baselines(workspace)
    assert not workspace.based.any()


def test_positions_are_compared_with_the_last_one_if_asked_for() -> None:
    """A few differences are added to what is known; where there are many, nothing is left of what was known."""
    network = some_network(3, hidden=12)
    workspace, source = workspace_for(network), np.random.default_rng(1)
    workspace.moves_baseline[0] = 1
    inputs = source.normal(0, 1, len(workspace.inputs)).astype(np.float32)
    for number in range(200):
        most = len(inputs) if number % 50 == 49 else 9
        inputs[source.integers(0, len(inputs), most)] = source.normal(0, 1, most)
        workspace.inputs[:] = inputs
        run_hidden(network, workspace, number % 2)
        assert np.allclose(workspace.first, np.maximum(inputs @ network.enter + network.enter_bias, 0), atol=1e-3)
        assert np.array_equal(workspace.baseline_inputs[number % 2], inputs)


@pytest.mark.parametrize("long", [False, True])
def test_long_searches_compare_with_the_last_position(long: bool) -> None:
    table = new_table("duel", {}, seed=1)
    view = table.view(table.turn)
    tree = Tree(view, replace(learned_settings(view), long=long), 1, 3, network=shipped("duel"))
    tree.grow(2)
    assert [int(tree._evaluator.rating.moves_baseline[0]), int(tree._evaluator.valuing.moves_baseline[0])] == [long, long]


@pytest.mark.skipif(not processor_widens(), reason="this processor does not widen numbers")
@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_weights_of_half_precision_say_the_same_bit_for_bit(name: str) -> None:
    game = find_game(name)
    network, source = shipped(name), np.random.default_rng(1)
    for wide, narrowed in zip(folded(game, network), ready(game, network), strict=True):
        assert narrowed.enter.dtype == np.uint16
        spaces = [workspace_for(wide), workspace_for(narrowed)]
        for number in range(20):
            seen = source.normal(0, 1, len(wide.enter)) * (source.random(len(wide.enter)) < 0.2)
            for found, workspace in zip((wide, narrowed), spaces, strict=True):
                workspace.inputs[:] = seen
                run_hidden(found, workspace, number % 2)
                run_value(found, workspace)
                run_head(found, workspace, number)
            for first, second in zip(*spaces, strict=True):
                assert np.array_equal(first, second)
