"""The study of what a network misses of one move and not of another: its leaves lie at the horizon, and its table counts no noise."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import past_horizon
from benchmarks.past_horizon import COMPARED, Decision, Study, likely_leaf, play, table_of
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.heuristics import horizon
from tegel.search.network import shipped_network
from tegel.search.think import evaluator_for
from tegel.search.values import find_values
from tests.configurations import new_table, play_random


def leaf_of(name: str, table: Table) -> Any:
    game = find_game(name)
    network = shipped_network(game)
    assert network is not None
    return likely_leaf(game, table.state, table.legal[0], evaluator_for(game, network), random.Random(1))


def test_leaves_lie_at_the_horizon() -> None:
    table = play_random(new_table("duel", {}, seed=2), seed=2, most=12)
    assert horizon(leaf_of("duel", table)) == horizon(table.state) + 1
    table = play_random(new_table("blockers", {}, seed=2), seed=2, most=12)
    laid = table.state.pile_size.sum() - leaf_of("blockers", table).pile_size.sum()
    assert laid == 1 + find_values(find_game("blockers")).LEARNED.rollout


def decisions(noise: float, half: float) -> list[Decision]:
    """The longer of two searches says 0.1 more of the first move than of the others, the shorter a part of that."""
    source, found = np.random.default_rng(1), []
    for _ in range(4000):
        halves = source.normal(0, noise, (COMPARED, 2, 2)) if noise else np.zeros((COMPARED, 2, 2))
        halves[0] += [0.1 * half, 0.1]
        found.append(Decision(np.array([0.6, 0.5, 0.4]), halves, np.full((COMPARED, 2), 0.04)))
    return found


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_the_table_counts_no_noise(noise: float) -> None:
    first, shorter, longer = table_of(decisions(noise, 0.5), (1, 100)).splitlines()
    assert first == "4000 decisions; chances of the moves compared differ by 0.1000"
    assert shorter.split()[:4] == ["1", "visits:", "one", "0.2000"]
    assert float(shorter.split()[5]) == pytest.approx(0.05 / 3**0.5, abs=0.006)
    assert float(longer.split()[5]) == pytest.approx(0.1 / 3**0.5, abs=0.003)
    assert float(shorter.split()[7]) == pytest.approx(0.5, abs=0.06)


def test_a_quick_game_has_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_horizon, "QUICK", 2)
    monkeypatch.setattr(past_horizon, "CAREFUL", 30)
    found = play(Study("blockers", {}, None, 4, (1, 2), 1), 0)
    assert found
    assert all(one.halves.shape == (COMPARED, 2, 2) and one.spread.shape == (COMPARED, 2) for one in found)


def test_another_table_and_another_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same decisions and leaves are looked at, and another network says something else of them."""
    monkeypatch.setattr(past_horizon, "QUICK", 2)
    monkeypatch.setattr(past_horizon, "CAREFUL", 30)
    pair_for_two = Path(str(resources.files("tegel.search") / "networks" / "azul.npz"))
    studies = [Study("azul", {"players": "3"}, file, 4, (1,), 1) for file in (None, pair_for_two)]
    usual, other = (play(study, 0) for study in studies)
    assert [one.worth.tolist() for one in usual] == [one.worth.tolist() for one in other] != []
    assert any(not np.allclose(one.halves, another.halves) for one, another in zip(usual, other, strict=True))
