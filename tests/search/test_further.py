"""Rollouts past the horizon: where they end, and how much that counts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tegel.core.game import find_game
from tegel.search.further import finish_rollout, play_on
from tegel.search.heuristics import foreseeable, horizon
from tegel.search.network import forget_baselines, shipped_network
from tegel.search.think import Tree, evaluator_for
from tegel.search.tree import EDGES, Guide, new_buffers
from tegel.search.values import find_values, find_weights
from tests.configurations import new_table, play_random


class Visit:
    """What one visit needs, from a position in the middle of a game."""

    def __init__(self, name: str, seed: int, **changes: Any) -> None:
        game = find_game(name)
        self.start = play_random(new_table(name, {}, seed=seed), seed=seed, most=30).state
        settings = replace(find_values(game).LEARNED, **changes)
        weights, network = find_weights(game, self.start), shipped_network(game)
        assert network is not None
        self.evaluator = evaluator_for(game, network)
        forget_baselines(self.evaluator.rating)
        forget_baselines(self.evaluator.valuing)
        self.guide = Guide(settings.numbers(), weights.prior, weights.playing_on(settings), game.most_legal)
        self.buffers = new_buffers(np.array([self.start], game.dtype), game.most_legal)

    @property
    def state(self) -> Any:
        return self.buffers.state[0]

    def finish(self, seed: int) -> Any:
        """Each seat's chance at the end."""
        finish_rollout(self.state, horizon(self.start), self.guide, self.evaluator, self.buffers, np.uint64(seed))
        return self.buffers.win.copy()

    def play_on(self, seed: int) -> tuple[Any, Any]:
        """The chances at the horizon, and the next seed."""
        seed_after = play_on(self.state, horizon(self.start), self.guide, self.evaluator, self.buffers, np.uint64(seed))
        return self.buffers.win.copy(), np.uint64(seed_after)


@pytest.mark.parametrize("name", ["duel", "blockers"])
def test_the_next_horizon_counts_for_its_part(name: str) -> None:
    for seed in range(6):
        nearer = Visit(name, seed, long=True)
        at_horizon, then = nearer.play_on(seed)
        further = Visit(name, seed, long=True)
        further.buffers.state[0] = nearer.state
        play_on(further.state, horizon(nearer.state), further.guide, further.evaluator, further.buffers, then)
        for part in (0.0, 0.25, 1.0):
            mixed = Visit(name, seed, long=True, further=part)
            assert mixed.finish(seed) == pytest.approx(part * further.buffers.win + (1 - part) * at_horizon, abs=1e-6)


def test_it_ends_a_round_further() -> None:
    visit = Visit("duel", 3, long=True)
    visit.finish(1)
    assert visit.state["round_number"] == visit.start["round_number"] + 2


def test_in_blockers_it_ends_as_many_moves_further() -> None:
    visit = Visit("blockers", 3, long=True)
    before = int(visit.start["pile_size"].sum())
    visit.finish(1)
    assert before - int(visit.state["pile_size"].sum()) == 2 * find_values(find_game("blockers")).LEARNED.rollout


@pytest.mark.parametrize("name", ["duel", "blockers"])
def test_a_short_search_ends_at_the_horizon(name: str) -> None:
    """Levels play as they did: what only long searches do changes nothing in a short one."""
    table = play_random(new_table(name, {}, seed=5), seed=5, most=20)
    view, game, found = table.view(table.turn), find_game(name), []
    for further in (0.0, 0.9):
        for long in (False, True):
            settings = replace(find_values(game).LEARNED, further=further, long=long)
            tree = Tree(view, settings, random.Random(7).getrandbits(64), 300, None, shipped_network(game))
            tree.grow(300)
            edges, _ = tree.read()
            found.append(edges["worth"].tolist())
    short, long_without, short_again, long_with = found
    assert short == short_again
    assert long_with != long_without
    alike = len(short) == len(long_without) and np.allclose(short, long_without, rtol=1e-3)  # the last digits depend on what is compared
    assert alike == (name != "duel"), "whose long searches are guided, too"
    plain = Tree(
        view,
        replace(find_values(game).LEARNED, guided=False, further=0.0),
        random.Random(7).getrandbits(64),
        300,
        None,
        shipped_network(game),
    )
    plain.grow(300)
    assert plain.read()[0]["worth"].tolist() == short


def test_a_search_that_goes_further_caches_no_value() -> None:
    """At the end of a round of Duel all is open; a search that goes further values positions at the horizon at every visit."""
    game, network = find_game("duel"), shipped_network(find_game("duel"))
    table = new_table("duel", {}, seed=4)
    while not (foreseeable(table.state) and len(table.legal) > 1):
        play_random(table, 4, most=len(table.moves) + 1)
    for further in (0.0, 0.5):
        settings = replace(find_values(game).LEARNED, long=True, further=further)
        tree = Tree(table.view(table.turn), settings, 1, 2000, None, network)
        tree.grow(2000)
        edges = tree.edges[: int(tree._arrays.counters[EDGES])]
        led = edges[edges["node"] >= 0]
        cached = (tree.nodes["visits"][led["node"]] < led["visits"]).any()
        assert cached == (further == 0.0)
