"""Prove a record: its key fits the published hash, every draw and move follows, the points are right."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..common import add_json, console, print_json, warm_up


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a record with its key")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.record import Record

    record = Record.load(Path(arguments.file))
    warm_up(record.game)
    table = record.verify()
    if arguments.json:
        print_json({"game": record.game.name, "moves": len(record.moves), "over": table.over, "scores": table.scores})
    else:
        state = f"over, points {', '.join(map(str, table.scores))}" if table.over else "still running"
        console().print(f"the record is right: {record.game.name}, {len(record.moves)} moves, {state}")
    return 0
