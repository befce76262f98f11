"""Begin a record: a new game without moves, on standard output.

tegel new azul -o players=3 > game.tegel
"""

from __future__ import annotations

import argparse

from ..common import add_key, add_option, load_game, read_options


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="azul, duel or blockers")
    parser.add_argument("--names", metavar="LIST", help="the players' names, with commas between")
    add_option(parser)
    add_key(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.chance import parse_key
    from ...core.table import Table

    game = load_game(arguments.game)
    key = parse_key(arguments.key) if arguments.key else None
    names = arguments.names.split(",") if arguments.names else None
    print(Table(game, game.options_from(read_options(arguments.option)), key, names).record.dumps(), end="")
    return 0
