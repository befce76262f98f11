"""Tell a record move by move: what was played and what it brought."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..common import add_json, add_language, console, print_json, warm_up


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a record")
    parser.add_argument("--boards", action="store_true", help="draw the board after every move")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from msgspec.structs import asdict
    from rich.markup import escape

    from ...core.narrate import say_event
    from ...core.record import Record
    from ...core.replay import replay

    record = Record.load(Path(arguments.file))
    warm_up(record.game)
    final = replay(record)
    if arguments.json:
        moves = [
            {
                "ply": ply,
                "seat": final.mover(ply),
                "move": move,
                "code": record.game.code(move),
                "events": [asdict(event) for event in events],
            }
            for ply, (move, events) in enumerate(zip(final.moves, final.history, strict=True))
        ]
        print_json({"game": record.game.name, "moves": moves, "over": final.over, "scores": final.scores})
        return 0
    screen = console()
    table = replay(record, 0)
    for ply, move in enumerate(record.moves):
        seat = final.mover(ply)
        table.play(move)
        screen.print(
            f"{ply + 1:3} [bold]{escape(table.names[seat])}[/]: {table.say(move, arguments.language)} [dim]({record.game.code(move)})[/]"
        )
        for event in table.events:
            screen.print(f"      [italic]{escape(say_event(record.game, event, table.names, arguments.language))}[/]")
        if arguments.boards:
            screen.print(f"\n{table.draw(None, arguments.language)}\n")
    return 0
