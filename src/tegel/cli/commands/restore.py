"""Put a backup in the place of the server's games.

The server must not be running. The backup is checked first, and what it replaces is kept beside it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..common import add_database, database_address


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    add_database(parser)
    parser.add_argument("--force", action="store_true", help="replace games that are there, or restore a backup with damaged games")


def run(arguments: argparse.Namespace) -> int:
    address = database_address(arguments)
    from ...server.backup import file_of, restore

    found = restore(arguments.file.expanduser().absolute(), address, arguments.force)
    damaged = f", {len(found.damaged)} of them damaged and frozen" if found.damaged else ""
    print(f"{file_of(address)}: {found.games} games, {found.entries} entries{damaged}")
    return 0
