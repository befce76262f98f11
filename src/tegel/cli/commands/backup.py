"""Back up the server's games into one file, also while it runs.

Everything acknowledged before the backup begins is in it. It is checked: the file, and the chain of every game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..common import add_database, database_address


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write the backup")
    add_database(parser)
    parser.add_argument("--force", action="store_true", help="overwrite FILE")


def run(arguments: argparse.Namespace) -> int:
    address = database_address(arguments)
    from ...server.backup import back_up

    found = back_up(address, arguments.file.expanduser().absolute(), arguments.force)
    if found is None:
        print(f"{arguments.file}: written by pg_dump; pg_restore reads it")
        return 0
    print(f"{arguments.file}: {found.games} games, {found.entries} entries")
    if found.damaged:
        print(f"tegel: {len(found.damaged)} of them are damaged, here as in the original: {', '.join(found.damaged[:10])}", file=sys.stderr)
    return 1 if found.damaged else 0
