"""What players in the browser are given besides code: the network's file, settings, weights, levels."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tegel.core.game import find_game, game_names
from tegel.search.folding import folded
from tegel.search.halves import halves
from tegel.search.inputs import find_inputs
from tegel.search.levels import levels
from tegel.search.network import shipped_network, shipped_networks
from tegel.search.values import find_values, find_weights
from tegel.wasm.arena import check_arena
from tegel.wasm.errors import NotForWasm
from tegel.wasm.learned_entries import network_dtype
from tegel.wasm.players import describe_players
from tegel.wasm.runtime import ARENA_SIZE
from tegel.wasm.unpacking import unpack
from tegel.wasm.weights_file import HEADER, pack

WRITE_TYPES = Path(__file__).parents[2] / "web" / "write_engine_types.py"


def test_every_finite_half_is_unpacked_exactly() -> None:
    halves = np.arange(1 << 16, dtype=np.uint16)
    halves = halves[np.isfinite(halves.view(np.float16))]
    found = np.zeros(len(halves), np.float32)
    unpack(halves, found)
    assert np.array_equal(found, halves.view(np.float16).astype(np.float32))


@pytest.mark.parametrize("name", game_names())
def test_a_packed_network_loses_nothing_that_a_search_asks_for(name: str) -> None:
    game = find_game(name)
    networks = shipped_networks(game)
    file = pack(game, networks)
    assert file[:HEADER].decode().split() == ["tegel", "network", name, find_inputs(game).LAYOUT.digest]
    numbers = np.frombuffer(file[HEADER:], np.float16).astype(np.float32)
    records = numbers.view(network_dtype(game, networks[0]))
    assert len(records) == len(networks) == describe_players(game)["networks"]
    for network, found in zip(networks, records, strict=True):
        parts = dict(zip(("rater", "valuer"), folded(game, network), strict=True))
        for part in found.dtype.names:
            for layer in found[part].dtype.names:
                assert np.array_equal(found[part][layer], getattr(parts[part], layer)), (part, layer)


def test_networks_of_different_shapes_are_not_packed() -> None:
    game = find_game("azul")
    network = shipped_network(game)
    assert network is not None
    with pytest.raises(NotForWasm, match="the networks of azul are not of one shape"):
        pack(game, [network, halves(network)[0]])


@pytest.mark.parametrize("name", game_names())
def test_players_are_described_as_they_are_here(name: str) -> None:
    game = find_game(name)
    players = describe_players(game)
    assert [level["simulations"] for level in players["levels"]] == [level.simulations for level in levels(name)]
    assert list(players["settings"].values()) == find_values(game).SETTINGS.numbers().tolist()
    for options in game.variants:
        state = game.blank(game.options_from(options))
        fitting = [each["weights"] for each in players["variants"] if all(state[field] == value for field, value in each["fields"].items())]
        assert len(fitting) == 1
        assert players["weights"][fitting[0]]["prior"] == find_weights(game, state).prior.tolist()


def test_settings_that_ask_for_proofs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("azul")
    values = find_values(game)
    monkeypatch.setattr(values, "LEARNED", replace(values.LEARNED, prove=3))
    with pytest.raises(NotForWasm, match="its settings ask for proofs"):
        describe_players(game)


def test_a_search_that_does_not_fit_the_arena_is_refused_while_building() -> None:
    game = find_game("azul")
    check_arena(game, "a search", [np.zeros(ARENA_SIZE // 2, np.uint8)])
    with pytest.raises(NotForWasm, match="azul: a search needs an arena of"):
        check_arena(game, "a search", [np.zeros(ARENA_SIZE, np.uint8)])


def test_the_browsers_types_are_those_of_the_engines() -> None:
    spec: Any = importlib.util.spec_from_file_location("write_engine_types", WRITE_TYPES)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PLACE.read_text(encoding="utf-8") == script.write(), "run `python web/write_engine_types.py`"
