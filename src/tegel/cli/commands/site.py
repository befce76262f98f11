"""Write the app as a folder of files that any web server can hand out: everything is played in the browser.

Against the computer at all levels, or with several people at one screen; replay and rules as well. What needs a server (playing by link,
opening records) says so. The folder works at any address, also below a path. The engines are built first if need be, a minute or so a game.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..common import console, progress


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write it: new or empty, or a site that was written before")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many engines to build at a time (default: one for each core)"
    )


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.game import game_names
    from ...server.site import write_site

    if arguments.jobs < 1:
        raise BadOption("--jobs must be at least 1")
    with progress() as bar:
        task = bar.add_task("building", total=len(game_names()))
        write_site(arguments.folder, arguments.jobs, lambda name: bar.advance(task))
    size = sum(path.stat().st_size for path in arguments.folder.rglob("*") if path.is_file())
    console().print(f"{arguments.folder}  {size:,} bytes; any web server can hand it out")
    return 0
