"""The rules as WebAssembly, under Node: the same games as on the CPU, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.game import MOST_SEATS, find_game, game_names
from tegel.core.playout import random_games
from tegel.core.story import STORY
from tegel.wasm.node import Machine
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

Engine = Callable[[str], Path]
SIGNED_GAMES = 100


def machine_for(engine: Engine, name: str) -> Machine:
    """A game's engine with room for a state, its moves and what happens to it."""
    game = find_game(name)
    machine = Machine(engine(name) / f"{name}.wasm")
    machine.block("state", np.zeros(1, game.dtype))
    machine.block("moves", np.zeros(game.most_legal, np.int16))
    machine.block("story", np.zeros(1, STORY))
    machine.block("key", np.zeros(4, np.uint64))
    machine.block("points", np.zeros(MOST_SEATS, np.int16))
    machine.block("places", np.zeros(MOST_SEATS, np.int16))
    machine.block("seed", np.zeros(1, np.uint64))
    return machine


@pytest.mark.parametrize("name", game_names())
def test_random_play_has_the_signature_of_the_cpu(engine: Engine, name: str) -> None:
    game, machine = find_game(name), machine_for(engine, name)
    places, expected = [], []
    for options in game.variants:
        state = game.blank(game.simulation_options(options))
        machine.write("state", state)
        machine.write("seed", np.array([1], np.uint64))
        places.append((machine.call("random_games", "state", SIGNED_GAMES, "seed"), machine.read("seed")))
        expected.append(random_games(game, state, SIGNED_GAMES, seed=1))
    answers = machine.run()
    assert [(answers[made], int(answers[signature][0])) for made, signature in places] == expected


@pytest.mark.parametrize(("configuration", "said"), list(zip(CONFIGURATIONS, NAMES, strict=True)), ids=NAMES)
def test_golden_playthroughs_have_the_same_states_moves_and_stories(engine: Engine, configuration: tuple[str, Any], said: str) -> None:
    name, options = configuration
    table, source = new_table(name, options, 1), random.Random(1)
    game, machine = table.game, machine_for(engine, name)
    state = game.blank(table.options)
    key = np.array(table.key, np.uint64)
    machine.write("state", state)
    machine.write("key", key)
    machine.call("setup", "state", "key")
    generic.setup(state, key)
    stories, moves = np.zeros(1, STORY), np.zeros(game.most_legal, np.int16)
    compared: list[tuple[int, Any]] = []
    while state.turn >= 0:
        count = generic.legal(state, moves)
        compared.append((machine.read("state"), state.tobytes()))
        compared.append((machine.call("legal", "state", "moves"), count))
        compared.append((machine.read("moves"), moves.tobytes()))
        compared.append((machine.call("check", "state"), 0))
        move = source.choice(moves[:count].tolist())
        stories["length"] = stories["moved"] = 0
        machine.call("apply", "state", move, "story")
        generic.apply(state, move, stories[0])
        compared.append((machine.read("story"), stories.tobytes()))
    points, places = np.zeros(MOST_SEATS, np.int16), np.zeros(MOST_SEATS, np.int16)
    machine.call("result", "state", "points", "places")
    generic.result(state, points, places)
    compared += [(machine.read("points"), points.tobytes()), (machine.read("places"), places.tobytes())]
    answers = machine.run()
    found = [answer.tobytes() if isinstance(answer := answers[at], np.ndarray) else answer for at, _ in compared]
    assert found == [expected for _, expected in compared]


@pytest.mark.parametrize("name", game_names())
def test_hiding_imagining_and_previews_are_the_same(engine: Engine, name: str) -> None:
    game, machine = find_game(name), machine_for(engine, name)
    table = play_random(new_table(name, game.variants[-1], 3), 3, 9)
    key, stories = np.array([5, 6, 7, 8], np.uint64), np.zeros(1, STORY)
    compared = []
    for viewer in range(-1, table.players):
        seen = game.copy(table.state)
        machine.write("state", seen)
        machine.call("hide", "state", viewer)
        generic.hide(seen, viewer)
        compared.append((machine.read("state"), seen.tobytes()))
        machine.write("key", key)
        machine.call("sample", "state", viewer, "key")
        generic.sample(seen, viewer, key)
        compared.append((machine.read("state"), seen.tobytes()))
        machine.call("score_now", "state", "story")
        stories["length"] = stories["moved"] = 0
        generic.score_now(seen, stories[0])
        compared.append((machine.read("state"), seen.tobytes()))
    answers = machine.run()
    assert [answers[at].tobytes() for at, _ in compared] == [expected for _, expected in compared]


@pytest.mark.parametrize("name", game_names())
def test_a_broken_state_is_refused_for_the_same_reason(engine: Engine, name: str) -> None:
    game, machine = find_game(name), machine_for(engine, name)
    table = play_random(new_table(name, game.variants[0], 4), 4, 5)
    source, broken, places = random.Random(4), [], []
    for _ in range(200):
        state = game.copy(table.state)
        raw = np.frombuffer(state.tobytes(), np.uint8).copy()
        raw[source.randrange(len(raw))] ^= 1 << source.randrange(8)
        broken.append(raw.view(game.dtype)[0])
        machine.write("state", raw)
        places.append(machine.call("check", "state"))
    answers = machine.run()
    expected = [generic.check(state) for state in broken]
    assert [answers[at] for at in places] == expected
    assert sum(number > 0 for number in expected) > 50
