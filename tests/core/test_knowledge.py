"""Nobody is shown what they may not know: change only that, and views, legal moves and bots stay the same, byte for byte."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.view import View, legal_moves
from tegel.search.simple import GreedyPlayer, RandomPlayer
from tests.configurations import CONFIGURATIONS, NAMES, new_table

every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


def another_key(source: random.Random) -> np.ndarray:
    return np.array([source.getrandbits(64) for _ in range(4)], np.uint64)


@pytest.mark.rule("A9", "D8", "B7")
@every_configuration
def test_non_interference(name: str, options: dict) -> None:
    """A9, D8, B7"""
    source = random.Random(name)
    for seed in range(4):
        table = new_table(name, options, seed)
        while not table.over:
            for viewer in range(-1, table.players):
                view = table.view(viewer)
                twin = table.game.copy(table.state)
                generic.sample(twin, viewer, another_key(source))
                assert generic.check(twin) == 0
                hidden = table.game.copy(twin)
                generic.hide(hidden, viewer)
                assert generic.check(hidden) == 0
                assert hidden.tobytes() == view.state.tobytes()
                if viewer == table.turn:
                    assert legal_moves(table.game, twin) == table.legal == view.legal
                    for player in (GreedyPlayer, RandomPlayer):
                        assert player(1).decide(View(table.game, hidden, viewer)) == player(1).decide(view)
            table.play(source.choice(table.legal))


@every_configuration
def test_a_sample_of_a_view_is_a_sample_of_the_truth(name: str, options: dict) -> None:
    """A guess depends on the view and the key alone, not on what was hidden."""
    source = random.Random(3)
    table = new_table(name, options, 3)
    while not table.over:
        viewer = source.randrange(table.players)
        key = another_key(source)
        of_truth, of_view = table.game.copy(table.state), table.view(viewer).state
        generic.sample(of_truth, viewer, key)
        generic.sample(of_view, viewer, key)
        assert of_truth.tobytes() == of_view.tobytes()
        table.play(source.choice(table.legal))


@every_configuration
def test_a_spectator_knows_no_more_than_any_seat(name: str, options: dict) -> None:
    """What a spectator sees is what is left when each seat's view is hidden again."""
    source = random.Random(4)
    table = new_table(name, options, 4)
    while not table.over:
        for seat in range(table.players):
            state = table.view(seat).state
            generic.hide(state, -1)
            assert state.tobytes() == table.view(-1).state.tobytes()
        table.play(source.choice(table.legal))


@every_configuration
def test_the_future_is_hidden(name: str, options: dict) -> None:
    table = new_table(name, options, 5)
    assert table.state.key.any()
    assert not table.view(0).state.key.any()
    assert table.view(0).state.draws == 0
