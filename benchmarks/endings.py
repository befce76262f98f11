"""How often does a search err where the end of the game can be proved? It tells what exact endings could bring at most.

python benchmarks/endings.py azul --budget 2000 --games 200

The learned player plays itself. In every position where the game may end with the round, and more than one move is possible, it is
proved, as far as --positions suffice, whether the seat to move can force its victory, and whether the move that the search chose gives
it away; or whether that move lets another seat force its own, though one of the other moves would not have.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.endings import Prover, in_sight
from tegel.search.network import shipped_network
from tegel.search.search_result import SearchResult
from tegel.search.settings import Budget
from tegel.search.think import think

COLUMNS = {
    "positions": "with a choice, in a round that may be the last",
    "won": "the seat to move can force its victory",
    "missed": "and the search's move gives that away",
    "lost": "the search's move lets another seat force its victory",
    "escapes": "and another move would not have",
    "open": "neither could be proved or excluded",
}


def judge(view: View, found: SearchResult, positions: int) -> Counter[str]:
    """What can be proved of a search's choice."""
    prover = Prover(view)

    def wins(seat: int, move: int | None = None) -> bool | None:
        prover.allow(positions)
        return prover.wins(seat, move)

    counts = Counter({"positions": 1})
    won = wins(view.seat)
    if won:
        counts["won"] = 1
        counts["missed"] = wins(view.seat, found.move) is False
        return counts
    others = [seat for seat in range(view.players) if seat != view.seat]
    answers = [wins(seat, found.move) for seat in others]
    if any(answers):
        counts["lost"] = 1
        counts["escapes"] = any(all(wins(seat, choice.move) is False for seat in others) for choice in found.choices[1:])
    else:
        counts["open"] = won is None or None in answers
    return counts


def play(name: str, options: dict[str, str], simulations: int, positions: int, seed: int, number: int) -> Counter[str]:
    """One game."""
    game, source, counts = find_game(name), random.Random(f"{seed} {number}"), Counter[str]()
    table = Table(game, game.simulation_options(options), random_key(source))
    while table.turn is not None:
        view = table.view(table.turn)
        found = think(view, Budget(simulations), seed=source.getrandbits(64))
        if len(view.legal) > 1 and in_sight(view):
            counts += judge(view, found, positions)
        table.play(found.move)
    return counts


def standing(games: list[Counter[str]]) -> str:
    """The counts, and mistakes a game with half of their 95 % interval."""
    total = sum(games, Counter[str]())
    mistakes = [one["missed"] + one["escapes"] for one in games]
    mean = sum(mistakes) / len(mistakes)
    reach = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in mistakes)) / len(mistakes)
    said = ", ".join(f"{name} {total[name]}" for name in COLUMNS)
    return f"{len(games)} games: {said}; mistakes a game {mean:.3f} ± {reach:.3f}"


def run(given: argparse.Namespace) -> None:
    """Play and judge."""
    options = dict(pair.partition("=")[::2] for pair in given.option)
    game = find_game(given.game)
    game.simulation_options(options)
    Budget(given.budget)
    if shipped_network(game) is None:
        raise BadOption(f"no network for {game.name} came with this package")
    one = partial(play, given.game, options, given.budget, given.positions, given.seed)
    games: list[Counter[str]] = []
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        for job in as_completed(pool.submit(one, number) for number in range(given.games)):
            games.append(job.result())
            print(standing(games), flush=True)
            if given.out:
                given.out.write_text(json.dumps(games) + "\n", encoding="utf-8")
    for name, meaning in COLUMNS.items():
        print(f"{name}: {meaning}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--budget", type=int, default=2000, help="simulations a move (default %(default)s)")
    parser.add_argument("--positions", type=int, default=300_000, help="of every proof at most (default %(default)s)")
    parser.add_argument("--games", type=int, default=20, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (default %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one a core)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the counts of every game here, as JSON")
    given = parser.parse_args()
    try:
        run(given)
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
