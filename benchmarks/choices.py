"""Which search chooses better? Where searches choose differently, their moves are played on, many times, and the outcomes compared.

python benchmarks/choices.py azul -o players=4 --player "1s explore=3" --keep run.jsonl       the usual search of a second, and another
python benchmarks/choices.py azul -o players=4 --player 1000 --player 4s --keep run.jsonl     other budgets, in the same positions
python benchmarks/choices.py azul --player "1s network=new.npz" --positions 400               another network

Each position comes from a quick game of its own. There the usual search chooses twice, with other luck, and every --player once. Chosen
moves are judged by playing on: quick searches of all seats play the round to its end, then moves as likely as the network rates them lead
to the end of the next round, with several deals, and there the network says the mover's chance to win; in games without rounds quick
searches play to the end. All moves of a position are played on with the same luck. A line tells by how much what a player chooses is
better than what the usual search chooses, in chances to win, with a 95 % interval, and how often it differs; then the same by rounds.

The judge has the same network at the end as the searches, so what it cannot see is not measured: whether networks are right is a question
for matches. It does tell how well a search searches, and needs far fewer games: a second against 1,000 simulations shows in a few minutes.
--keep keeps positions and outcomes, and the same command with other players goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

import numpy as np
from regret import Player, a_position, to_decide
from settings_match import apply_changes, budget_of, changes_of

from tegel.cli.common import progress
from tegel.core import generic
from tegel.core.chance import scramble
from tegel.core.children import end_with_parent
from tegel.core.compiled import rule
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.core.generic import apply, legal
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.heuristics import distinct, horizon, rate_moves, same_as
from tegel.search.learned import Evaluator, ask_moves, ask_value, to_priors, value_end
from tegel.search.network import Network, forget_baselines, load_network, shipped_network
from tegel.search.settings import Budget
from tegel.search.think import evaluator_for, learned_settings, think
from tegel.search.tree import Buffers, choose, determinise, new_buffers
from tegel.search.values import find_values, find_weights

USUAL = ("usual", "usual again")  # the search that others are compared with, with two lucks


class Searcher(NamedTuple):
    """One who chooses: how long it searches, with which settings changed, and whose network."""

    budget: Budget
    changes: dict[str, float]
    network: Path | None


class Study(NamedTuple):
    """What is asked."""

    game: str
    options: dict[str, str]
    budget: str  # of the usual search
    seed: int
    least: int  # moves to choose from
    plays: int  # times that a move is played on
    quick: int  # simulations a move of those who play on
    deals: int  # of the next round, each time


class Row(NamedTuple):
    """A position: what was chosen there, and how each choice went on."""

    number: int
    position: str
    round: int
    chosen: dict[str, str]  # by player, the code of a move
    outcomes: dict[str, list[float]]  # by move, chances to win


def searcher_of(text: str) -> Searcher:
    """A budget, then settings and a network.

    >>> searcher_of("1s explore=3").changes
    {'explore': 3.0}
    """
    budget, *pairs = text.split() or [""]
    files = [pair.removeprefix("network=") for pair in pairs if pair.startswith("network=")]
    changes = changes_of([pair for pair in pairs if not pair.startswith("network=")])
    return Searcher(budget_of(budget), changes, Path(files[-1]) if files else None)


@rule
def likely_rollout(state: Any, evaluator: Evaluator, prior: Any, buffers: Buffers, seed: Any) -> Any:
    """Likely moves, by the network, to the next horizon or the end; how it stands there, into the buffers. Returns the next seed."""
    start = horizon(state)
    moves, likelihood = buffers.moves, buffers.likelihood
    while state.turn >= 0 and horizon(state) == start:
        count = distinct(state, moves, legal(state, moves))
        rate_moves(state, moves, count, prior, buffers.scratch, likelihood)
        ask_moves(state, moves, count, evaluator.rater, evaluator.rating)
        to_priors(state, moves, count, evaluator.rating.heads, evaluator.rater.trust[0], likelihood)
        seed, number = scramble(seed)
        apply(state, moves[choose(likelihood, count, number)])
    ask_value(state, evaluator.valuer, evaluator.valuing)
    value_end(state, evaluator.valuing.answer, buffers)
    return seed


def quick_round(view: View, move: int, quick: int, source: random.Random) -> Any:
    """The state after a move and the rest of the round, or of a game without rounds, by quick searches of all seats."""
    game, state = view.game, view.game.copy(view.state)
    generic.sample(state, view.seat, np.array(random_key(source), np.uint64))
    start = horizon(state)
    generic.apply(state, move)
    while state.turn >= 0 and horizon(state) == start:
        there = View(game, state, int(state.turn))
        only = len(there.legal) == 1
        generic.apply(state, there.legal[0] if only else think(there, Budget(quick), seed=source.getrandbits(64)).move)
    return state


def outcome_of(view: View, move: int, evaluator: Evaluator, study: Study, seed: str) -> float:
    """The mover's chance to win after a move was played on once."""
    source = random.Random(seed)
    state = quick_round(view, move, study.quick, source)
    buffers = new_buffers(np.array([state], view.game.dtype), view.game.most_legal)
    if state.turn < 0:
        value_end(state, evaluator.valuing.answer, buffers)
        return float(buffers.win[view.seat])
    prior, chances = find_weights(view.game, state).prior, []
    for _ in range(study.deals):
        there = view.game.copy(state)
        after = determinise(there, int(there.turn), np.uint64(source.getrandbits(63)), buffers.key)
        forget_baselines(evaluator.rating)
        forget_baselines(evaluator.valuing)
        likely_rollout(there, evaluator, prior, buffers, np.uint64(after))
        chances.append(float(buffers.win[view.seat]))
    return mean(chances)


def choose_by(searcher: Searcher, view: View, network: Network, seed: int) -> str:
    """What one chooses, as the code of the first of all moves that come to the same."""
    settings = apply_changes(learned_settings(view), searcher.changes)
    own = load_network(view.game, searcher.network) if searcher.network else network
    found = think(view, searcher.budget, seed=seed, settings=replace(settings, solve=0, prove=0), network=own)
    return view.game.code(int(same_as(view.state, found.move)))


def look(study: Study, number: int, searchers: dict[str, Searcher], known: Row | None) -> Row:
    """What is chosen in one position, and how it goes on; only what is not known yet."""
    source, game = random.Random(f"{study.seed} {number}"), find_game(study.game)
    options = game.simulation_options(study.options)
    network = shipped_network(game, int(game.blank(options).players))
    if network is None:
        raise BadOption(f"no network for {game.name} came with this package")
    position = known.position if known else a_position(Table(game, options, random_key(source)), Player(network), study.least, source)
    view = to_decide(Table.from_position(position))
    chosen, outcomes = (dict(known.chosen), dict(known.outcomes)) if known else ({}, {})
    for name, searcher in searchers.items():
        if name not in chosen:
            chosen[name] = choose_by(searcher, view, network, random.Random(f"{study.seed} {number} {name}").getrandbits(64))
    evaluator = evaluator_for(game, network)
    if len(set(chosen.values())) > 1:
        for code in sorted(set(chosen.values()) - set(outcomes)):
            seeds = [f"{study.seed} {number} {play}" for play in range(study.plays)]
            outcomes[code] = [outcome_of(view, view.game.parse(code), evaluator, study, seed) for seed in seeds]
    return Row(number, position, horizon(view.state), chosen, outcomes)


def gain(row: Row, name: str) -> float:
    """How much more a player's choice is worth than those of the usual search."""
    if len({row.chosen[name], *(row.chosen[usual] for usual in USUAL)}) == 1:
        return 0.0
    return mean(row.outcomes[row.chosen[name]]) - mean(mean(row.outcomes[row.chosen[usual]]) for usual in USUAL)


def told(gains: list[float]) -> str:
    """A mean with half of its 95 % interval.

    >>> told([0.01, 0.03]), told([0.01])
    ('+0.0200 ± 0.0196', '+0.0100')
    """
    margin = f" ± {1.96 * stdev(gains) / math.sqrt(len(gains)):.4f}" if len(gains) > 1 else ""
    return f"{mean(gains):+.4f}{margin}"


def table_of(rows: list[Row], names: list[str]) -> str:
    """A line for each player; in games with rounds also what it gains in each."""
    lines, rounds = [f"{len(rows)} positions"], sorted({row.round for row in rows})
    width = max(map(len, names))
    for name in names:
        other = mean(row.chosen[name] != row.chosen[USUAL[0]] for row in rows)
        lines.append(f"{name:>{width}}  {told([gain(row, name) for row in rows])}, {other:.0%} other choices")
        if len(rounds) > 1:
            parts = [(each, [gain(row, name) for row in rows if row.round == each]) for each in rounds]
            lines[-1] += "; by round " + ", ".join(f"{each}: {told(gains)}" for each, gains in parts)
    return "\n".join(lines)


def kept(path: Path | None, study: Study) -> dict[int, Row]:
    """The positions of a file, which must have been asked the same."""
    if path is None or not path.exists():
        return {}
    try:
        head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        rows = [Row(**line) for line in lines]
    except (ValueError, TypeError) as error:
        raise BadOption(f"{path} was not written by this command, or not to its end: {error}") from error
    if head != study._asdict():
        raise BadOption(f"{path} keeps positions of another study: {json.dumps(head)}")
    return {row.number: row for row in rows}  # of two lines for a position the last counts


def run(given: argparse.Namespace) -> None:
    """Print the table."""
    game = find_game(given.game)
    options = dict(pair.partition("=")[::2] for pair in given.option)
    study = Study(given.game, options, given.budget, given.seed, given.least, given.plays, given.quick, given.deals)
    game.simulation_options(study.options)
    if min(given.positions, given.plays, given.quick, given.deals, given.workers) < 1 or given.least < 2:
        raise BadOption("positions, plays, quick simulations, deals and workers are 1 or more, moves to choose from 2 or more")
    searchers = dict(zip((*USUAL, *given.player), (searcher_of(text) for text in (given.budget, given.budget, *given.player)), strict=True))
    for searcher in searchers.values():
        apply_changes(find_values(game).LEARNED, searcher.changes)
        if searcher.network:
            load_network(game, searcher.network)
    rows = kept(given.keep, study)
    if given.keep and not rows:
        given.keep.write_text(json.dumps(study._asdict()) + "\n", encoding="utf-8")
    missing = [n for n in range(given.positions) if n not in rows or not set(searchers) <= set(rows[n].chosen)]
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn"), end_with_parent) as pool, progress() as bar:
        jobs = [pool.submit(look, study, number, searchers, rows.get(number)) for number in missing]
        for job in bar.track(as_completed(jobs), total=len(jobs), description="positions"):
            row = job.result()
            rows[row.number] = row
            if given.keep:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row._asdict()) + "\n")
    print(table_of([rows[number] for number in range(given.positions)], list(searchers)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--budget", default="1s", help="of the usual search: simulations a move, or seconds (default %(default)s)")
    parser.add_argument(
        "--player", action="append", default=[], metavar="SEARCH", help='a budget, then settings or a network: "1s explore=3 network=FILE"'
    )
    parser.add_argument("--positions", type=int, default=100, help="how many, each of a game of its own (%(default)s)")
    parser.add_argument("--least", type=int, default=6, metavar="MOVES", help="positions have so many moves at least (%(default)s)")
    parser.add_argument("--plays", type=int, default=32, help="times that each chosen move is played on (%(default)s)")
    parser.add_argument("--quick", type=int, default=200, help="simulations a move of those who play on (%(default)s)")
    parser.add_argument("--deals", type=int, default=6, help="of the next round, each time (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one a core)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where positions and outcomes are kept, and taken from")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other positions (%(default)s)")
    given = parser.parse_args()
    try:
        run(given)
    except (TegelError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
