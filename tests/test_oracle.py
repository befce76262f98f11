"""Engine and oracle agree, position by position (`tegel selfcheck` compares as many as one likes)."""

from __future__ import annotations

import os
import random

import pytest

from tegel.core import differential
from tegel.core.differential import Disagreement, compare_game, selfcheck
from tegel.core.game import find_game
from tests.configurations import CONFIGURATIONS, NAMES
from tests.seeds import run_seed

POSITIONS = int(os.environ.get("TEGEL_POSITIONS", "20000"))  # each configuration; `make test-long` compares 100,000
SLICES = 2  # so that several cores can share a configuration


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
def test_engine_and_oracle_agree(name: str, options: dict, part: int) -> None:
    wanted = POSITIONS // SLICES
    assert selfcheck(find_game(name), options, wanted, seed=f"{run_seed()} {part}") >= wanted


OTHERS = [  # options that change what is seen or how a game is set up, not its course
    ("duel", {"scoring": "random3"}),
    ("duel", {"scoring": "random4"}),
    ("blockers", {"players": 2, "colours": "vbgry"}),
    ("blockers", {"players": 4, "colours": "yrvbg"}),
]


@pytest.mark.parametrize(("name", "options"), OTHERS)
def test_engine_and_oracle_agree_on_other_options(name: str, options: dict) -> None:
    wanted = POSITIONS // 20
    assert selfcheck(find_game(name), options, wanted, seed=run_seed()) >= wanted


def test_a_wrong_engine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: with one fact changed it does, and shows both sides."""
    game = find_game("azul")
    oracle = differential.find_oracle("azul")

    class Wrong(oracle):  # type: ignore[misc, valid-type]
        def facts(self, viewer: int | None) -> dict:
            facts = super().facts(viewer)
            if len(self.legal()) < 20:
                facts["bag"][0] += 1
            return facts

    monkeypatch.setattr(differential, "find_oracle", lambda name: Wrong)
    with pytest.raises(Disagreement, match=r"disagree on facts.*\n  engine: \{'bag'.*\n  oracle: \{'bag'"):
        compare_game(game, {"players": 2}, random.Random(1))
