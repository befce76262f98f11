"""Are the win chances that people are shown true? python benchmarks/calibration.py azul --games 60

A learned player plays against itself, each deal a little differently at the beginning. Before every few moves it says every seat's
chance to win; the table tells how often those seats then did win.
"""

from __future__ import annotations

import argparse
import random
from itertools import pairwise

import numpy as np

from tegel.cli.common import progress
from tegel.core.differential import random_key
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.settings import Budget
from tegel.search.think import learned_settings, think

EDGES = np.linspace(0, 1, 11)
EARLY, EVERY = 4, 3  # random moves at the beginning; moves between two predictions


def predictions(name: str, options: dict[str, str], games: int, simulations: int, seed: int) -> tuple[list[float], list[float]]:
    """Chances told, and what came of them."""
    game, source = find_game(name), random.Random(seed)
    told: list[float] = []
    came: list[float] = []
    with progress() as bar:
        for _ in bar.track(range(games), description=name):
            table = Table(game, game.simulation_options(options), random_key(source))
            said = []
            while table.turn is not None:
                view = table.view(table.turn)
                found = think(view, Budget(simulations), seed=source.getrandbits(64), settings=learned_settings(view))
                if len(table.moves) % EVERY == 0:
                    said.append(found.win)
                early = len(table.moves) < EARLY
                table.play(source.choice(table.legal) if early else found.best.move)
            result = table.result
            assert result is not None
            first = [place == 1 for place in result.places]
            for win in said:
                told += win
                came += [one / sum(first) for one in first]
    return told, came


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    told, came = map(
        np.array, predictions(given.game, dict(pair.split("=") for pair in given.option), given.games, given.simulations, given.seed)
    )
    print("| chance told | how often told | mean | came true |\n| --- | --- | --- | --- |")
    for low, high in pairwise(EDGES):
        here = (told >= low) & ((told < high) | (high == 1))
        if here.any():
            print(f"| {low:.0%} to {high:.0%} | {here.sum()} | {told[here].mean():.1%} | {came[here].mean():.1%} |")
    brier, fair = np.mean((told - came) ** 2), np.mean((came.mean() - came) ** 2)
    print(f"\nBrier score {brier:.4f}; always saying the fair share would score {fair:.4f}.")


if __name__ == "__main__":
    main()
