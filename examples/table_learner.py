"""Learn a small policy by playing many games at once, keep it, and let it play in the arena.

    python examples/table_learner.py                  # learns for some seconds, writes table.npy
    tegel match azul --players examples/table_learner.py:TableBot,random --games 40

The policy tells apart only 216 kinds of moves (which line, how much room there is, how many tiles come) and learns from whole games what
each is worth. Needs `pip install 'tegel[gymnasium]'`; the bot alone needs no more than Tegel.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from tegel.core.game import find_game
from tegel.envs.features import layout_of

TABLE = Path(os.environ.get("TABLE", "table.npy"))
LAYOUT = layout_of(find_game("azul"))
KINDS = 216
MOVES = np.arange(300)  # all moves of the coloured wall
SOURCE, COLOUR, TARGET = MOVES // 30, MOVES // 6 % 5, MOVES % 6


def kinds(vectors):
    """The kind of every move of every game: its line, the room there, the tiles taken."""
    seen = LAYOUT.split(vectors)
    offer = np.concatenate([seen["discs"], seen["centre"][:, None]], axis=1)
    tiles = np.minimum(offer[:, SOURCE, COLOUR], 5)
    room = np.where(TARGET == 0, 0, TARGET - seen["line_count"][:, 0, TARGET - 1])
    return (TARGET * 6 + room) * 6 + tiles


def learn(steps=400, count=256):
    """What each kind of move is worth, and how far ahead the policy was in its first and last games."""
    import gymnasium

    envs = gymnasium.make_vec("tegel.envs.single:tegel/Azul-v1", num_envs=count, opponents="random", reward="points", ended="again")
    chance = np.random.default_rng(1)
    totals, visits, used = np.zeros(KINDS), np.zeros(KINDS), np.zeros((count, KINDS))
    results = []
    seen, _ = envs.reset(seed=1)
    for step in range(steps):
        kind = kinds(seen["observation"])
        worth = (totals / np.maximum(visits, 1))[kind] + chance.random(kind.shape) * 0.1
        explore = chance.random((count, 1)) < max(0.05, 1 - 2 * step / steps)
        legal = seen["action_mask"][:, : len(MOVES)] == 1
        actions = np.where(legal, np.where(explore, chance.random(kind.shape), worth), -np.inf).argmax(axis=1)
        used[np.arange(count), kind[np.arange(count), actions]] += 1
        seen, rewards, terminated, truncated, _ = envs.step(actions)
        over = terminated | truncated
        totals += rewards[over] @ used[over]
        visits += used[over].sum(axis=0)
        used[over] = 0
        results += rewards[over].tolist()
    return totals / np.maximum(visits, 1), np.mean(results[:200]), np.mean(results[-200:])


class TableBot:
    """The policy in the arena: it sees there what it saw while it learned."""

    def __init__(self):
        self.table = np.load(TABLE)

    def decide(self, view):
        worth = self.table[kinds(view.vector()[None])[0]]
        return int(np.where(view.mask()[: len(MOVES)] == 1, worth, -np.inf).argmax())


if __name__ == "__main__":
    table, first, last = learn(*map(int, sys.argv[1:2]))
    np.save(TABLE, table)
    print(f"ahead of a random player by {first:.1f} points at first, by {last:.1f} in the end; {TABLE} is written")
