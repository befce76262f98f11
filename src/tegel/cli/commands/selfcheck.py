"""Compare the engine with its oracles: random games, everything compared after every move.

Stops at the first disagreement, prints both sides and the record, and exits with 1.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ..common import add_json, console, load_game, print_json, progress


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="azul, duel, blockers (default: all)")
    parser.add_argument("--positions", type=int, default=10_000, help="positions for each configuration (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (default 1)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.differential import Disagreement, selfcheck
    from ...core.errors import BadOption
    from ...core.game import game_names

    if arguments.positions < 1:
        raise BadOption("the number of positions must be at least 1")
    games = [load_game(name) for name in arguments.games or game_names()]
    agreed: list[dict[str, Any]] = []
    with progress() as bar:
        for game in games:
            for options in game.variants:
                named = " ".join([game.name, *(str(value) for value in options.values())])
                tick = partial(bar.advance, bar.add_task(named, total=arguments.positions))
                try:
                    done = selfcheck(game, options, arguments.positions, arguments.seed, tick)
                except Disagreement as error:
                    console().print(str(error), markup=False)
                    return 1
                agreed.append({"game": game.name, "options": options, "positions": done})
    if arguments.json:
        print_json(agreed)
    else:
        total = sum(row["positions"] for row in agreed)
        console().print(f"engine and oracle agree on {total:,} positions of {len(agreed)} configurations")
    return 0
