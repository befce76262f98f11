"""Count the sequences of moves from a game's start, to compare implementations.

tegel perft azul 3 --key 0000...0001 prints the number of sequences of 1, 2 and 3 moves.
"""

from __future__ import annotations

import argparse

from ..common import add_json, add_key, add_option, console, load_game, print_json, progress, read_options


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="azul, duel or blockers")
    parser.add_argument("depth", type=int, help="length of the longest sequences")
    add_option(parser)
    add_key(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.chance import parse_key
    from ...core.errors import BadOption
    from ...core.playout import perft
    from ...core.table import Table

    if not 1 <= arguments.depth <= 12:
        raise BadOption("the depth must be from 1 to 12")
    game = load_game(arguments.game)
    key = parse_key(arguments.key) if arguments.key else (0, 0, 0, 1)
    table = Table(game, game.options_from(read_options(arguments.option)), key)
    counts = []
    with progress() as bar:
        task = bar.add_task("counting", total=arguments.depth)
        for depth in range(1, arguments.depth + 1):
            counts.append(perft(game, table.state, depth))
            bar.advance(task)
    if arguments.json:
        print_json(counts)
    else:
        for depth, count in enumerate(counts, 1):
            console().print(f"{depth:3}  {count}")
    return 0
