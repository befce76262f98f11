"""Build the engine for browsers: rules and players as WebAssembly.

Writes, for each game, GAME.wasm, GAME.json (what is in it), GAME.js and GAME.network to a folder. docs/browser_engine.md says how to use
them. Building takes a minute or so a game; what was built is kept until a source changes.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..common import console, progress


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write them; made if it is not there")
    parser.add_argument("games", nargs="*", metavar="GAME", help="azul, duel, blockers (default: all)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many games to build at a time (default: one for each core)"
    )


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.game import find_game, game_names
    from ...wasm.build import build_engines

    if arguments.jobs < 1:
        raise BadOption("--jobs must be at least 1")
    if arguments.folder.exists() and not arguments.folder.is_dir():
        raise BadOption(f"{arguments.folder} is not a folder")
    names = [find_game(name).name for name in arguments.games or game_names()]
    with progress() as bar:
        task = bar.add_task("building", total=len(names))
        build_engines(names, arguments.folder, arguments.jobs, lambda name: bar.advance(task))
    for path in sorted(arguments.folder.iterdir()):
        if path.stem in names:
            console().print(f"{path}  {path.stat().st_size:,} bytes")
    return 0
