"""The vector environment in torch: the same games, observations, masks and rewards as in NumPy; and on Numba's simulator of CUDA."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import tegel.envs.single  # noqa: F401 - registers the environments
from tegel.core.errors import BadOption, IllegalMove

from .test_vector import run_simulated

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

SETTINGS = [
    ("Azul", {"opponents": "greedy", "reward": "points"}),
    ("Azul", {"players": 3, "seat": "all", "observation": "onehot", "reward": "now", "ended": "again"}),
    ("Blockers", {"players": 4, "seat": 2, "reward": "places", "ended": "full"}),
    ("Duel", {"seat": 1, "observation": "planes", "reward": "rounds", "ended": "again", "opponents": "greedy"}),
    ("Azul", {"seat": "all", "reward": "win"}),
]


def make(name, count, **settings):
    return gymnasium.make_vec(f"tegel/{name}-v1", num_envs=count, **settings).unwrapped


def same(mine, theirs):
    assert np.allclose(mine.numpy(), theirs)
    assert mine.dtype.is_floating_point == np.issubdtype(theirs.dtype, np.floating)


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_the_same_as_in_numpy(name, settings):
    plain, card = make(name, 12, **settings), make(name, 12, device="cpu", **settings)
    source, ends = np.random.default_rng(1), 0
    (seen, _), (shown, told) = plain.reset(seed=3), card.reset(seed=3)
    for _ in range(150):
        for key in seen:
            same(shown[key], seen[key])
        assert ("seat" in told) == (settings.get("seat") == "all")
        actions = (source.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        seen, values, terminated, truncated, infos = plain.step(actions)
        shown, given, finished, cut, told = card.step(torch.from_numpy(actions))
        same(given, values.astype(np.float32))
        same(finished, terminated)
        same(cut, truncated)
        over = terminated | truncated
        for key in infos:
            which = infos.get(f"_{key}")
            if key == "final_obs":
                for at in np.flatnonzero(over):
                    same(told[key]["observation"][at], infos[key][at]["observation"])
            elif which is not None:
                same(told[key][which], infos[key][which])
        ends += int(over.sum())
    assert ends > 5


def test_another_seat_each_game():
    envs = make("Azul", 30, device="cpu", seat=None, players=3, ended="again")
    seen, infos = envs.reset(seed=1)
    had = {*infos["seat"].tolist()}
    assert had == {0, 1, 2}
    first, changed = infos["seat"].clone(), torch.zeros(30, dtype=torch.bool)
    for _ in range(60):
        moves = (torch.rand(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)
        seen, _, _, _, infos = envs.step(moves)
        changed |= infos["seat"] != first
        assert (torch.as_tensor(envs.games.turns) == infos["seat"]).all()
    assert changed.any()


def test_bad_settings_and_moves_are_refused():
    with pytest.raises(BadOption, match="on a device the opponents are random or greedy, not 'level:1'"):
        make("Azul", 2, device="cpu", opponents="level:1")
    with pytest.raises(BadOption, match="there is no device 'tpu'"):
        make("Azul", 2, device="cpu").games.__class__("azul", 2, device="tpu")
    envs = make("Azul", 2, device="cpu")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(torch.zeros(2, dtype=torch.int64))
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="is not legal in game 0"):
        envs.step(torch.full((2,), 304))
    with pytest.raises(BadOption, match="must have the shape"):
        envs.step(torch.zeros(3, dtype=torch.int64))


# Numba's simulated card has no tensors: those of the CPU stand for them
SIMULATED = """
import numpy as np, torch
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray
from tegel.envs import card
from tegel.envs.vector.numba_cuda import cuda
from tegel.envs.make_vec import vector_env
cuda.as_cuda_array = lambda array: FakeCUDAArray(array.numpy()) if isinstance(array, torch.Tensor) else array
card.tensor = lambda array, device: torch.from_numpy(np.asarray(array.copy_to_host()))
settings = {"seat": "all", "reward": "now", "ended": "again", "rounds": 1}
plain, simulated = vector_env("azul", 2, **settings), vector_env("azul", 2, "cpu", **settings)
simulated._settings["device"] = "cuda:0"
seen, shown = plain.reset(seed=1)[0], simulated.reset(seed=1)[0]
assert simulated.games.device == "cuda:0"
ends = 0
for _ in range(14):
    assert all((seen[key] == shown[key].numpy()).all() for key in seen)
    actions = seen["action_mask"].argmax(axis=1)
    seen, values, over, cut, _ = plain.step(actions)
    shown, given, finished, short, _ = simulated.step(torch.from_numpy(actions))
    assert (values == given.numpy()).all() and (cut == short.numpy()).all() and (over == finished.numpy()).all()
    ends += int((over | cut).sum())
assert ends
print("agreed")
"""


def test_on_the_simulator_of_cuda():
    done = run_simulated(SIMULATED)
    assert done.stdout == "agreed\n", done.stderr
