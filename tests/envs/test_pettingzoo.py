"""PettingZoo's own tests for every configuration, and what they do not cover."""

from __future__ import annotations

import importlib
import pickle
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test

import tegel.envs
from tegel.core.errors import BadOption, IllegalMove

from ..configurations import CONFIGURATIONS
from .configurations import every_configuration, every_game

# api_test keeps a list of the names of PettingZoo's own environments whose observations are dicts with a mask, and warns for all others.
# It also warns of the empty mask that an agent has once its game is over (its own environments do the same).
LISTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",
}


def module(name: str):
    return importlib.import_module(f"tegel.envs.{name}_v1")


def play(env, seed: int, most: int = 10**9):
    """Random moves; yields each agent's last words."""
    env.reset(seed=seed)
    source = np.random.default_rng(seed)
    for _ in zip(env.agent_iter(), range(most), strict=False):
        observation, reward, terminated, truncated, info = env.last()
        yield env.agent_selection, reward, terminated, truncated, info
        env.step(None if terminated or truncated else source.choice(np.flatnonzero(observation["action_mask"])))


@every_configuration()
def test_api_without_a_warning(name, options):
    api_test(module(name).env(mask="info", **options), num_cycles=60)


@every_configuration()
def test_api_with_masks_in_the_observations(name, options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(module(name).env(observation="planes", **options), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= LISTED


@every_configuration()
def test_seeds(name, options):
    seed_test(partial(module(name).env, **options), num_cycles=30)


@every_configuration()
def test_rendering(name, options, capsys):
    render_test(partial(module(name).env, **options))
    assert "player_0" in capsys.readouterr().out


@every_configuration()
def test_pickling_keeps_the_game(name, options):
    env = module(name).env(**options)
    for _ in play(env, seed=3, most=15):
        pass
    twin = pickle.loads(pickle.dumps(env))
    while env.agents:
        agent = env.agent_selection
        assert twin.agent_selection == agent
        (mine, *rest), (theirs, *others) = env.last(), twin.last()
        assert rest == others
        assert all((mine[part] == theirs[part]).all() for part in mine)
        legal = np.flatnonzero(mine["action_mask"])
        move = legal[len(legal) // 2] if len(legal) else None
        env.step(move)
        twin.step(move)
    assert not twin.agents


@every_configuration()
def test_every_game_ends_with_its_rewards(name, options):
    for reward in ("win", "places", "points"):
        env = module(name).env(reward=reward, **options)
        ends = [(agent, got, info) for agent, got, terminated, truncated, info in play(env, seed=4) if terminated or truncated]
        assert [agent for agent, _, _ in ends] == env.possible_agents
        by_place = sorted((info["place"], -got) for _, got, info in ends)
        assert [got for _, got in by_place] == sorted(got for _, got in by_place)
        if reward == "places":
            assert sum(got for _, got, _ in ends) == pytest.approx(0)


class OneCycle:
    """A parallel environment in which a step is one turn of every agent, with legal moves in place of the test's random ones."""

    def __init__(self, env):
        self.env, self.action_space = env, env.action_space

    def reset(self):
        self.env.reset()
        self.agents = list(self.env.agents)
        return {}, {}

    def step(self, actions):
        for _ in self.agents:
            self.env.step(actions[self.env.agent_selection])
        ended = self.env.terminations, self.env.truncations
        return {}, {}, *(dict(end) for end in ended), {}


STRICT_TURNS = [(name, options) for name, options in CONFIGURATIONS if name != "duel" and options.get("wall") != "grey"]


@pytest.mark.parametrize(("name", "options"), STRICT_TURNS)
def test_max_cycles(name, options):
    """PettingZoo's test, where the agents take strict turns: not in Duel, not on the grey wall, where one may choose several columns
    in a row. It knows no masks, so an illegal move is replaced, and no seeds: here no round ends before the test does."""

    class Forgiving(module(name).env.func):
        def reset(self, seed=5, options=None):
            super().reset(seed=seed, options=options)

        def step(self, action):
            super().step(action if action is None else self.play.legal[-1])

    env = partial(Forgiving, name, **options)
    max_cycles_test(SimpleNamespace(env=env, parallel_env=lambda max_cycles: OneCycle(env(max_cycles=max_cycles))))


@every_configuration()
def test_nobody_gets_more_turns_than_max_cycles(name, options):
    env = module(name).env(max_cycles=3, **options)
    turns = [agent for agent, _, terminated, truncated, _ in play(env, seed=5) if not (terminated or truncated)]
    assert max(turns.count(agent) for agent in env.possible_agents) == 3


def test_the_round_limit_truncates():
    env = tegel.envs.make("azul_v1", rounds=1)
    ends = [(terminated, truncated) for _, _, terminated, truncated, _ in play(env, seed=6)][-2:]
    assert ends == [(False, True)] * 2


@every_configuration()
def test_clone_and_restore(name, options):
    env = module(name).env(**options)
    for _ in play(env, seed=7, most=12):
        pass
    kept, agent = env.clone(), env.agent_selection
    courses = []
    for _ in range(2):
        env.restore(kept)
        assert env.agent_selection == agent
        course = []
        while env.agents:
            observation, reward, *_ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[0] if len(legal) else None)
            course.append((reward, observation["observation"].tobytes()))
        courses.append(course)
    assert courses[0] == courses[1]


@every_game()
def test_a_clone_for_a_viewer_guesses_the_rest(name, options):
    env = module(name).env(**options)
    for _ in play(env, seed=8, most=20):
        pass
    agent = env.agent_selection
    first, second = env.clone(agent, seed=1), env.clone(agent, seed=2)
    seen = env.observe(agent)["observation"]
    assert (first.states["key"] != second.states["key"]).any()
    assert (first.states["key"] != env.play.states["key"]).any()
    env.restore(first)
    assert (env.observe(agent)["observation"] == seen).all()


@every_configuration()
def test_state_is_what_all_know_together(name, options):
    env = module(name).env(**options)
    env.reset(seed=9)
    state = env.state()
    assert env.state_space.contains(state)
    for seat, agent in enumerate(env.possible_agents):
        assert (state[seat] == env.observe(agent)["observation"]).all()


def test_options_at_reset():
    env = tegel.envs.make("azul_v1")
    env.reset(options={"key": "01" * 32, "wall": "grey"})
    assert env.play.states["grey"][0] == 1
    first = env.observe("player_0")["observation"]
    env.reset(options={"key": "01" * 32, "wall": "grey"})
    assert (env.observe("player_0")["observation"] == first).all()
    env.reset(seed=1)
    assert env.play.states["grey"][0] == 0
    with pytest.raises(BadOption, match="number of players of this environment is 2"):
        env.reset(options={"players": 3})
    with pytest.raises(BadOption, match="64 hexadecimal digits"):
        env.reset(options={"key": "abc"})


def test_wrong_use_is_explained():
    env = tegel.envs.make("azul_v1")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 304 is not legal now"):
        env.step(304)
    for settings, message in [
        ({"observation": "text"}, "the observations are vector, planes"),
        ({"reward": "gold"}, "the rewards are win, places, points"),
        ({"mask": "hat"}, "in the observation or in the info"),
        ({"render_mode": "opera"}, "the modes are human, ansi, rgb_array"),
        ({"players": 9}, "players cannot be 9"),
    ]:
        with pytest.raises(BadOption, match=message):
            tegel.envs.make("azul_v1", **settings)
    with pytest.raises(BadOption, match="the environments are azul_v1, blockers_v1 and duel_v1"):
        tegel.envs.make("chess_v1")
