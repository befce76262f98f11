"""The toy game, made by the ten steps, goes through every layer: table, players, environments, catalogue, words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import tegel
from tegel.core.errors import BadGame, BadOption
from tegel.core.game import find_game, game_names, register, unregister
from tegel.core.position import read_position
from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.core.table import Table
from tegel.core.words import LANGUAGES, say
from tegel.envs.vector import VectorGames
from tegel.search import levels, network, values
from tegel.search.analyse import analyse
from tegel.search.players import find_player
from tegel.search.settings import Budget
from tegel.search.think import think
from tegel.server.catalogue import show_catalogue
from tegel.server.examples import show_examples
from tegel.server.preparing import Part, code_of, parts

from . import GAME


@pytest.fixture(autouse=True)
def heaps() -> Iterator[None]:
    register(GAME)
    yield
    unregister("heaps")


def test_it_is_found_by_name_only_once() -> None:
    assert find_game("heaps") is GAME
    assert "heaps" in game_names()
    with pytest.raises(BadGame, match="there is a game heaps already"):
        register(GAME)


def test_it_is_played_at_a_table() -> None:
    table = tegel.game("heaps", key=(1, 2, 3, 4), names=["Ann", "Bob"])
    while not table.over:
        assert read_position(table.position)[1].tobytes() == table.state.tobytes()
        table.play(table.codes[-1])
    assert sum(table.result.points) == sum(tegel.game("heaps", key=(1, 2, 3, 4)).state.heaps) + 3
    assert verify(Record.loads(table.record.dumps())).result == table.result


@pytest.mark.parametrize("name", ["random", "greedy", "level:1", "level:8"])
def test_it_is_played_without_values(name: str) -> None:
    table = tegel.game("heaps", key=(1, 2, 3, 4))
    player = find_player(name, seed=1)
    while not table.over:
        assert len(table.legal) >= 2
        table.play(player.decide(table.view(table.turn)))


def test_a_search_without_values_is_refused() -> None:
    table = tegel.game("heaps", key=(1, 2, 3, 4))
    with pytest.raises(BadGame, match="heaps has no values"):
        think(table.view(table.turn), Budget(10))
    with pytest.raises(BadGame, match="heaps has no values"):
        analyse(table, Budget(10))


def test_a_server_compiles_what_its_players_need() -> None:
    """Without levels that is no search, which could not be compiled without values."""
    assert {part for name, part in parts() if name == "heaps"} == {Part.RULES, Part.GREEDY}
    assert [code_of("heaps", player) for player in ("random", "greedy", "level:1", "level:8")] == [Part.RULES, *[Part.GREEDY] * 3]


def test_its_examples_are_shown() -> None:
    for language in LANGUAGES:
        shown = show_examples("heaps", language)
        assert [example["name"] for example in shown] == ["H2"]
        assert shown[0]["title"] == say(language, "server.example.H2.title")
        assert shown[0]["moves"][0] in Table.from_position(shown[0]["position"].lstrip()).codes


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package that is not Tegel's."""
    folder = tmp_path / f"elsewhere_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_levels_and_a_network_lie_beside_its_rules(elsewhere: Path) -> None:
    assert levels._read_levels.__wrapped__(elsewhere.name, "heaps") == ()
    (elsewhere / "levels.toml").write_text("[[heaps]]\nsimulations = 7\n" * 8)
    assert [level.simulations for level in levels._read_levels.__wrapped__(elsewhere.name, "heaps")] == [7] * 8
    (elsewhere / "levels.toml").write_text("[[heaps]]\nsimulations = 7\n")
    with pytest.raises(BadGame, match=r"levels\.toml has 1 levels of heaps; every game has 8, or none"):
        levels._read_levels.__wrapped__(elsewhere.name, "heaps")
    (elsewhere / "levels.toml").write_text("[[heaps]]\nsimulation = 7\n")
    with pytest.raises(BadGame, match=r"levels\.toml, heaps: .*simulation"):
        levels._read_levels.__wrapped__(elsewhere.name, "heaps")
    (elsewhere / "network.npz").write_bytes(b"nothing")
    with pytest.raises(network.BadNetwork):
        network._shipped.__wrapped__("heaps", "heaps", elsewhere.name)


def test_weights_lie_beside_its_values_and_may_be_missing_only_when_they_are_fitted(elsewhere: Path) -> None:
    module = ModuleType(f"{elsewhere.name}.values")
    module.FEATURES, module.MOVE_FEATURES, module.STAGES = ("one", "two"), ("three",), 1
    with pytest.raises(BadGame, match=r"no weights for the variant 'all'; .* python -m tegel.search.fit heaps --output .*values\.json"):
        values._weights(module, "heaps", "all")
    (elsewhere / "values.json").write_text('{"all": {"win": {"one": [2]}, "points": {"one": [3], "two": [4]}, "prior": {"three": 5}}}')
    values.saved_weights.cache_clear()
    with pytest.raises(BadGame, match="no weights of two for the variant 'all'"):
        values._weights(module, "heaps", "all")
    values.begin_at_zero(module)
    assert values._weights(module, "heaps", "all").value.tolist() == [[[2, 0], [3, 4]]]
    assert values._weights(module, "heaps", "other").prior.tolist() == [0]


def test_it_has_environments() -> None:
    games = VectorGames("heaps", 5, seed=1, auto_reset=False)
    for _ in range(GAME.longest(GAME.options())):
        games.step(games.random_moves())
    assert (games.turns == -1).all()
    assert games.layout.split(games.vectors(0))["heaps"].sum() == 0
    pettingzoo = pytest.importorskip("pettingzoo")
    env = tegel.envs.make("heaps_v1")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[0]))
        assert agent in env.possible_agents
    assert pettingzoo is not None


def test_it_stands_in_the_catalogue() -> None:
    for language in LANGUAGES:
        shown = next(game for game in show_catalogue(language).games if game.name == "heaps")
        assert shown.title == say(language, "heaps.title")
        assert shown.players == [2, 2]
        assert [(option.kind, option.least, option.most) for option in shown.options] == [("number", 0, 9)]


def test_its_table_is_drawn_in_every_language() -> None:
    table = Table(GAME, GAME.options(), (1, 2, 3, 4))
    for language in LANGUAGES:
        assert table.draw(0, language)


FAULTS = {
    "its name must be one small word": {"name": "Two words"},
    "it must have between 1 and 8 seats": {"seats": (2, 9)},
    "its first event must be forced": {"events": ("bonus",)},
    "no more legal ones than moves": {"most_legal": 100},
    "the variant {'bonus': 10} has an option that is not allowed: bonus": {"variants": ({"bonus": 10},)},
    "versions count from 1": {"version": 0},
    "its record lacks key and draws": {"dtype": np.dtype([("players", "i1"), ("turn", "i1")])},
    "fields of its record have the names of NumPy methods: fill": {
        "dtype": np.dtype([("key", "u8", (4,)), ("draws", "u4"), ("players", "i1"), ("turn", "i1"), ("fill", "i1")])
    },
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_is_not_declared_well_is_refused(fault: str) -> None:
    with pytest.raises(BadGame) as error:
        replace(GAME, **FAULTS[fault])
    assert fault in str(error.value)


def test_options_that_are_declared_otherwise_than_accepted_are_refused() -> None:
    from tegel.core.option_kinds import Number

    class Wrong(GAME.options, frozen=True):
        KINDS = {"bonus": Number(0, 10)}  # noqa: RUF012 - as games declare it

    with pytest.raises(BadGame, match="the option bonus refuses 10"):
        replace(GAME, options=Wrong)
    with pytest.raises(BadOption, match="allowed is points for the last tile"):
        tegel.game("heaps", bonus=10)
