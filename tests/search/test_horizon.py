"""The study of values at the end of a round: it looks at last decisions alone, and counts right."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from benchmarks import horizon
from benchmarks.horizon import Decision, Study, ends_of, error_told, look, nats, play, regret
from tegel.core.differential import random_key
from tegel.core.table import Table
from tests.configurations import new_table, play_random

STUDY = Study((horizon.SHIPPED,), 2, 4, 0, 1)


def key(seed: int) -> Any:
    return np.array(random_key(random.Random(seed)), np.uint64)


def last_decision() -> Table:
    """Every move ends the first round."""
    table = new_table("azul", {"players": 2}, 1)
    while not ends_of(table, table.legal, key(1)):
        play_random(table, 1, most=len(table.moves) + 1)
    assert table.state.round_number == 1
    return table


def test_only_last_decisions_are_looked_at() -> None:
    start = new_table("azul", {"players": 2}, 1)
    assert look(start, STUDY, random.Random(1)) == (None, None)
    deeper, said = look(last_decision(), STUDY, random.Random(1))
    assert deeper.shape == (said.shape[1], 2)
    assert said.shape[0] == 1
    assert ((deeper >= 0) & (deeper <= 1)).all()


def test_moves_are_compared_with_the_same_deal() -> None:
    table = last_decision()
    one, other = (ends_of(table, table.legal, key(seed)) for seed in (2, 3))
    assert all((state.discs == one[0].discs).all() for state in one)
    assert (one[0].discs != other[0].discs).any()


def test_what_chose_a_move_does_not_judge_it() -> None:
    deeper = np.array([[0.9, 0.1], [0.2, 0.6]])  # the first deal chooses the first move, the second would rather have the other
    assert regret(Decision(1, deeper, np.array([[0.3, 0.4]]), 0, 1.0), 0) == pytest.approx(0.1 - 0.6)
    assert regret(Decision(1, deeper, np.array([[0.4, 0.3]]), 0, 1.0), 0) == 0


def test_looks_tell_of_an_error_what_they_tell() -> None:
    """The half that judges says 0.1 more of the first move than the network, and looks say so, twice as much, or a third of it."""
    said = np.array([[0.5, 0.4, 0.3]])

    def decision(*looks: float) -> Decision:
        deeper = np.repeat(said[0][:, None], 2 * len(looks), 1)
        deeper[0, 1::2] += 0.1
        deeper[0, ::2] += looks
        return Decision(1, deeper, said, 0, 1.0)

    assert error_told([decision(0.1)], 1) == pytest.approx(1.0)
    assert error_told([decision(0.2)], 1) == pytest.approx(0.5)
    assert error_told([decision(0.3, -0.1)], 1) == pytest.approx(1 / 3)
    assert error_told([decision(0.3, -0.1)], 2) == pytest.approx(1.0)


def test_a_chance_that_is_right_misses_less() -> None:
    assert nats(np.array([0.9]), np.array([1.0]))[0] == pytest.approx(0.10536, abs=1e-4)
    assert nats(np.array([0.0]), np.array([1.0]))[0] > nats(np.array([0.5]), np.array([1.0]))[0]


def test_a_game_tells_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = [one for number in range(2) for one in play(STUDY, number)]
    assert found
    assert all(one.won in (0.0, 0.5, 1.0) for one in found)
    horizon.tell(found, STUDY.networks)
    said = capsys.readouterr().out
    assert f"{len(found):>5} decisions" in said
    assert "shipped" in said
