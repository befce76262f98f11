"""Networks in two halves: they are found again, answer as each half does, and play."""

from __future__ import annotations

import io

import numpy as np

from tegel.core.game import find_game
from tegel.search.halves import halves, join
from tegel.search.inputs import find_inputs
from tegel.search.learned import ask_moves, ask_value
from tegel.search.network import Network, load_network, save_network, workspace_for
from tegel.search.settings import Budget
from tegel.search.think import evaluator_for, think
from tests.configurations import new_table, play_random

AZUL = find_game("azul")


def some_network(seed: int, hidden: int = 8) -> Network:
    """Small, and knows nothing; its numbers are those that half precision has."""
    inputs, source = find_inputs(AZUL), np.random.default_rng(seed)
    sizes = {"enter": (inputs.LAYOUT.size, hidden), "middle": (hidden, hidden), "value": (hidden, 6), "answer": (6, 10)}
    weights = {layer: source.normal(0, 0.3, size).astype(np.float16).astype(np.float32) for layer, size in sizes.items()}
    biases = {f"{layer}_bias": source.normal(0, 0.1, size[1]).astype(np.float16).astype(np.float32) for layer, size in sizes.items()}
    weights["heads"] = source.normal(0, 0.3, (inputs.HEADS, hidden)).astype(np.float16).astype(np.float32)
    biases["heads_bias"] = source.normal(0, 0.1, inputs.HEADS).astype(np.float16).astype(np.float32)
    return Network(**weights, **biases, trust=np.ones(1, np.float32), undealt=np.zeros(1, np.float32))


def test_halves_are_found_again_in_a_file() -> None:
    moves, values = some_network(1), some_network(2)
    file = io.BytesIO()
    save_network(AZUL, join(moves, values), file)
    file.seek(0)
    rater, valuer = halves(load_network(AZUL, file))
    for name in ("enter", "enter_bias", "middle", "middle_bias", "heads", "heads_bias", "trust"):
        assert np.array_equal(getattr(rater, name), getattr(moves, name))
    for name in ("enter", "enter_bias", "middle", "middle_bias", "value", "value_bias", "answer", "answer_bias"):
        assert np.array_equal(getattr(valuer, name), getattr(values, name))
    assert all(array.flags.c_contiguous for array in (*rater, *valuer))


def test_a_network_that_is_one_stays_one() -> None:
    for network in (some_network(1), some_network(1, hidden=7), some_network(1, hidden=1)):
        rater, valuer = halves(network)
        assert rater is network
        assert valuer is network
        found = evaluator_for(AZUL, network)
        assert found.rater is found.valuer


def test_halves_answer_as_the_whole_does() -> None:
    network = join(some_network(1), some_network(2))
    whole, (rater, valuer) = workspace_for(network), halves(network)
    rating, valuing = workspace_for(rater), workspace_for(valuer)
    for seed in range(5):
        state = play_random(new_table("azul", {}, seed), seed, most=9 * seed).state
        moves = np.empty(AZUL.most_legal, np.int16)
        count = int(AZUL.rules.legal(state, moves))
        ask_moves(state, moves, count, network, whole)
        ask_moves(state, moves, count, rater, rating)
        assert np.allclose(whole.heads, rating.heads, atol=1e-5, equal_nan=True)
        ask_value(state, network, whole)
        ask_value(state, valuer, valuing)
        assert np.allclose(whole.answer, valuing.answer, atol=1e-5)


def test_a_search_asks_each_half_for_its_own() -> None:
    """Other values with the same ratings, or the other way round, change what is found; the rest of a half changes nothing."""
    table = new_table("azul", {}, 3)
    view = table.view(table.turn)

    def found(moves: Network, values: Network) -> list[tuple[int, float, int]]:
        result = think(view, Budget(simulations=200), seed=1, network=join(moves, values))
        return [(choice.move, choice.worth, choice.visits) for choice in result.choices]

    one, other = some_network(1), some_network(2)
    usual = found(one, other)
    assert found(one._replace(value=other.value, answer=other.answer), other._replace(heads=one.heads)) == usual
    assert found(one, one) != usual
    assert found(other, other) != usual
