"""MaskablePPO of sb3-contrib on many games at once; needs `pip install 'tegel[sb3]'`.

python examples/sb3_maskable_ppo.py 200000        # steps; writes ppo.zip
tegel match azul --players examples/sb3_maskable_ppo.py:PpoBot,greedy --games 40
"""

from __future__ import annotations

import sys

from sb3_contrib import MaskablePPO

from tegel.envs.sb3 import TegelVecEnv


def learn(steps):
    envs = TegelVecEnv("azul", 64, opponents="random", seat=None, observation="onehot", reward="rounds")
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=128, batch_size=1024, gamma=1.0, verbose=1)
    return model.learn(steps)


class PpoBot:
    """The policy in the arena."""

    def __init__(self):
        self.model = MaskablePPO.load("ppo", device="cpu")

    def decide(self, view):
        seen = {"observation": view.vector("onehot"), "action_mask": view.mask()}
        move, _ = self.model.predict(seen, action_masks=view.mask() == 1, deterministic=True)
        return int(move)


if __name__ == "__main__":
    learn(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000).save("ppo")
