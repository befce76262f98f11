"""The adapter for Stable-Baselines3: with the package where it is installed, else with an interface like its `VecEnv`."""

from __future__ import annotations

import importlib.util
import sys
from abc import ABC, abstractmethod
from types import ModuleType

import numpy as np
import pytest

COUNT = 12


class VecEnv(ABC):
    """What SB3's class of that name asks of a subclass, and does when it is made."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos = [{} for _ in range(num_envs)]
        (self.render_mode,) = set(self.get_attr("render_mode"))

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()

    @abstractmethod
    def reset(self): ...
    @abstractmethod
    def step_async(self, actions): ...
    @abstractmethod
    def step_wait(self): ...
    @abstractmethod
    def close(self): ...
    @abstractmethod
    def get_attr(self, attr_name, indices=None): ...
    @abstractmethod
    def set_attr(self, attr_name, value, indices=None): ...
    @abstractmethod
    def env_method(self, method_name, *method_args, indices=None, **method_kwargs): ...
    @abstractmethod
    def env_is_wrapped(self, wrapper_class, indices=None): ...


@pytest.fixture
def adapter(monkeypatch):
    if importlib.util.find_spec("stable_baselines3") is None:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        sys.modules["stable_baselines3.common.vec_env"].VecEnv = VecEnv
    monkeypatch.delitem(sys.modules, "tegel.envs.sb3", raising=False)
    found = importlib.import_module("tegel.envs.sb3")
    yield found.TegelVecEnv
    sys.modules.pop("tegel.envs.sb3", None)


def test_steps_are_answered_as_sb3_wants_them(adapter):
    envs = adapter("azul", COUNT, opponents="random", seat=None, observation="onehot", reward="rounds")
    assert envs.seed(1) == [1] * COUNT
    seen = envs.reset()
    assert [sorted(info) for info in envs.reset_infos] == [["seat"]] * COUNT
    source, ends = np.random.default_rng(0), 0
    for _ in range(50):
        masks = np.stack(envs.env_method("action_masks"))
        assert (masks == (seen["action_mask"] == 1)).all()
        assert masks.any(axis=1).all()
        seen, values, over, infos = envs.step((source.random(masks.shape) * masks).argmax(axis=1))
        assert values.dtype == np.float32
        assert over.shape == (COUNT,)
        for at in range(COUNT):
            assert ("terminal_observation" in infos[at]) == over[at]
            if over[at]:
                ends += 1
                assert envs.observation_space.contains(infos[at]["terminal_observation"])
                assert infos[at]["TimeLimit.truncated"] is False
                assert len(infos[at]["points"]) == 2
    assert ends >= COUNT
    again = adapter("azul", COUNT, opponents="random", seat=None, observation="onehot")
    again.seed(1)
    envs.seed(1)
    assert (again.reset()["observation"] == envs.reset()["observation"]).all()
    envs.close()


def test_what_sb3_asks_besides(adapter):
    envs = adapter("duel", 3)
    assert envs.get_attr("render_mode") == [None] * 3
    assert envs.get_attr("reward", indices=1) == ["win"]
    assert envs.env_is_wrapped(object, indices=[0, 2]) == [False, False]
    assert envs.has_attr("action_masks")
    envs.reset()
    assert len(envs.env_method("action_masks", indices=[2])) == 1
    with pytest.raises(AttributeError, match="no method 'reset_one'"):
        envs.env_method("reset_one")
    with pytest.raises(AttributeError, match="cannot be set"):
        envs.set_attr("reward", "points")
