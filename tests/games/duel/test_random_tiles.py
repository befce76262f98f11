"""Scoring tiles left to chance: drawn with the game's key when it is set up (D1.4)."""

from __future__ import annotations

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.core.record import Record
from tegel.core.replay import replay
from tegel.core.table import Table

DUEL = find_game("duel")


def drawn(scoring: str, number: int) -> list[str]:
    sides: list[str] = tegel.game("duel", scoring=scoring, key=(number, 0, 0, 1)).view(-1).facts["scoring"]
    return sides


@pytest.mark.parametrize(("scoring", "count", "ways"), [("random3", 3, 4 * 8), ("random4", 4, 16)])
def test_every_choice_of_tiles_and_sides_can_be_drawn(scoring: str, count: int, ways: int) -> None:
    found = [drawn(scoring, number) for number in range(400)]
    for sides in found:
        DUEL.options_from({"scoring": "".join(sides)})
        assert len(sides) == count
    assert len({tuple(sides) for sides in found}) == ways


def test_the_key_decides_the_tiles() -> None:
    assert drawn("random3", 5) == drawn("random3", 5)


def test_a_chosen_game_takes_no_draws_for_its_tiles() -> None:
    chosen, random = (tegel.game("duel", scoring=scoring, key=(1, 2, 3, 4)) for scoring in ("1f2f3f", "random4"))
    assert int(random.state.draws) - int(chosen.state.draws) == 4


def test_a_record_keeps_the_option_and_a_position_what_was_drawn() -> None:
    table = tegel.game("duel", scoring="random3", key=(7, 0, 0, 1))
    table.play(table.legal[0])
    text = table.record.dumps()
    assert "option scoring random3\n" in text
    again = replay(Record.loads(text))
    assert again.position == table.position
    sides = "".join(table.view(0).facts["scoring"])
    assert f"option scoring {sides}\n" in table.position
    assert Table.from_position(table.position).options.scoring == sides


def test_each_new_game_of_a_state_draws_anew() -> None:
    state = DUEL.blank(DUEL.options_from({"scoring": "random4"}))
    seen = set()
    for number in range(60):
        generic.setup(state, np.array((number, 0, 0, 1), np.uint64))
        seen.add(tuple(state.scoring.tolist()))
    assert len(seen) > 8


@pytest.mark.parametrize("scoring", ["random", "random2", "random5", "random31f"])
def test_other_words_are_refused(scoring: str) -> None:
    with pytest.raises(BadOption, match="random3 or random4"):
        tegel.game("duel", scoring=scoring)
