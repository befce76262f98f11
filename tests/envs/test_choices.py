"""What an agent can choose: zeros and ones, points as they come, and how its observation reaches a bot."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tegel.envs.single  # noqa: F401 - registers the environments
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.envs import make
from tegel.envs.features import layout_of
from tegel.envs.features.onehot import one_hot_of
from tegel.envs.rewards import GRADUAL

from .configurations import every_game


def finish(env, seed):
    """Random play; all rewards."""
    source = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    got = []
    ended = False
    while not ended:
        observation, reward, terminated, truncated, info = env.step(source.choice(np.flatnonzero(observation["action_mask"])))
        got.append(reward)
        ended = terminated or truncated
    return got, info


@every_game()
def test_zeros_and_ones_say_what_the_vector_says(name, options):
    layout = layout_of(find_game(name))
    code = one_hot_of(layout)
    env = gymnasium.make(f"tegel/{name.capitalize()}-v1", observation="onehot", **options).unwrapped
    plain = gymnasium.make(f"tegel/{name.capitalize()}-v1", **options).unwrapped
    seen, vector = (each.reset(seed=3)[0]["observation"] for each in (env, plain))
    assert seen.dtype == np.float32
    assert env.observation_space["observation"].contains(seen)
    for at, value in enumerate(vector.tolist()):
        columns = seen[code.columns(at)]
        if len(columns) == 1:
            assert columns[0] == pytest.approx(value if layout.high[at] - layout.low[at] < 2 else value / 100)
        else:
            assert columns.sum() == 1
            assert columns.argmax() + layout.low[at] == value


def test_the_checker_takes_zeros_and_ones_and_points_as_they_come():
    check_env(gymnasium.make("tegel/Azul-v1", illegal="replace", observation="onehot", reward="rounds").unwrapped, skip_render_check=True)


@every_game()
@pytest.mark.parametrize("kind", GRADUAL)
def test_points_as_they_come_add_up(name, options, kind):
    """In all three kinds of environments; and they do come before the end."""
    make_one = f"tegel/{name.capitalize()}-v1"
    got, info = finish(gymnasium.make(make_one, reward=kind, seat=1, **options), seed=1)
    (*_, whole), same = finish(gymnasium.make(make_one, reward="points", seat=1, **options), seed=1)
    assert info["points"] == same["points"]
    assert sum(got) == whole
    assert any(got[:-1])

    env = make(f"{name}_v1", reward=kind, **options)
    source = np.random.default_rng(1)
    env.reset(seed=1)
    total, points = dict.fromkeys(env.agents, 0.0), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            points[agent] = info["points"]
        env.step(None if terminated or truncated else source.choice(np.flatnonzero(observation["action_mask"])))
    sign = -1 if find_game(name).fewest_wins else 1
    for agent in total:
        assert total[agent] == sign * points[agent] - max(sign * points[other] for other in total if other != agent)


@pytest.mark.parametrize("observation", ["vector", "planes", "onehot"])
@every_game()
def test_a_bot_sees_what_an_agent_saw(name, options, observation):
    """`View.vector` and `View.mask`: the way from a trained policy to the arena."""
    env = gymnasium.make(f"tegel/{name.capitalize()}-v1", observation=observation, seat=0, **options).unwrapped
    seen, _ = env.reset(seed=4)
    game = find_game(name)
    table = Table(game, game.simulation_options(options), tuple(int(word) for word in env.play.states["key"][0]))
    table.state = game.copy(env.play.states[0])
    view = table.view(0)
    assert (view.vector(observation) == seen["observation"]).all()
    assert (view.mask() == seen["action_mask"]).all()
    assert view.mask().dtype == seen["action_mask"].dtype


def test_masks_as_sb3_contrib_asks_for_them():
    env = gymnasium.make("tegel/Azul-v1")
    seen, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == (seen["action_mask"] == 1)).all()
