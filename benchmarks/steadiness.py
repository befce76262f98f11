"""Does a search that thinks longer become surer? By how much its answers differ from luck to luck, and from budget to budget.

python benchmarks/steadiness.py azul -o players=4                       four searches with different luck of every move, three budgets
python benchmarks/steadiness.py azul -o players=4 --set explore=1.6     the same with another setting of the search

In positions of quick games the two moves that a search finds best are searched alone, each several times with other luck. The table
tells, in chances to win of the seat to move: how much the answers of one budget differ from luck to luck (standard deviation), and how
much their means differ from those of the budget before (root mean square, with what luck explains taken off).
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np
from regret import Player, a_position, changes, to_decide
from settings_match import budget_of

from tegel.cli.common import progress
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.network import shipped_network
from tegel.search.settings import Budget

CAREFUL = 1500  # simulations of the search that says which moves are looked at
COMPARED = 2  # moves of a position


def answers(view: View, player: Player, budgets: list[Budget], times: int, source: random.Random) -> Any:
    """What searches say of the best moves: moves x budgets x times, chances to win."""
    usual = Player(player.network).think(view, Budget(CAREFUL), source.getrandbits(64))
    moves = [choice.move for choice in usual.choices[:COMPARED]]
    seeds = [source.getrandbits(64) for _ in range(times)]
    return [[[player.think(view, budget, seed, move).best.win[view.seat] for seed in seeds] for budget in budgets] for move in moves]


def table_of(found: Any, budgets: list[str]) -> str:
    """A line for each budget.

    >>> found = np.array([[[0.5, 0.5], [0.6, 0.6]], [[0.2, 0.2], [0.1, 0.1]]])
    >>> print(table_of(found, ["100", "200"]))
          budget  from luck to luck  since the one before
             100             0.0000                     -
             200             0.0000                0.1000
    """
    lines = [f"{'budget':>12}{'from luck to luck':>19}{'since the one before':>22}"]
    means, noise = found.mean(2), found.var(2, ddof=1).mean(0)
    for at, name in enumerate(budgets):
        change = "-"
        if at:
            moved = ((means[:, at] - means[:, at - 1]) ** 2).mean() - (noise[at] + noise[at - 1]) / found.shape[2]
            change = f"{max(moved, 0) ** 0.5:.4f}"
        lines.append(f"{name:>12}{noise[at] ** 0.5:>19.4f}{change:>22}")
    return "\n".join(lines)


def measure(given: argparse.Namespace) -> None:
    """Print the table."""
    game = find_game(given.game)
    options = game.simulation_options(dict(pair.partition("=")[::2] for pair in given.option))
    network = shipped_network(game, int(game.blank(options).players))
    if given.positions < 1 or given.times < 2 or given.least < COMPARED:
        raise BadOption(f"at least one position, two times and {COMPARED} moves are needed")
    budgets = given.budgets.split(",")
    player, found = Player(network, changes(given.set)), []
    asked = [budget_of(text) for text in budgets]
    with progress() as bar:
        for number in bar.track(range(given.positions), description="positions"):
            source = random.Random(f"{given.seed} {number}")
            position = a_position(Table(game, options, random_key(source)), Player(network), given.least, source)
            found += answers(to_decide(Table.from_position(position)), player, asked, given.times, source)
    print(f"{given.positions} positions, {len(found)} moves")
    print(table_of(np.array(found), budgets))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting of the search that is measured")
    parser.add_argument("--budgets", default="500,2000,8000", metavar="LIST", help="simulations, or seconds such as 0.1s (%(default)s)")
    parser.add_argument("--least", type=int, default=12, metavar="MOVES", help="positions have so many moves at least (%(default)s)")
    parser.add_argument("--positions", type=int, default=20, help="how many (%(default)s)")
    parser.add_argument("--times", type=int, default=4, help="that a move is searched with each budget (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        measure(given)
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
