"""Does a network err differently at the horizon after different moves? That is what misleads a long search.

python benchmarks/past_horizon.py duel --positions 60
python benchmarks/past_horizon.py blockers --visits 1,4,9,100
python benchmarks/past_horizon.py azul -o players=4 --network new.npz       another network's values, by the same searches

In quick games, at some decisions, the three moves that a search finds best are compared. After each of them likely moves, drawn as the
network rates them, lead to the horizon, many times; in Blockers! as many moves further as rollouts are long. There the network says the
mover's chance to win, and short searches that go on from there say it, too. For searches of each length the table tells, in chances to
win: how much a single difference from the network varies (`one`); how much the means of these differences vary from move to move, without
noise (`moves`), which is what the network misses; and how much of what the longest search finds of it this one tells (`told`). Half of the
leaves are compared with the other half, so that their noise does not count.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tegel.cli.common import progress
from tegel.core import generic
from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import Game, find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.fit_rollouts import rated
from tegel.search.heuristics import SEATS, horizon
from tegel.search.learned import Evaluator, ask_value
from tegel.search.network import forget_baselines, load_network, read_answer, shipped_network
from tegel.search.search_result import SearchResult
from tegel.search.settings import Budget
from tegel.search.think import evaluator_for, think
from tegel.search.values import find_values

QUICK = 200  # simulations a move of the games that positions come from
CAREFUL = 3000  # of the search that says which moves are compared
COMPARED = 3  # moves
LEAST = 6  # moves to choose from
ASKED = 0.08  # of the decisions of a game


class Study(NamedTuple):
    """What is asked."""

    game: str
    options: dict[str, str]
    network: Path | None  # whose values are looked at, if they are not those of the network that searches
    leaves: int  # of each move
    visits: tuple[int, ...]  # of searches from there
    seed: int


class Decision(NamedTuple):
    """What was found of the best moves of a position."""

    worth: Any  # moves: the mover's chance, by the search
    halves: Any  # moves x two halves of the leaves x searches: means of what searches say more than the network
    spread: Any  # moves x searches: the variance of one


def likely_leaf(game: Game, state: Any, move: int, evaluator: Evaluator, source: random.Random) -> Any:
    """Where a move and then likely ones lead, with what the mover may not know imagined."""
    state, start, left = game.copy(state), horizon(state), int(find_values(game).LEARNED.rollout)
    generic.sample(state, int(state.turn), np.array(random_key(source), np.uint64))
    generic.apply(state, move)
    while left > 0 and state.turn >= 0 and horizon(state) == start:
        moves, chances = rated(game, evaluator, state)
        generic.apply(state, source.choices(moves[: len(chances)].tolist(), chances.tolist())[0])
        left -= 1
    return state


def chance_of(evaluator: Evaluator, state: Any, seat: int) -> float:
    """A seat's chance to win, by the network."""
    win, points = np.zeros(SEATS), np.zeros(SEATS)
    forget_baselines(evaluator.valuing)
    ask_value(state, evaluator.valuer, evaluator.valuing)
    read_answer(evaluator.valuing.answer, state.turn, state.players, win, points)
    return float(win[seat])


def mean_chance(found: SearchResult, seat: int) -> float:
    """The same by a search: the mean of its visits."""
    visits = [choice.visits for choice in found.choices]
    return sum(choice.visits * choice.win[seat] for choice in found.choices) / sum(visits)


def compare(study: Study, table: Table, evaluator: Evaluator, valuer: Evaluator, source: random.Random) -> Decision | None:
    """The best moves of a position, by how one network searches and another values; None where too many of their leaves are ends of the
    game."""
    game, seat = table.game, int(table.state.turn)
    best = think(table.view(seat), Budget(CAREFUL), seed=source.getrandbits(32)).choices[:COMPARED]
    halves, spread = [], []
    for choice in best:
        more = []
        for _ in range(study.leaves):
            state = likely_leaf(game, table.state, choice.move, evaluator, source)
            if state.turn >= 0:
                said, view = chance_of(valuer, state, seat), View(game, state, int(state.turn))
                searches = [think(view, Budget(visits), seed=source.getrandbits(32)) for visits in study.visits]
                more.append([mean_chance(found, seat) - said for found in searches])
        if len(more) < 0.8 * study.leaves:
            return None
        halves.append((np.mean(more[::2], 0), np.mean(more[1::2], 0)))
        spread.append(np.var(more, 0))
    return Decision(np.array([choice.win[seat] for choice in best]), np.array(halves), np.array(spread))


def play(study: Study, number: int) -> list[Decision]:
    """A quick game, and some of its decisions."""
    source, game = random.Random(f"{study.seed} {number}"), find_game(study.game)
    options = game.simulation_options(study.options)
    network = shipped_network(game, int(game.blank(options).players))
    if network is None:
        raise BadOption(f"no network for {game.name} came with this package")
    valued = load_network(game, study.network) if study.network else network
    evaluator, valuer, found = evaluator_for(game, network), evaluator_for(game, valued), []
    table = Table(game, options, random_key(source))
    while not table.over:
        if len(table.legal) >= LEAST and source.random() < ASKED:
            one = compare(study, table, evaluator, valuer, source)
            found += [] if one is None else [one]
        table.play(think(table.view(int(table.state.turn)), Budget(QUICK), seed=source.getrandbits(32)).move)
    return found


def table_of(found: list[Decision], visits: tuple[int, ...]) -> str:
    """All of it, a line for each length of search."""
    halves = np.array([one.halves for one in found])
    halves = halves - halves.mean(1, keepdims=True)
    free = len(found) * (COMPARED - 1)
    spread = np.mean([one.spread for one in found], (0, 1))
    worth = np.array([one.worth for one in found])
    lines = [f"{len(found)} decisions; chances of the moves compared differ by {math.sqrt(worth.var(1, ddof=1).mean()):.4f}"]
    missed = [[(halves[:, :, 0, at] * halves[:, :, 1, last]).sum() / free for last in (at, -1)] for at in range(len(visits))]
    for at, number in enumerate(visits):
        own, shared = missed[at][0], (missed[at][1] + (halves[:, :, 1, at] * halves[:, :, 0, -1]).sum() / free) / 2
        told = f"{shared / missed[-1][0]:.2f}" if missed[-1][0] > 0 else "-"
        lines.append(f"  {number:>4} visits: one {math.sqrt(spread[at]):.4f}   moves {math.sqrt(max(own, 0)):.4f}   told {told}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--network", type=Path, metavar="FILE", help="whose values are looked at (default: the shipped one's)")
    parser.add_argument("--positions", type=int, default=60, help="decisions to look at, at least (%(default)s)")
    parser.add_argument("--leaves", type=int, default=40, help="of each move (%(default)s)")
    parser.add_argument("--visits", default="1,9,33,200", metavar="LIST", help="of searches from the leaves (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one a core)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (%(default)s)")
    given = parser.parse_args()
    try:
        sizes = given.visits.split(",")
        if not all(size.isdigit() and int(size) > 0 for size in sizes):
            raise BadOption(f"--visits {given.visits!r} should be numbers of visits, such as 1,9,200")
        if given.positions < 1 or given.leaves < 4 or given.workers < 1:
            raise BadOption("at least one position, four leaves and one worker are needed")
        options = dict(pair.partition("=")[::2] for pair in given.option)
        find_game(given.game).simulation_options(options)
        study, found = Study(given.game, options, given.network, given.leaves, tuple(map(int, sizes)), given.seed), []
        with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn"), end_with_parent) as pool, progress() as bar:
            task = bar.add_task("decisions", total=given.positions)
            for number in range(0, 100 * given.positions, given.workers):
                jobs = [pool.submit(play, study, number + more) for more in range(given.workers)]
                for job in as_completed(jobs):
                    found += job.result()
                bar.update(task, completed=min(len(found), given.positions))
                if len(found) >= given.positions:
                    break
        if not found:
            raise BadOption("no decision was found to look at: ask for more --positions")
        print(table_of(found, study.visits))
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
