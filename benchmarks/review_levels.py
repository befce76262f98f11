"""Do reviews tell the levels apart? python benchmarks/review_levels.py azul -o players=2 --games 20

Every level plays against itself, and all its decisions are reviewed. The first table is what the limits of the marks and the scale of
`review.toml` come from; the last lines are that scale. The games of a level end sooner after --seconds. Every game has random numbers of
its own, so --jobs (processes that share the games of a level) changes nothing in them. --keep writes every decision to a file: level,
game, seat, ply, what was gained in chance and in points of lead, and the chance before.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

import numpy as np

from tegel.cli.common import read_options
from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.errors import TegelError
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.players import find_player
from tegel.search.review.decisions import Decision, judge
from tegel.search.review.effort import usual_effort
from tegel.search.review.marks import MARKS, mark_of
from tegel.search.review.native import Native
from tegel.search.review.numbers import DECISION, Numbers
from tegel.search.review.performance import SURE, accuracy_of, level_at, mean_and_margin
from tegel.search.review.values import Evaluator
from tegel.search.settings import LEVELS

Game = list[list[Decision]]  # by seat: the counted decisions
Games = list[Game]


class Asked(NamedTuple):
    """What is reviewed."""

    game: str
    options: dict[str, str]
    seconds: float  # for each level
    seed: int


def review_game(asked: Asked, evaluator: Evaluator, level: int, number: int) -> Game:
    """The decisions of one game of one level against itself."""
    game, source = evaluator.engine.game, random.Random(f"{asked.seed} {level} {number}")
    table = Table(game, game.simulation_options(asked.options), random_key(source))
    players = [find_player(f"level:{level}", source.getrandbits(40)) for _ in range(table.players)]
    decisions: list[Decision] = []
    while table.turn is not None:
        view, before = table.view(table.turn), table.state
        table.play(players[table.turn].decide(view))
        numbers = Numbers(evaluator.engine, source.getrandbits(64), DECISION, len(table.moves))
        decisions.append(judge(evaluator, before, len(table.moves), table.moves[-1], numbers))
    return [[one for one in decisions if one.seat == seat and not one.forced] for seat in range(table.players)]


def review_some(asked: Asked, level: int, numbers: range) -> Games:
    """Some games of one level, as many as there is time for."""
    evaluator = Evaluator(Native(find_game(asked.game)), usual_effort(asked.game).simulations)
    found: Games = []
    end = time.monotonic() + asked.seconds
    for number in numbers:
        if found and time.monotonic() > end:
            break
        found.append(review_game(asked, evaluator, level, number))
    return found


def review_levels(asked: Asked, levels: Iterable[int], games: int, jobs: int) -> dict[int, Games]:
    """The games of each level, shared out to so many processes."""
    parts = [range(job, games, jobs) for job in range(min(jobs, games))]
    if jobs == 1:
        return {level: review_some(asked, level, parts[0]) for level in levels}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        work = {level: [pool.submit(review_some, asked, level, part) for part in parts] for level in levels}
        return {level: [game for part in shared for game in part.result()] for level, shared in work.items()}


def keep(by_level: dict[int, Games], path: Path) -> None:
    """Write every decision to a file, a line each."""
    with path.open("w", encoding="utf-8") as file:
        for level, games in by_level.items():
            for number, game in enumerate(games):
                for one in (decision for seat in game for decision in seat):
                    row = [level, number, one.seat, one.ply, one.gain, one.points_gain, one.best.win[one.seat]]
                    file.write(json.dumps([round(each, 5) for each in row]) + "\n")


def report(by_level: dict[int, Games]) -> None:
    """The tables."""
    every = {level: [one.gain for game in games for seat in game for one in seat] for level, games in by_level.items()}
    print("| level | games | decisions | points lost | chance lost, % | accuracy | inaccuracies | mistakes | blunders | (of 100 decisions)")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for level, gains in every.items():
        mean, margin = mean_and_margin([-100 * gain for gain in gains])
        accuracy, doubt = mean_and_margin([accuracy_of(max(0.0, -gain)) for gain in gains])
        names = [mark_of(-gain) for gain in gains]
        marks = " | ".join(f"{100 * names.count(mark) / len(names):.1f}" for _, mark in reversed(MARKS))
        points = f"{points_lost(by_level[level]):.3f} ± {margin_by_game(by_level[level]):.3f}"
        chance = f"{mean:.2f} ± {margin:.2f}"
        print(f"| {level} | {len(by_level[level])} | {len(gains)} | {points} | {chance} | {accuracy:.1f} ± {doubt:.1f} | {marks} |")
    scale = falling([points_lost(games) for games in by_level.values()])
    print("\nperformance of one seat in one game, by that scale:\n\n| level | median | half lie between |\n| --- | --- | --- |")
    for level, games in by_level.items():
        told = [level_at(scale, -fmean(one.points_gain for one in seat)) for game in games for seat in game if seat]
        low, high = np.quantile(told, [0.25, 0.75])
        print(f"| {level} | {median(told):.1f} | {low:.1f} and {high:.1f} |")
    print("\nlosses: [" + ", ".join(f"{loss:.3f}" for loss in scale) + "]")


def points_lost(games: Games) -> float:
    """The mean loss of a decision, in points of lead."""
    return -fmean(one.points_gain for game in games for seat in game for one in seat)


def margin_by_game(games: Games) -> float:
    """Half of its 95 % interval: decisions of one game are not independent, games are."""
    mean, sums, count = points_lost(games), [], 0
    for game in games:
        lost = [-one.points_gain for seat in game for one in seat]
        sums.append(sum(lost) - mean * len(lost))
        count += len(lost)
    return SURE * math.sqrt(sum(each**2 for each in sums)) / count


def falling(losses: list[float]) -> list[float]:
    """The nearest scale that falls from level to level: neighbours in the wrong order share their mean, a hair apart.

    >>> falling([0.3, 0.1, 0.2])
    [0.3, 0.151, 0.15]
    """
    blocks: list[tuple[float, int]] = []
    for loss in losses:
        blocks.append((loss, 1))
        while len(blocks) > 1 and blocks[-2][0] <= blocks[-1][0]:
            (one, many), (other, more) = blocks[-2], blocks[-1]
            blocks[-2:] = [((one * many + other * more) / (many + more), many + more)]
    flat = [loss for loss, count in blocks for loss in [loss] * count]
    spread = [round(loss, 3) for loss in flat]
    for at in range(len(spread) - 2, -1, -1):
        spread[at] = max(spread[at], round(spread[at + 1] + 0.001, 3))
    return spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20, help="for each level")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", type=int, nargs="+", choices=LEVELS, default=LEVELS, metavar="LEVEL", help="some of them (default all)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write every decision here")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    if min(given.games, given.jobs) < 1:
        parser.error("there is at least one game, and one job")
    asked = Asked(given.game, read_options(given.option), given.seconds, given.seed)
    try:
        find_game(given.game).simulation_options(asked.options)
    except TegelError as error:
        parser.error(str(error))
    found = review_levels(asked, given.levels, given.games, given.jobs)
    if given.keep:
        keep(found, given.keep)
    report(found)


if __name__ == "__main__":
    main()
