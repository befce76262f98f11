"""Talk to programs: one JSON line in, one JSON line out, many positions at once.

echo '{"id": 1, "request": "decide", "game": "azul", "player": "greedy"}' | tegel engine

The protocol is described in docs/engine.md. What is no request is answered with an error line; only the end of the input
or a quit ends the engine.
"""

from __future__ import annotations

import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, metavar="N", help="processes that think (default: one a core)")
    parser.add_argument("--player", default="", metavar="NAME", help="who decides where a request names nobody, such as level:5")


def run(arguments: argparse.Namespace) -> int:
    import sys

    from ...arena.engine.loop import Engine
    from ...arena.lines import own_output
    from ...arena.local import cores
    from ...core.errors import BadOption
    from ...search.players import find_player

    workers = cores() if arguments.workers is None else arguments.workers
    if not 1 <= workers <= 1024:
        raise BadOption("the number of workers must be from 1 to 1024")
    if arguments.player:
        find_player(arguments.player)
    with own_output() as output:
        Engine(sys.stdin.fileno(), output, workers, arguments.player).run()
    return 0
