"""Work all ratings of a server's games out again, from the games themselves, and compare them with those it keeps.

tegel ratings games.db                 compare; exit code 1 if anything differs
tegel ratings games.db --write         put right what differs
tegel ratings games.db --luck 100      measure the luck of up to 100 games in which everybody agreed, then compare

docs/ratings.md explains the numbers. The server may be running.
"""

from __future__ import annotations

import argparse

from ..common import add_database, add_json, console, database_address, print_json, progress


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="", metavar="DATABASE", help="the same as --database")
    add_database(parser)
    parser.add_argument("--write", action="store_true", help="put right what differs")
    parser.add_argument("--luck", type=int, default=0, metavar="GAMES", help="measure the luck of so many games, about a second each")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    import asyncio

    from ...core.errors import BadOption

    arguments.database = arguments.database or arguments.file
    if arguments.luck < 0:
        raise BadOption("the number of games must not be below 0")
    address = database_address(arguments)
    from ...server.recounting import as_json, measure_luck, recount

    measured = 0
    if arguments.luck:
        with progress() as bar:
            task = bar.add_task("measuring", total=arguments.luck)
            measured = asyncio.run(measure_luck(address, arguments.luck, lambda: bar.advance(task)))
    found = asyncio.run(recount(address, arguments.write or bool(measured)))
    found.measured = measured
    if arguments.json:
        print_json(as_json(found))
        return 1 if found.differing and not (arguments.write or measured) else 0
    out = console()
    out.print(f"{found.games} games are over, {found.counted} of them count")
    for pool, players in found.pools.items():
        out.print(f"{pool}: {len(players)} players, {sum(rating.listed for rating in players.values())} of them certain and well known")
    if measured:
        out.print(f"the luck of {measured} games was measured")
    if not found.differing:
        out.print("the server keeps the same")
        return 0
    out.print(
        f"{len(found.differing)} differ{' and were put right' if arguments.write or measured else ''}: {', '.join(found.differing[:10])}"
    )
    return 0 if arguments.write or measured else 1
