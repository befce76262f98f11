"""Guided rollouts: which searches have them, where they ask the network, and the weights they play on with."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.search import fit_rollouts
from tegel.search.fit_rollouts import Decisions, distance, main, play, rated
from tegel.search.guided import guided_rollout
from tegel.search.heuristics import hard_to_rate, horizon
from tegel.search.levels import levels
from tegel.search.network import shipped_network
from tegel.search.settings import Budget
from tegel.search.think import Tree, evaluator_for, think
from tegel.search.tree import Guide, new_buffers
from tegel.search.values import Weights, find_values, find_weights
from tests.configurations import new_table, play_random

DUEL = find_game("duel")
FROM = find_values(DUEL).LEARNED.long_from


def middle_of_duel(moves: int = 40) -> Any:
    return play_random(new_table("duel", {}, seed=3), seed=3, most=moves)


def test_only_long_searches_are_guided_and_play_further() -> None:
    """Levels are short, and play as they did."""
    for game in ("duel", "blockers"):
        usual = find_values(find_game(game)).LEARNED
        assert not usual.long
        assert usual.within(Budget(FROM)).long
        assert usual.within(Budget(seconds=1.0)).long
        assert not usual.within(Budget(FROM - 1)).long
        assert not usual.within(Budget(FROM, seconds=0.001)).long
        assert all(not usual.within(Budget(max(level.learned, 1))).long for level in levels(game))
    assert not find_values(find_game("azul")).LEARNED.within(Budget(1_000_000)).long


def test_a_search_is_guided_as_its_budget_says(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Noting(Tree):
        def __init__(self, view: Any, settings: Any, *rest: Any) -> None:
            seen.append(settings.long)
            super().__init__(view, settings, *rest)

    monkeypatch.setattr("tegel.search.think.Tree", Noting)
    table = middle_of_duel()
    for simulations in (20, FROM):
        think(table.view(table.turn), Budget(simulations), seed=1)
    assert seen == [False, True]


def test_guided_rollouts_have_weights_of_their_own() -> None:
    settings = find_values(DUEL).LEARNED
    weights = find_weights(DUEL, middle_of_duel().state)
    assert weights.rollout is not None
    assert (weights.playing_on(replace(settings, long=True)) == weights.rollout).all()
    assert (weights.playing_on(settings) == weights.prior * settings.sharpness).all()
    lacking = Weights(weights.value, weights.prior)
    assert (lacking.playing_on(replace(settings, long=True)) == weights.prior * settings.sharpness).all()


def roll_out(state: Any, evaluator: Any, seed: int, most: int = 200) -> Any:
    """Where a guided rollout of so many moves ends."""
    weights, settings = find_weights(DUEL, state), replace(find_values(DUEL).LEARNED, long=True, rollout=most)
    guide = Guide(settings.numbers(), weights.prior, weights.playing_on(settings), DUEL.most_legal)
    buffers = new_buffers(np.array([state], DUEL.dtype), DUEL.most_legal)
    guided_rollout(buffers.state[0], horizon(state), guide, evaluator, buffers, np.uint64(seed))
    return buffers.state[0]


def shipped_evaluator() -> Any:
    network = shipped_network(DUEL)
    assert network is not None
    return evaluator_for(DUEL, network)


def test_a_guided_rollout_plays_to_the_horizon() -> None:
    for seed in range(10):
        state = middle_of_duel(seed * 12).state
        end = roll_out(state, shipped_evaluator(), seed)
        assert end["turn"] < 0 or horizon(end) != horizon(state)


def test_it_plays_as_the_network_likes_where_rating_is_hard() -> None:
    evaluator, compared, differed = shipped_evaluator(), 0, 0.0
    for most in range(8, 120):
        state = middle_of_duel(most).state
        if not hard_to_rate(state):
            continue
        moves, chances = rated(DUEL, evaluator, state)
        liked = DUEL.copy(state)
        generic.apply(liked, int(moves[chances.argmax()]))
        often = np.mean([roll_out(state, evaluator, seed, 1).tobytes() == liked.tobytes() for seed in range(150)])
        differed += abs(often - chances.max())
        compared += 1
    assert compared > 5
    assert differed / compared < 0.06


def test_fitted_weights_come_nearer_to_the_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "duel.json"
    assert main(["duel", "--games", "4", "--seed", "5", "--output", str(file)]) == 0
    assert "nats from the network" in capsys.readouterr().out
    saved = json.loads(file.read_text(encoding="utf-8"))["standard"]
    features = find_values(DUEL).MOVE_FEATURES
    assert set(saved) == set(features)
    found, source = Decisions([], []), random.Random(9)
    play(DUEL, {}, shipped_evaluator(), source, found)
    new, old = np.array([saved[feature] for feature in features]), find_weights(DUEL, middle_of_duel().state).prior
    assert distance(found, new) < distance(found, old * find_values(DUEL).LEARNED.sharpness)


def test_fitting_without_games_or_a_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="at least one game is needed"):
        main(["duel", "--games", "0"])
    monkeypatch.setattr(fit_rollouts, "shipped_network", lambda game, players: None)
    with pytest.raises(BadOption, match="no network for duel came with this package"):
        main(["duel", "--games", "1", "--output", "nowhere.json"])
