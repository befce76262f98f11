"""How much worse than the best are the moves that a search finds? It tells good settings from bad in minutes, where matches take hours.

python benchmarks/regret.py blockers -o players=4                          a table of thinking times
python benchmarks/regret.py blockers -o players=4 --set spread=0.25        the same with another setting of the search
python benchmarks/regret.py azul --by-hand --budgets 1000                  without the network
python benchmarks/regret.py azul --budgets 0.1s,1s --least 40              in seconds, and only where there are many moves

In positions from quick games, every move is searched by itself (`--care` simulations each), and the best ones once more, longer. What a
search chooses within its budget is then compared with the best of those, in the worth that the seat strives for: chances to win. The
reference is the same player's, with its usual settings, so this tells how well it searches, not how well it judges. With a few dozen
positions it is itself not certain to more than some thousandths, so even a perfect search shows a small regret. `--keep FILE` keeps the
references and takes them from there the next time.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from settings_match import budget_of

from tegel.cli.common import progress
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.heuristics import same_as
from tegel.search.network import Network, shipped_network
from tegel.search.search_result import SearchResult
from tegel.search.settings import Budget, Settings
from tegel.search.think import default_settings, learned_settings, think

QUICK = 40  # simulations a move of the games that positions come from
AGAIN, LONGER = 8, 4  # so many of the best moves are searched once more, so many times as long
MOST_LEGAL = 120  # positions with more moves than that would take too long

Worths = dict[int, float]  # what every move is worth


class Player:
    """Thinks with the game's network, or by hand, with some settings of its own."""

    def __init__(self, network: Network | None, changes: dict[str, Any] | None = None) -> None:
        self.network, self.changes = network, changes or {}

    def settings(self, view: View) -> Settings:
        """The usual ones, changed; nothing is solved, because a solution has no budget."""
        usual = default_settings(view) if self.network is None else learned_settings(view)
        return replace(usual, **self.changes, solve=0, prove=0)

    def think(self, view: View, budget: Budget, seed: int, first: int | None = None) -> SearchResult:
        """Search a view."""
        return think(view, budget, seed=seed, settings=self.settings(view), first=first, network=self.network)


def a_position(table: Table, player: Player, least: int, source: random.Random) -> str:
    """One position of a quick game in which there are so many moves to choose from."""
    found = []
    while not table.over:
        view = to_decide(table)
        if least <= len(view.legal) <= MOST_LEGAL:
            found.append(table.position)
        table.play(player.think(view, Budget(QUICK), source.getrandbits(64)).best.move)
    if not found:
        raise BadOption(f"a game had no position with {least} to {MOST_LEGAL} moves")
    return source.choice(found)


def refer(view: View, player: Player, care: int, source: random.Random) -> Worths:
    """What every move is worth, searched by itself; the best ones once more."""
    worths = {}
    for move in sorted({int(same_as(view.state, move)) for move in view.legal}):
        worths[move] = player.think(view, Budget(care), source.getrandbits(64), move).best.worth
    for move in sorted(worths, key=lambda move: -worths[move])[:AGAIN]:
        worths[move] = player.think(view, Budget(care * LONGER), source.getrandbits(64), move).best.worth
    return worths


def references(given: argparse.Namespace, player: Player) -> list[tuple[View, Worths]]:
    """Positions, one of each game, and what their moves are worth; those that were kept are not made anew."""
    game = find_game(given.game)
    options = game.simulation_options(dict(pair.partition("=")[::2] for pair in given.option))
    numbers = {"care": given.care, "least": given.least, "seed": given.seed}
    asked = {"game": given.game, "options": sorted(given.option), "by_hand": given.by_hand, **numbers}
    before: dict[str, Any] = json.loads(given.keep.read_text()) if given.keep and given.keep.exists() else {"asked": asked, "positions": []}
    if before["asked"] != asked:
        raise BadOption(f"{given.keep} keeps references of other games: {before['asked']}; asked for were {asked}")
    kept: list[dict[str, Any]] = before["positions"]
    with progress() as bar:
        for number in bar.track(range(len(kept), given.positions), description="references"):
            source = random.Random(f"{given.seed} {number}")
            position = a_position(Table(game, options, random_key(source)), player, given.least, source)
            worths = refer(to_decide(Table.from_position(position)), player, given.care, source)
            kept.append({"position": position, "worths": list(worths.items())})
            if given.keep:
                given.keep.write_text(json.dumps({"asked": asked, "positions": kept}))
    return [(to_decide(Table.from_position(one["position"])), dict(one["worths"])) for one in kept[: given.positions]]


def to_decide(table: Table) -> View:
    """A game as the seat to move sees it."""
    return table.view(table.turn if table.turn is not None else 0)


def regrets(known: list[tuple[View, Worths]], player: Player, budget: Budget, seed: int) -> tuple[list[float], float]:
    """What each choice gives away, and how long one took in CPU time."""
    source, start = random.Random(seed), time.process_time()
    chosen = [player.think(view, budget, source.getrandbits(64)).best.move for view, _ in known]
    spent = (time.process_time() - start) / len(known)
    return [max(worths.values()) - worths[move] for (_, worths), move in zip(known, chosen, strict=True)], spent


def changes(pairs: list[str]) -> dict[str, Any]:
    """Settings that were asked for."""
    names = [field.name for field in fields(Settings) if field.name not in ("solve", "prove")]
    found = dict(pair.partition("=")[::2] for pair in pairs)
    try:
        return {name: float(value) for name, value in found.items() if names.index(name) >= 0}
    except ValueError:
        raise BadOption(f"a setting is NAME=NUMBER, with one of the names {', '.join(names)}") from None


def measure(given: argparse.Namespace) -> None:
    """Print the table, a line for each budget."""
    game, changed = find_game(given.game), changes(given.set)
    players = int(game.blank(game.simulation_options(dict(pair.partition("=")[::2] for pair in given.option))).players)
    network = None if given.by_hand else shipped_network(game, players)
    if network is None and not given.by_hand:
        raise BadOption(f"no network for {game.name} came with this package; --by-hand searches without one")
    if given.positions < 1:
        raise BadOption("a regret needs at least one position")
    if not 1 <= given.least <= MOST_LEGAL:
        raise BadOption(f"--least is 1 to {MOST_LEGAL} moves")
    budgets = {text: budget_of(text) for text in given.budgets.split(",")}
    known = references(given, Player(network))
    print(f"{'budget':>12}{'regret':>10}{'plus, minus':>12}{'best found':>12}{'seconds':>10}")
    for text, budget in budgets.items():
        found, seconds = regrets(known, Player(network, changed), budget, given.seed)
        mean, reach, hits = np.mean(found), 1.96 * np.std(found) / math.sqrt(len(found)), np.mean([lost == 0 for lost in found])
        print(f"{text:>12}{mean:>10.4f}{reach:>12.4f}{hits:>12.0%}{seconds:>10.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting of the search that is measured")
    parser.add_argument("--by-hand", action="store_true", help="search without the network")
    parser.add_argument(
        "--budgets", default="40,200,1000", metavar="LIST", help="simulations a move, or seconds such as 0.1s (%(default)s)"
    )
    parser.add_argument("--least", type=int, default=2, metavar="MOVES", help="positions have so many moves at least (%(default)s)")
    parser.add_argument("--positions", type=int, default=40, help="how many (%(default)s)")
    parser.add_argument("--care", type=int, default=1000, help="simulations for every move of a reference (%(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where references are kept, and taken from")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        measure(given)
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
