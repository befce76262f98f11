"""Speed of the browser's engine under Node beside the CPU's, in one run, and the sizes of its files.

    python benchmarks/browser_engine.py [GAME ...]

Random play on one core. Both play the same games, and take turns; the best of each counts.
"""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tegel.core.game import Game, find_game, game_names
from tegel.core.playout import random_games
from tegel.wasm.build import built_folder
from tegel.wasm.node import Machine

GAMES = 4000
ROUNDS = 4  # and one before, to warm up


class Speed(NamedTuple):
    """Seconds for the same moves on the CPU and under Node."""

    moves: int
    native: float
    node: float


def measure(game: Game, module: Path) -> Speed:
    """The best of a few rounds of each; they must play the same games."""
    state = game.blank(game.simulation_options(game.variants[0]))
    (moves, signature), native = play_here(game, state)
    node = []
    for _ in range(ROUNDS):
        under_node, seconds = play_under_node(game, state, module)
        assert under_node == signature, "other games were played"
        node.append(seconds)
        native = min(native, play_here(game, state)[1])
    return Speed(moves, native, min(node))


def play_here(game: Game, state: np.void) -> tuple[tuple[int, int], float]:
    """What random play came to, and its seconds."""
    start = time.perf_counter()
    played = random_games(game, game.copy(state), GAMES, seed=1)
    return played, time.perf_counter() - start


def play_under_node(game: Game, state: np.void, module: Path) -> tuple[int, float]:
    """The signature and the seconds of the second time: the first is to warm up."""
    machine = Machine(module)
    machine.block("state", np.array([state], game.dtype))
    machine.block("seed", np.array([1], np.uint64))
    machine.call("random_games", "state", GAMES, "seed")
    machine.write("state", np.array([state], game.dtype))
    machine.write("seed", np.array([1], np.uint64))
    seconds = machine.call("random_games", "state", GAMES, "seed", timed=True)
    signature = machine.read("seed")
    answers = machine.run()
    return int(answers[signature][0]), float(answers[seconds])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="azul, duel, blockers (default: all)")
    print(f"{'game':<9}{'module':>9}{'gzipped':>9}{'native':>14}{'Node':>14}{'Node / native':>15}")
    for name in parser.parse_args().games or game_names():
        game, module = find_game(name), built_folder(name) / f"{name}.wasm"
        random_games(game, game.blank(game.simulation_options(game.variants[0])), 10, seed=1)  # compiles
        speed = measure(game, module)
        code = module.read_bytes()
        sizes = f"{len(code) / 1000:>6.1f} kB{len(gzip.compress(code, 9)) / 1000:>6.1f} kB"
        speeds = f"{speed.moves / speed.native:>9,.0f} mv/s{speed.moves / speed.node:>9,.0f} mv/s"
        print(f"{name:<9}{sizes}{speeds}{speed.native / speed.node:>15.2f}", flush=True)


if __name__ == "__main__":
    main()
