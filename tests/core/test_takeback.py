"""What a move shows is decided exactly, and from public facts alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tegel.core.game import Game
from tegel.core.generic import apply, hide, sample
from tegel.core.takeback import reveals
from tegel.core.view import legal_moves
from tests.configurations import CONFIGURATIONS, NAMES, new_table
from tests.rotation import in_turn

GUESSES = 6
every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


def seen_after(game: Game, state: Any, move: int, viewer: int) -> bytes:
    """What a viewer sees after a move."""
    after = game.copy(state)
    apply(after, move)
    hide(after, viewer)
    return bytes(after.tobytes())


def draws(game: Game, state: Any, move: int) -> bool:
    """Whether a move draws at random."""
    after = game.copy(state)
    apply(after, move)
    return bool(after.draws != state.draws)


@in_turn
@every_configuration
def test_no_guess_finds_more_and_all_guesses_agree(name: str, options: dict[str, Any]) -> None:
    source = random.Random(name)
    hidden = shown = 0
    for seed in range(3):
        table = new_table(name, options, seed)
        game = table.game
        while not table.over:
            for move in source.sample(table.legal, min(3, len(table.legal))):
                told = reveals(game, table.state, move)
                shown, hidden = shown + told, hidden + (not told)
                assert told or not draws(game, table.state, move)
                for viewer in range(-1, table.players):
                    for _ in range(GUESSES):
                        key = np.array([source.getrandbits(64) for _ in range(4)], np.uint64)
                        guess = game.copy(table.state)
                        sample(guess, viewer, key)
                        if move not in legal_moves(game, guess):
                            assert told, f"{game.code(move)} shows viewer {viewer} that it is legal"
                            continue
                        assert reveals(game, guess, move) == told, f"{game.code(move)}: the answer depends on what is hidden"
                        if not told:
                            expected = seen_after(game, guess, move, viewer)
                            assert seen_after(game, table.state, move, viewer) == expected, (
                                f"{game.code(move)} shows viewer {viewer} something"
                            )
            table.play(source.choice(table.legal))
    assert shown > 0
    assert hidden > 0


@every_configuration
def test_the_answer_needs_no_more_than_the_view_of_the_mover(name: str, options: dict[str, Any]) -> None:
    source = random.Random(7)
    table = new_table(name, options, 7)
    while not table.over:
        assert table.turn is not None
        view = table.view(table.turn)
        for move in table.legal[:3]:
            assert reveals(table.game, view.state, move) == reveals(table.game, table.state, move)
        table.play(source.choice(table.legal))


def test_drawing_a_plate_shows_the_back_of_the_next() -> None:
    """D8: only the top back is seen."""
    table = new_table("duel", {}, 1)
    draw = table.game.parse("draw")
    source = random.Random(1)
    while draw not in table.legal:
        table.play(source.choice(table.legal))
    assert reveals(table.game, table.state, draw)
