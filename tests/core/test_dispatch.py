"""One way to find a game's functions: from Python, from compiled code, from disk; clear errors where there is nothing to find."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tegel.core import dispatch, generic
from tegel.core.compiled import INTERPRETED
from tegel.core.disk_cache import PACKAGE
from tegel.core.dispatch import Family, modules_in
from tegel.core.errors import BadGame
from tegel.core.game import find_game, game_names
from tegel.envs import features
from tegel.search import heuristics, inputs
from tests.forked import run_forked

FAMILIES = {
    "rules": (generic.rules, lambda game: game.rules),
    "values": (heuristics.values, modules_in("tegel.search.values")),
    "inputs": (inputs.inputs, modules_in("tegel.search.inputs")),
    "features": (features.features, modules_in("tegel.envs.features")),
}


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("family", FAMILIES)
def test_every_game_has_every_function(name: str, family: str) -> None:
    functions, find = FAMILIES[family]
    module = find(find_game(name))
    assert [name for name in functions.names if not callable(getattr(module, name, None))] == []


def test_games_with_the_same_fields_are_refused() -> None:
    azul = find_game("azul")
    twin = ModuleType("azurite")
    for name in generic.rules.names:
        setattr(twin, name, getattr(azul.rules, name))
    with pytest.raises(BadGame, match="azurite has the same record fields as azul"):
        replace(azul, name="azurite", rules=twin)
    assert dispatch.game_of(azul.blank(azul.options())) is azul, "nothing changed"


def test_a_record_of_no_game() -> None:
    stranger = np.zeros(1, [("turn", "i1"), ("never_heard_of", "i4")])[0]
    with pytest.raises(BadGame, match="no game has a record with the fields turn, never_heard_of"):
        generic.legal(stranger, np.zeros(4, np.int16))


def test_a_module_without_the_function() -> None:
    family = Family(lambda game: game.rules)

    @family.declare()
    def juggle(state: Any) -> int:
        """Nobody has this."""
        raise NotImplementedError

    azul = find_game("azul")
    with pytest.raises(BadGame, match=r"tegel\.games\.azul\.rules lacks the function juggle"):
        juggle(azul.blank(azul.options()))
    assert juggle.__doc__ == "Nobody has this."


def test_a_function_that_a_module_may_lack() -> None:
    """Another one takes its place; where that is missing, too, the error names the first."""
    module = ModuleType("a game's")
    family = Family(lambda game: module)

    @family.declare(otherwise="count")
    def count_quickly(state: Any) -> int:
        raise NotImplementedError

    state = find_game("azul").blank(find_game("azul").options())
    with pytest.raises(BadGame, match="lacks the function count_quickly"):
        count_quickly(state)
    module.count = lambda state: 7
    assert count_quickly(state) == 7
    assert family.names == []


def test_a_game_without_a_layer() -> None:
    with pytest.raises(BadGame, match=r"azul has no sounds: there is neither tegel\.sounds\.azul nor tegel\.games\.azul\.sounds"):
        modules_in("tegel.sounds")(find_game("azul"))


SCRIPT = """
import numpy as np
from tegel.core.game import find_game
from tegel.core.generic import apply, legal, setup
game = find_game("azul")
state = game.blank(game.options())
setup(state, np.arange(4, dtype=np.uint64))
moves = np.zeros(game.most_legal, np.int16)
apply(state, moves[legal(state, moves) - 1])
print(sum(apply.stats.cache_hits.values()), sum(apply.stats.cache_misses.values()))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_dispatch_is_kept_on_disk(tmp_path: Path) -> None:
    environment = {**os.environ, "TEGEL_CACHE": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)}
    told = [run_forked(SCRIPT, [], environment).split() for _ in range(2)]
    assert told == [["0", "1"], ["1", "0"]]
