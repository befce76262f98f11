"""How good are a network's values at the end of a round? Compared with searches that go on into the next one, with many deals.

python benchmarks/horizon.py --games 400                         Azul with two, the network of the package
python benchmarks/horizon.py --network student.npz --games 400   another network besides
python benchmarks/horizon.py --looks 32 --deals 32 --games 160   what short searches tell of the same

In quick games of Azul with two the last decision of each round is looked at. For every move there, so many deals are imagined, the same
for all moves, and each is searched (`--visits`); the mean is what the move is worth, a round deeper than a network sees. Two tables, by
round: how well the network and the deeper search (of every second deal) foretell who wins the game, in nats (less is better); and what a
player gives away that takes the move the network values most, in chances to win. There the best move is chosen by half of the deals and
judged by the others, so that luck does not count as skill. With --looks the half that chooses is searched for so many visits only, and a
third table says how much of the network's error one, two, four and more such searches tell: 1 all, 0 nothing. (The slope of what the
other half says against what they say; the three moves that the network values most, one against the other.)
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tegel.cli.common import progress
from tegel.core import generic
from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.heuristics import SEATS, horizon
from tegel.search.learned import Evaluator, ask_value
from tegel.search.network import Network, forget_baselines, load_network, read_answer, shipped_network
from tegel.search.settings import Budget
from tegel.search.think import evaluator_for, think

AZUL = find_game("azul")
QUICK = 100  # simulations a move of the games that positions come from
SHIPPED = "shipped"
COMPARED = 3  # moves, where errors are


class Study(NamedTuple):
    """What is asked."""

    networks: tuple[str, ...]  # files, the package's own first
    deals: int
    visits: int
    looks: int  # visits for every second deal; 0: as for all
    seed: int


class Decision(NamedTuple):
    """The last one of a round."""

    round: int
    deeper: Any  # moves x deals: the mover's chance to win
    said: Any  # networks x moves
    played: int  # which of the moves
    won: float  # what came of it


@cache
def network_of(name: str) -> Network:
    """By its file."""
    found = shipped_network(AZUL) if name == SHIPPED else load_network(AZUL, name)
    if found is None:
        raise BadOption("no network for azul came with this package")
    return found


@cache
def evaluator_of(name: str) -> Evaluator:
    """The same, ready to be asked."""
    return evaluator_for(AZUL, network_of(name))


def chance_of(name: str, state: Any, seat: int) -> float:
    """A seat's chance to win, by a network."""
    evaluator, win, points = evaluator_of(name), np.zeros(SEATS), np.zeros(SEATS)
    forget_baselines(evaluator.valuing)
    ask_value(state, evaluator.valuer, evaluator.valuing)
    read_answer(evaluator.valuing.answer, state.turn, state.players, win, points)
    return float(win[seat])


def ends_of(table: Table, moves: Sequence[int], key: Any) -> list[Any]:
    """The states that moves lead to, with the same imagined deal; none unless each ends the round, and not the game."""
    found = []
    for move in moves:
        state = AZUL.copy(table.state)
        generic.sample(state, int(state.turn), key)
        generic.apply(state, move)
        if state.turn < 0 or horizon(state) == horizon(table.state):
            return []
        found.append(state)
    return found


def look(table: Table, study: Study, source: random.Random) -> tuple[Any, Any]:
    """What every move of a last decision is worth, deal by deal, and what networks say of it; nothing elsewhere."""
    seat, moves = int(table.state.turn), table.legal
    deeper, said = np.zeros((len(moves), study.deals)), np.zeros((len(study.networks), len(moves)))
    for deal in range(study.deals):
        ends = ends_of(table, moves, np.array(random_key(source), np.uint64))
        if not ends:
            return None, None
        visits = study.looks if study.looks and deal % 2 == 0 else study.visits
        for number, state in enumerate(ends):
            found = think(View(AZUL, state, int(state.turn)), Budget(visits), seed=deal, network=network_of(study.networks[0]))
            deeper[number, deal] = found.best.win[seat]
            said[:, number] += [chance_of(name, state, seat) / study.deals for name in study.networks]
    return deeper, said


def play(study: Study, number: int) -> list[Decision]:
    """A quick game, and its last decisions."""
    source = random.Random(f"{study.seed} {number}")
    table, found, movers = Table(AZUL, AZUL.simulation_options({"players": 2}), random_key(source)), [], []
    while not table.over:
        seat, before = int(table.state.turn), int(table.state.round_number)
        chosen = think(table.view(seat), Budget(QUICK), seed=source.getrandbits(32), network=network_of(study.networks[0])).best.move
        deeper, said = look(table, study, source)
        if deeper is not None:
            found.append(Decision(before, deeper, said, table.legal.index(chosen), 0.0))
            movers.append(seat)
        table.play(chosen)
    winners = table.result.winners if table.result else []
    return [one._replace(won=(seat in winners) / len(winners)) for one, seat in zip(found, movers, strict=True)]


def nats(chances: Any, won: Any) -> Any:
    """What a chance misses of what came."""
    sure = np.clip(chances, 1e-3, 1 - 1e-3)
    return -(won * np.log(sure) + (1 - won) * np.log(1 - sure))


def interval(values: Any) -> str:
    """A mean, and half of its 95 % interval."""
    return f"{np.mean(values):.4f} ± {1.96 * np.std(values) / math.sqrt(len(values)):.4f}"


def regret(one: Decision, network: int) -> float:
    """What is given away by the move that a network values most; both are judged by the half of the deals that did not choose."""
    worth = one.deeper[:, 1::2].mean(1)
    return float(worth[one.deeper[:, ::2].mean(1).argmax()] - worth[one.said[network].argmax()])


def error_told(found: list[Decision], looks: int) -> float:
    """How much of the package's network's error the first so many looks tell."""
    told: list[float] = []
    wrong: list[float] = []
    for one in found:
        best = np.argsort(-one.said[0])[:COMPARED]
        for values, where in ((told, one.deeper[:, ::2][:, :looks]), (wrong, one.deeper[:, 1::2])):
            more = where.mean(1)[best] - one.said[0][best]
            values.extend(more - more.mean())
    return float(np.dot(told, wrong) / np.dot(told, told))


def tell(found: list[Decision], networks: Sequence[str]) -> None:
    """Both tables."""
    names = [Path(name).name for name in networks]
    rounds = sorted({one.round for one in found})
    groups = [(str(number), [one for one in found if one.round == number]) for number in rounds] + [("all", found)]
    print("\nWho wins, in nats: the search a round deeper, and by how much more the networks miss")
    for title, some in groups:
        won = np.array([one.won for one in some])
        base = nats(np.array([one.deeper[one.played, 1::2].mean() for one in some]), won)
        more = [nats(np.array([one.said[n, one.played] for one in some]), won) - base for n in range(len(names))]
        columns = "   ".join(f"{name} {interval(values)}" for name, values in zip(names, more, strict=True))
        print(f"  after round {title:>3}, {len(some):>5} decisions: {base.mean():.4f}   {columns}")
    print("\nGiven away by the move that the network values most, in chances to win")
    for title, some in groups:
        columns = "   ".join(f"{name} {interval([regret(one, n) for one in some])}" for n, name in enumerate(names))
        print(f"  after round {title:>3}, {len(some):>5} decisions: {columns}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", action="append", default=[], metavar="FILE", help="another network to compare")
    parser.add_argument("--games", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--deals", type=int, default=16, help="for every move (%(default)s)")
    parser.add_argument("--visits", type=int, default=300, help="of the search after each (%(default)s)")
    parser.add_argument("--looks", type=int, default=0, metavar="VISITS", help="for every second deal (default: as for all)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one a core)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (%(default)s)")
    given = parser.parse_args()
    try:
        if given.games < 1 or given.deals < 2 or given.visits < 2 or given.workers < 1 or given.looks < 0 or given.looks == 1:
            raise BadOption("at least one game, two deals, two visits and one worker are needed, and --looks of 0, or 2 and more")
        study = Study((SHIPPED, *given.network), given.deals, given.visits, given.looks, given.seed)
        for name in study.networks:
            network_of(name)
        found: list[Decision] = []
        with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn"), end_with_parent) as pool, progress() as bar:
            jobs = [pool.submit(play, study, number) for number in range(given.games)]
            for job in bar.track(as_completed(jobs), total=len(jobs), description="games"):
                found += job.result()
        if not found:
            raise BadOption("no round ended with a choice: play more --games")
        tell(found, study.networks)
        if study.looks:
            counts = [2**power for power in range(given.deals.bit_length()) if 2**power <= given.deals // 2]
            rows = "   ".join(f"{count}: {error_told(found, count):.2f}" for count in counts)
            print(f"\nOf what the network gets wrong, looks of {study.looks} visits tell, by their number\n  {rows}")
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
