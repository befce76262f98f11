"""Show the position of a record, or of a position's text, with whose turn it is and what may be played."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..common import add_json, add_language, console, print_json, warm_up

if TYPE_CHECKING:
    from ...core.table import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a record or a position")
    parser.add_argument("--ply", type=int, metavar="N", help="after so many moves (default: all)")
    parser.add_argument("--seat", type=int, metavar="N", help="as this seat sees it, from 1; 0 for a spectator (default: everything)")
    parser.add_argument("--text", action="store_true", help="print the position's text")
    add_language(parser)
    add_json(parser)


def open_table(path: str, ply: int | None = None) -> Table:
    """The table of a file with a record or a position."""
    from ...core.errors import BadOption, BadRecord
    from ...core.record import Record
    from ...core.replay import replay
    from ...core.table import Table

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read {path}: {error.strerror if isinstance(error, OSError) else 'it is not text'}") from error
    if text.startswith("tegel position"):
        return Table.from_position(text)
    record = Record.loads(text)
    if ply is not None and not 0 <= ply <= len(record.moves):
        raise BadOption(f"the record has {len(record.moves)} moves; --ply must be from 0 to {len(record.moves)}")
    warm_up(record.game)
    return replay(record, ply)


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.position import write_position
    from ...core.words import say

    table = open_table(arguments.file, arguments.ply)
    viewer = None if arguments.seat is None else arguments.seat - 1
    if viewer is not None and not -1 <= viewer < table.players:
        raise BadOption(f"--seat must be from 0 to {table.players}")
    state = table.state if viewer is None else table.view(viewer).state
    if arguments.json:
        facts = table.game.view(state)
        print_json({"game": table.game.name, "over": table.over, "scores": table.scores, "legal": table.codes, "facts": facts})
    elif arguments.text:
        print(write_position(table.game, state), end="")
    else:
        console().print(table.draw(viewer, arguments.language))
        if table.turn is None:
            console().print(f"\n{say(arguments.language, 'cli.over', points=', '.join(map(str, table.scores)))}")
        else:
            turn = say(arguments.language, "cli.to_move", player=table.names[table.turn], count=len(table.legal))
            console().print(f"\n{turn}")
    return 0
