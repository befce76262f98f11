"""Is luck fair, and how much does it explain? python benchmarks/luck.py azul -o players=2 --games 200

A player plays against itself, and the luck of every draw is measured. The mean luck of every seat must be 0 within its error, whatever the
budget; how much of the results' variance it explains depends on how well positions are valued. The games end sooner after --seconds.
Every game has random numbers of its own, so --jobs (processes that share the games) changes nothing in them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from tegel.cli.common import read_options
from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.players import find_player
from tegel.search.review.effort import Effort
from tegel.search.review.luck import luck_after_setup, luck_of_setup, total_luck
from tegel.search.review.native import SPECTATOR, Native
from tegel.search.review.numbers import START, Numbers
from tegel.search.review.values import Evaluator


class Asked(NamedTuple):
    """What is measured."""

    game: str
    options: dict[str, str]
    player: str
    effort: Effort
    seconds: float
    seed: int


class Measured(NamedTuple):
    """One game, a number for each seat."""

    setup: tuple[float, ...]
    later: tuple[float, ...]  # luck of all other draws
    result: tuple[float, ...]
    seconds: float  # of CPU, to measure the luck


class Sample(NamedTuple):
    """One line a game, one column a seat."""

    setup: np.ndarray
    later: np.ndarray
    result: np.ndarray
    seconds: float  # of a game, on average


def measure_game(asked: Asked, evaluator: Evaluator, number: int) -> Measured:
    """One game of self-play with its luck."""
    game, source = evaluator.engine.game, random.Random(f"{asked.seed} {number}")
    redraws = asked.effort.redraws
    table = Table(game, game.simulation_options(asked.options), random_key(source))
    players = [find_player(asked.player, source.getrandbits(40)) for _ in range(table.players)]
    start = table.state
    while table.turn is not None:
        table.play(players[table.turn].decide(table.view(table.turn)))
    before = time.process_time()
    begun = luck_of_setup(evaluator, table.options, start, redraws, Numbers(evaluator.engine, source.getrandbits(64), START, 0))
    found = luck_after_setup(evaluator, table, redraws, source.getrandbits(64))
    spent = time.process_time() - before
    return Measured(begun.win, total_luck(found, table.players).win, evaluator.value(table.state, SPECTATOR, 0).win, spent)


def measure_some(asked: Asked, numbers: range) -> list[Measured]:
    """Some of the games, as many as there is time for."""
    evaluator = Evaluator(Native(find_game(asked.game)), asked.effort.simulations)
    found: list[Measured] = []
    end = time.monotonic() + asked.seconds
    for number in numbers:
        if found and time.monotonic() > end:
            break
        found.append(measure_game(asked, evaluator, number))
    return found


def measure(asked: Asked, games: int, jobs: int) -> Sample:
    """Self-play with the luck of every game, shared out to so many processes."""
    parts = [range(job, games, jobs) for job in range(min(jobs, games))]
    if jobs == 1:
        found = measure_some(asked, parts[0])
    else:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
            found = [one for part in pool.map(partial(measure_some, asked), parts) for one in part]
    setup, later, result = (np.array([one[at] for one in found]) for at in range(3))
    return Sample(setup, later, result, sum(one.seconds for one in found) / len(found))


def report(sample: Sample) -> None:
    """The means seat by seat, and what luck explains."""
    luck = sample.setup + sample.later
    games, seats = luck.shape
    print(f"{games} games, {sample.seconds:.3f} s of CPU a game for its luck\n")
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
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    if min(given.games, given.jobs) < 1:
        parser.error("there is at least one game, and one job")
    effort = Effort(given.simulations, given.redraws)
    asked = Asked(given.game, read_options(given.option), given.player, effort, given.seconds, given.seed)
    report(measure(asked, given.games, given.jobs))


if __name__ == "__main__":
    main()
