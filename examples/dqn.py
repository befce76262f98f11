"""DQN of OpenSpiel on many games at once; needs `pip install 'tegel[openspiel,gymnasium,train]' dm-tree` (OpenSpiel from 2.0 on).

python examples/dqn.py 400000 1 run            # steps, seed, folder; writes run/dqn_1.npz, and run/dqn_1.json, the learning curve
DQN=run/dqn_1.npz tegel match azul --players examples/dqn.py:DqnBot,greedy --games 100

The agent is OpenSpiel's, with its networks, loss and target; only playing and remembering are done here for many games at a time. As in
sb3_maskable_ppo.py it plays against greedy, sees the position alone, and is told after every move what that is worth (`reward="now"`).
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

ENVS, TESTS, GAMES = 64, 10, 400  # games at once; points of the learning curve, and the end; games of a test
SCALE = 0.1  # of rewards
UPDATES = 1  # of the network, for each step of all games


class Memory:
    """The last transitions, a row each; OpenSpiel's own takes one at a time."""

    def __init__(self, capacity, row):
        self.rows = [np.empty((capacity, *np.shape(part)), np.asarray(part).dtype) for part in row]
        self.kind, self.capacity, self.count = type(row), capacity, 0

    @classmethod
    def init(cls, capacity, row):
        return cls(capacity, row)

    def __len__(self):
        return min(self.count, self.capacity)

    def append(self, row):
        self.extend(self.kind(*(np.asarray(part)[None] for part in row)))

    def extend(self, rows):
        at = (self.count + np.arange(len(rows.action))) % self.capacity
        for kept, part in zip(self.rows, rows, strict=True):
            kept[at] = part
        self.count += len(at)

    def sample(self, size):
        at = np.random.randint(0, len(self), size)
        return self.kind(*(part[at] for part in self.rows))


def games(count, reward):
    from tegel.envs.batch import TegelVectorEnv

    return TegelVectorEnv("azul", count, opponents="greedy", seat=None, observation="onehot", reward=reward, ended="again")


def what_changes():
    """The numbers of an observation that change in random games; the others (absent seats, say) are left out."""
    envs, random = games(256, "win"), np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    least = most = seen["observation"]
    for _ in range(120):
        seen, *_ = envs.step(np.where(seen["action_mask"] == 1, random.random(seen["action_mask"].shape), -1).argmax(1))
        least, most = np.minimum(least, seen["observation"]), np.maximum(most, seen["observation"])
    return np.flatnonzero(least.min(0) < most.max(0))


def make_agent(inputs, moves, steps, seed):
    from open_spiel.python.pytorch.dqn import DQN

    return DQN(
        player_id=0,
        state_representation_size=inputs,
        num_actions=moves,
        hidden_layers_sizes=[128, 128],
        batch_size=256,
        replay_buffer_class=Memory,
        replay_buffer_capacity=min(steps, 100_000),
        learning_rate=1e-3,
        weight_update_coeff=0.01,
        discount_factor=0.9,
        min_buffer_size_to_learn=min(steps // 4, 5000),
        epsilon_end=0.02,
        epsilon_decay_duration=steps // 4,
        epsilon_decay_schedule_str="linear",
        optimizer_str="adam",
        loss_str="huber",
        gradient_clipping=10.0,
        seed=seed,
    )


def policy(kept, agent):
    """All that decides a move: what is looked at, and the weights of the network, layer by layer."""
    return [kept, *(part.detach().numpy() for part in agent._q_network.parameters())]


def best(policy, seen, masks):
    """The moves that are worth most, in the network's opinion."""
    kept, *weights = policy
    seen = seen[:, kept]
    for matrix, bias in zip(weights[:-2:2], weights[1:-2:2], strict=True):
        seen = np.maximum(seen @ matrix.T + bias, 0)
    return np.where(masks, seen @ weights[-2].T + weights[-1], -np.inf).argmax(1)


def score(policy, count):
    """The share of victories against greedy."""
    envs = games(count, "win")
    seen, _ = envs.reset(seed=12345)
    won, ended = np.zeros(count), np.zeros(count, bool)
    while not ended.all():
        seen, rewards, over, cut, _ = envs.step(best(policy, seen["observation"], seen["action_mask"] == 1))
        over |= cut
        won = np.where(over & ~ended, (rewards + 1) / 2, won)
        ended |= over
    return round(float(won.mean()), 4)


def learn(steps, seed):
    """Train one agent; the learning curve is printed and returned."""
    import torch
    from open_spiel.python.pytorch.dqn import Transition

    torch.set_num_threads(1)
    envs = games(ENVS, "now")
    kept, random = what_changes(), np.random.default_rng(seed)
    agent = make_agent(len(kept), envs.single_observation_space["action_mask"].shape[0], steps, seed)
    seen, _ = envs.reset(seed=seed)
    curve, learned, done = [], 0.0, 0
    while True:
        if done >= steps * len(curve) / TESTS:
            speed = round(done / max(learned, 1e-9))
            point = {"steps": done, "greedy": score(policy(kept, agent), GAMES), "core_seconds": round(learned, 1), "steps_a_second": speed}
            print(f"seed {seed}", curve.append(point) or point, flush=True)
        if done >= steps:
            return policy(kept, agent), curve
        begun = time.process_time()
        now, masks = seen["observation"], seen["action_mask"] == 1
        tries = np.where(masks, random.random(masks.shape), -1).argmax(1)  # any legal move
        moves = np.where(random.random(ENVS) < agent.epsilon_schedule(done), tries, best(policy(kept, agent), now, masks))
        seen, rewards, over, cut, _ = envs.step(moves)
        over |= cut
        rows = Transition(
            now[:, kept], moves, (rewards * SCALE).astype(np.float32), seen["observation"][:, kept], over, seen["action_mask"] == 1
        )
        if agent.replay_buffer is None:
            agent._replay_buffer = Memory.init(agent._replay_buffer_capacity, Transition(*(part[0] for part in rows)))
        agent.replay_buffer.extend(rows)
        for _ in range(UPDATES):
            agent.learn()
            agent._copy_weights(agent._tau)
        done += ENVS
        learned += time.process_time() - begun


@cache
def load(file):
    with np.load(file) as kept:
        return [kept[name] for name in kept.files]


class DqnBot:
    """The policy in the arena; it needs NumPy alone."""

    def __init__(self):
        self.policy = load(os.environ.get("DQN", "dqn_1.npz"))

    def decide(self, view):
        return int(best(self.policy, view.vector("onehot")[None], view.mask()[None] == 1)[0])


def main(steps, seed, folder):
    policy, curve = learn(steps, seed)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / f"dqn_{seed}.npz", *policy)
    (folder / f"dqn_{seed}.json").write_text(json.dumps({"seed": seed, "curve": curve}, indent=1) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
