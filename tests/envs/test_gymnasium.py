"""Gymnasium's checker for every configuration, and the vector environment against the single one."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tegel.envs.single  # noqa: F401 - registers the environments
from tegel.core.errors import BadOption, IllegalMove
from tests.rotation import in_turn

from .configurations import every_configuration, every_game


def make(name: str, **settings):
    return gymnasium.make(f"tegel/{name.capitalize()}-v1", **settings)


def finish(env, seed: int):
    """Random play to the end; the last step's answer."""
    source = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    while True:
        answer = env.step(source.choice(np.flatnonzero(observation["action_mask"])))
        if answer[2] or answer[3]:
            return answer
        observation = answer[0]


@in_turn
@every_configuration()
def test_checker(name, options, capsys):
    """The checker knows no masks, so illegal moves are replaced here."""
    check_env(make(name, illegal="replace", render_mode="ansi", **options).unwrapped)


@every_game()
def test_checker_with_planes_and_other_seats(name, options):
    check_env(make(name, illegal="replace", render_mode="rgb_array", observation="planes", seat=None, **options).unwrapped)


def test_opponents_by_name_and_by_function():
    asked = []

    def first(view):
        asked.append(view.seat)
        assert not view.state.key.any(), "an opponent must not be shown the future"
        return view.legal[0]

    env = make("azul", players=3, opponents=["greedy", first])
    _, reward, terminated, _, info = finish(env, seed=1)
    assert set(asked) == {2}
    assert terminated
    assert reward == (1 if info["places"][0] == 1 else -1)


def test_greedy_beats_random():
    """The other seat is really played by whom it was given to."""
    against = [finish(make("azul", opponents="greedy"), seed=seed)[1] for seed in range(10)]
    assert sum(against) <= -8


def test_wrong_use_is_explained():
    with pytest.raises(BadOption, match="2 opponents were given for 1 other seats"):
        make("azul", opponents=["random", "random"])
    with pytest.raises(BadOption, match="a seat is a number from 0 to 1"):
        make("azul", seat=2)
    env = make("azul")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="not legal now"):
        env.step(304)
    with pytest.raises(BadOption, match="there is no player 'friends'"):
        gymnasium.make_vec("tegel/Azul-v1", num_envs=2, opponents="friends")


@in_turn
@every_configuration()
def test_vector_environment(name, options):
    """Observations in their space, games that begin anew in the step after their end, rewards only at an end."""
    envs = gymnasium.make_vec(f"tegel/{name.capitalize()}-v1", num_envs=20, **options)
    source = np.random.default_rng(0)
    observations, _ = envs.reset(seed=1)
    ends = 0
    over = np.zeros(20, np.bool_)
    for _ in range(130):
        assert observations["observation"].shape[0] == 20
        masks = observations["action_mask"]
        assert (masks.any(axis=1) == ~over).all()
        actions = (source.random(masks.shape) * masks).argmax(axis=1)
        observations, values, terminated, truncated, infos = envs.step(actions)
        assert not (values[~(terminated | truncated)]).any()
        assert not (over & (terminated | truncated)).any()
        over = terminated | truncated
        ends += int(over.sum())
        if over.any():
            places = infos["places"][over]
            assert ((values[over] == 1) == ((places[:, 0] == 1) & ((places == 1).sum(axis=1) == 1))).all()
    assert envs.observation_space.contains(observations)
    assert ends >= 20


def test_vector_environment_is_repeatable_whatever_the_threads():
    def course(threads):
        envs = gymnasium.make_vec("tegel/Azul-v1", num_envs=200, opponents="greedy", threads=threads)
        observations, _ = envs.reset(seed=5)
        for _ in range(15):
            observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
        return observations["observation"]

    assert (course(1) == course(2)).all()


def test_vector_greedy_plays_like_the_greedy_player():
    """With the same state both choose among the same best moves."""
    from tegel.core.table import Table
    from tegel.search.players import find_player

    envs = gymnasium.make_vec("tegel/Azul-v1", num_envs=1, opponents="greedy", seat=0).unwrapped
    agreed = 0
    for seed in range(20):
        envs.reset(seed=seed)
        games = envs.games
        table = Table(games.game, games.options, tuple(int(word) for word in games.states["key"][0]))
        if table.turn == 1:
            chosen = {find_player("greedy", n).decide(table.view(1)) for n in range(40)}
            reached = set()
            for move in chosen:
                twin = table.copy()
                twin.play(move)
                reached.add(twin.state.tobytes())
            agreed += games.states[0].tobytes() in reached
        else:
            agreed += 1
    assert agreed >= 18


def test_stepping_before_reset_is_explained():
    envs = gymnasium.make_vec("tegel/Azul-v1", num_envs=2).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before the first step"):
        envs.step(np.zeros(2, np.int64))
    env = gymnasium.make("tegel/Azul-v1").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before the first step"):
        env.step(0)
