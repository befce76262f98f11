"""MaskablePPO of sb3-contrib on many games at once; needs `pip install 'tegel[sb3]'`.

python examples/sb3_maskable_ppo.py 200000            # steps; writes ppo.zip and ppo.json, the learning curve
python examples/sb3_maskable_ppo.py 3000000 7 600     # with the seed 7, and ten minutes at most
tegel match azul --players examples/sb3_maskable_ppo.py:PpoBot,greedy --games 40

It plays against greedy, and is told after every move what it is worth (`reward="now"`, scaled by VecNormalize).
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

from tegel.envs.sb3 import TegelVecEnv

TESTS = 10  # points of the learning curve, and the end


def score(model, opponent, games=200):
    """The share of victories in so many games."""
    envs = TegelVecEnv("azul", games, opponents=opponent, seat=None, observation="onehot", reward="win")
    envs.seed(12345)
    seen = envs.reset()
    won, ended = np.zeros(games), np.zeros(games, bool)
    while not ended.all():
        moves, _ = model.predict(seen, action_masks=seen["action_mask"] == 1, deterministic=True)
        seen, rewards, over, _ = envs.step(moves)
        won = np.where(over & ~ended, (rewards + 1) / 2, won)
        ended |= over
    return round(float(won.mean()), 4)


class Watch(BaseCallback):
    """Tests the policy now and then, and stops when the time is up."""

    def __init__(self, steps, seconds):
        super().__init__()
        self.steps, self.seconds, self.curve, self.begun, self.tested = steps, seconds, [], time.perf_counter(), 0.0

    def _on_step(self):
        return time.perf_counter() - self.begun - self.tested < self.seconds

    def test(self):
        at = time.perf_counter()
        learned = at - self.begun - self.tested
        scores = {opponent: score(self.model, opponent) for opponent in ("greedy", "random")}
        speed = round(self.num_timesteps / max(learned, 1e-9))
        self.curve.append({"steps": self.num_timesteps, **scores, "seconds": round(learned, 1), "steps_a_second": speed})
        print(self.curve[-1], flush=True)
        self.tested += time.perf_counter() - at

    def _on_rollout_start(self):
        done = max(self.num_timesteps / self.steps, (time.perf_counter() - self.begun - self.tested) / self.seconds)
        if done >= len(self.curve) / TESTS:
            self.test()


def learn(steps, seed=1, seconds=float("inf")):
    envs = TegelVecEnv("azul", 256, opponents="greedy", seat=None, observation="onehot", reward="now")
    scaled = VecNormalize(envs, norm_obs=False)
    model = MaskablePPO(
        "MultiInputPolicy",
        scaled,
        n_steps=32,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.01,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
    )
    watch = Watch(steps, seconds)
    model.learn(steps, callback=watch)
    watch.test()
    return model, watch.curve


@cache
def load():
    return MaskablePPO.load(os.environ.get("PPO", "ppo"), device="cpu")


class PpoBot:
    """The policy in the arena; a new one is made for each game, so the file is read once for all."""

    def __init__(self):
        self.model = load()

    def decide(self, view):
        seen = {"observation": view.vector("onehot"), "action_mask": view.mask()}
        move, _ = self.model.predict(seen, action_masks=view.mask() == 1, deterministic=True)
        return int(move)


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    steps, seed = (int(given[0]) if given else 200_000), (int(given[1]) if len(given) > 1 else 1)
    model, curve = learn(steps, seed, *given[2:])
    model.save("ppo")
    Path("ppo.json").write_text(json.dumps({"seed": seed, "curve": curve}, indent=1) + "\n")
