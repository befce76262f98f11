"""OpenSpiel's own tests for every configuration, and playthroughs that are stored and replayed.

``python -m tests.envs.test_openspiel`` writes the playthroughs anew.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyspiel
import pytest

import tegel.envs.spiel  # noqa: F401 - registers the games
from tegel.core.errors import BadOption
from tests.rotation import in_turn

from ..configurations import CONFIGURATIONS
from .configurations import every_configuration, every_game

FOLDER = Path(__file__).parent / "playthroughs"
LENGTH = 30  # decisions and draws of a stored playthrough


def game_string(name: str, options: dict) -> str:
    return f"python_tegel_{name}({','.join(f'{key}={value}' for key, value in options.items())})"


def load(name: str, options: dict):
    return pyspiel.load_game(game_string(name, options))


def path_of(name: str, options: dict) -> Path:
    return FOLDER / f"{'_'.join([name, *map(str, options.values())])}.txt"


def tell(values) -> str:
    """A tensor, short: only what is not 0."""
    return " ".join(f"{at}:{value:g}" for at, value in enumerate(values) if value)


def playthrough(name: str, options: dict) -> str:
    """A game's beginning as OpenSpiel sees it, as text."""
    game = load(name, options)
    kind = game.get_type()
    lines = [f"game {game}", f"{kind.chance_mode} {kind.information} {kind.utility} {kind.reward_model}"]
    lines += [f"players {game.num_players()} actions {game.num_distinct_actions()} longest {game.max_game_length()}"]
    lines += [f"observation {game.observation_tensor_shape()} information state {game.information_state_tensor_shape()}"]
    state = game.new_initial_state()
    source = np.random.RandomState(7)
    for _ in range(LENGTH):
        if state.is_terminal():
            break
        player, actions = state.current_player(), state.legal_actions()
        if player >= 0:
            lines.append(f"player {player} to move, {len(actions)} legal, {actions[0]} to {actions[-1]}")
            if len(state.history()) % 10 == 9:
                lines.append(f"tensor {tell(state.observation_tensor(player))}")
        action = int(source.choice(actions))
        lines.append(f"apply {action} {state.action_to_string(player, action)}")
        state.apply_action(action)
    lines += [
        str(state),
        state.information_state_string(0),
        f"tensor {tell(state.information_state_tensor(0))}",
        f"history {state.history()}",
    ]
    return "\n".join(lines) + "\n"


@in_turn
@every_configuration()
def test_random_simulation_with_serialisation(name, options):
    pyspiel.random_sim_test(load(name, options), num_sims=1, serialize=True, verbose=False)


@every_configuration()
def test_playthrough(name, options):
    assert playthrough(name, options) == path_of(name, options).read_text(encoding="utf-8")


def test_no_playthrough_is_left_over():
    assert {path_of(*configuration) for configuration in CONFIGURATIONS} == set(FOLDER.glob("*.txt"))


def some_state(game, moves: int):
    state = game.new_initial_state()
    source = np.random.RandomState(1)
    while moves or state.is_chance_node():
        moves -= not state.is_chance_node()
        state.apply_action(int(source.choice(state.legal_actions())))
    return state


@every_game()
def test_nothing_of_the_future_lies_in_a_state(name, options):
    """The same move after the same history leads on only through chance, and other deals bring other draws."""
    state = some_state(load(name, options), 8)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    children = {str(state.child(deal)) for deal in range(5)}
    assert len(children) > 1
    assert str(state.child(3)) == str(state.child(3))


def test_another_seed_other_deals():
    def first(seed):
        state = pyspiel.load_game(f"python_tegel_azul(seed={seed})").new_initial_state()
        state.apply_action(0)
        return str(state)

    assert first(1) == first(1) != first(2)


@every_game()
def test_observations_hide_and_resampling_keeps_them(name, options):
    game = load(name, options)
    state = some_state(game, 10)
    others = set()
    for player in range(game.num_players()):
        for _ in range(4):
            twin = state.resample_from_infostate(player, np.random.RandomState(player).random_sample)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            others.add(str(twin))
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        assert len(others | {str(state)}) > 1


def test_bad_parameters_are_explained():
    with pytest.raises(BadOption, match="players cannot be 7"):
        pyspiel.load_game("python_tegel_azul(players=7)")
    with pytest.raises(BadOption, match="rounds must be from 1"):
        pyspiel.load_game("python_tegel_azul(rounds=0)")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for configuration in CONFIGURATIONS:
        path_of(*configuration).write_text(playthrough(*configuration), encoding="utf-8")
