"""Let computer players play many games and write every decision as Parquet, for learning.

tegel selfplay azul data --games 1000 --players greedy,random
tegel selfplay duel data --games 1000 --players level:2,level:2 --jobs 2
tegel selfplay azul data --games 100000 --players level:3,level:3 --cluster 10.0.0.1:6379

Run the same command again to go on after an interruption. docs/research/data.md describes the files.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..common import add_cluster, add_json, add_option, console, load_game, print_json, progress, read_cluster, read_options

if TYPE_CHECKING:
    from pathlib import Path

    from ...envs.selfplay import Run


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="azul, duel or blockers")
    parser.add_argument("folder", help="where the files go")
    parser.add_argument("--games", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--players", metavar="LIST", help="one name a seat, with commas; they change seats each game (default: greedy)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    add_cluster(parser)
    parser.add_argument("--part", type=int, default=100, help="games a file (default 100)")
    add_option(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from ...core.errors import BadOption
    from ...envs.extras import need
    from ...envs.selfplay import Run, open_run

    need("pyarrow")
    if arguments.jobs < 1:
        raise BadOption("the number of processes must be at least 1")
    game = load_game(arguments.game)
    options = read_options(arguments.option)
    seats = int(game.blank(game.simulation_options(options)).players)
    players = arguments.players.split(",") if arguments.players else ["greedy"] * seats
    wanted = Run(game.name, options, players, arguments.games, arguments.seed, arguments.part)
    folder = Path(arguments.folder)
    parts = open_run(folder, wanted)
    rows = play_parts(folder, wanted, parts, arguments.jobs, read_cluster(arguments))
    told = {"folder": str(folder), "games": wanted.games, "files": wanted.parts, "files_written": len(parts), "decisions_written": rows}
    if arguments.json:
        print_json(told)
    else:
        console().print(f"{folder}: {wanted.games:,} games in {wanted.parts} files; {len(parts)} written now, with {rows:,} decisions")
    return 0


def play_parts(folder: Path, run: Run, parts: list[int], jobs: int, cluster: bool | str = False) -> int:
    """Play what is missing, in one process, in several or on a cluster; returns how many decisions were written."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from ...core.children import end_with_parent
    from ...envs.selfplay import play_on_cluster, write_part

    missing = [min(run.games, (part + 1) * run.part_games) - part * run.part_games for part in parts]
    rows = 0
    with progress() as bar:
        task = bar.add_task("playing", total=run.games, completed=run.games - sum(missing))
        if cluster:
            for part in play_on_cluster(folder, run, parts, cluster if isinstance(cluster, str) else None):
                rows += part.decisions
                bar.advance(task, part.games)
            return rows
        if jobs == 1:
            return sum(write_part(folder, run, part, lambda: bar.advance(task)) for part in parts)
        with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
            waiting = {pool.submit(write_part, folder, run, part): games for part, games in zip(parts, missing, strict=True)}
            for future in as_completed(waiting):
                rows += future.result()
                bar.advance(task, waiting[future])
    return rows
