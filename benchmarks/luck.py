"""Is luck fair, and how much does it explain? python benchmarks/luck.py azul -o players=2 --games 200

A player plays against itself, and the luck of every draw is measured. The mean luck of every seat must be 0 within its error, whatever the
budget; how much of the results' variance it explains depends on how well positions are valued. The games end sooner after --seconds.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

import numpy as np

from tegel.cli.common import progress, read_options
from tegel.core.differential import random_key
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.players import find_player
from tegel.search.review.effort import Effort
from tegel.search.review.luck import luck_after_setup, luck_of_setup, total_luck
from tegel.search.review.native import SPECTATOR, Native
from tegel.search.review.numbers import START, Numbers
from tegel.search.review.values import Evaluator


class Sample(NamedTuple):
    """One line a game, one column a seat."""

    setup: np.ndarray
    later: np.ndarray  # luck of all other draws
    result: np.ndarray
    seconds: float  # of CPU, to measure the luck of a game


def measure(name: str, options: dict[str, str], player: str, effort: Effort, games: int, seconds: float, seed: int) -> Sample:
    """Self-play with the luck of every game."""
    game, source = find_game(name), random.Random(seed)
    evaluator = Evaluator(Native(game), effort.simulations)
    setup, later, result = [], [], []
    spent, end = 0.0, time.monotonic() + seconds
    with progress() as bar:
        for number in bar.track(range(games), description=name):
            table = Table(game, game.simulation_options(options), random_key(source))
            players = [find_player(player, source.getrandbits(40)) for _ in range(table.players)]
            begun = luck_of_setup(evaluator, table.options, table.state, effort.redraws, Numbers(evaluator.engine, seed, START, number))
            while table.turn is not None:
                table.play(players[table.turn].decide(table.view(table.turn)))
            before = time.process_time()
            found = luck_after_setup(evaluator, table, effort.redraws, source.getrandbits(64))
            spent += time.process_time() - before
            setup.append(begun.win)
            later.append(total_luck(found, table.players).win)
            result.append(evaluator.value(table.state, SPECTATOR, 0).win)
            if time.monotonic() > end:
                break
    return Sample(np.array(setup), np.array(later), np.array(result), spent / len(result))


def report(sample: Sample) -> None:
    """The means seat by seat, and what luck explains."""
    luck = sample.setup + sample.later
    games, seats = luck.shape
    print(f"{games} games, {sample.seconds:.2f} s of CPU a game for its luck\n")
    print("| seat | mean luck | standard error | in standard errors |\n| --- | --- | --- | --- |")
    for seat in range(seats):
        mean, error = luck[:, seat].mean(), luck[:, seat].std(ddof=1) / games**0.5
        print(f"| {seat + 1} | {mean:+.4f} | {error:.4f} | {mean / error:+.1f} |")
    print("\n| luck | slope | explained | times fewer games |\n| --- | --- | --- | --- |")
    for what, given in (("of all draws", luck), ("after the set-up", sample.later)):
        slope, explained = explain(given, sample.result)
        print(f"| {what} | {slope:.2f} | {explained:.1%} | {1 / (1 - explained):.2f} |")


def explain(luck: np.ndarray, result: np.ndarray) -> tuple[float, float]:
    """The slope of results on luck, and the part of their variance that luck explains; over all seats."""
    given, got = (luck - luck.mean(axis=0)).ravel(), (result - result.mean(axis=0)).ravel()
    slope = float(given @ got / (given @ given))
    return slope, float((given @ got) ** 2 / (given @ given) / (got @ got))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--player", default="learned:200", help="plays all seats (default learned:200)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--redraws", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    effort = Effort(given.simulations, given.redraws)
    report(measure(given.game, read_options(given.option), given.player, effort, given.games, given.seconds, given.seed))


if __name__ == "__main__":
    main()
