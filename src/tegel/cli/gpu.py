"""`tegel bench --gpu`: the simulator on a CUDA card, measured and compared with the CPU game by game."""

from __future__ import annotations

import argparse
from typing import Any

from .common import console, load_game, print_json, progress

COLUMNS = {
    "gpu_moves_per_second": "GPU moves/s",
    "gpu_games_per_second": "GPU games/s",
    "cpu_moves_per_second": "CPU moves/s",
    "compared_games": "compared",
    "differing_games": "different",
}


def add_gpu(parser: argparse.ArgumentParser) -> None:
    """`--gpu`, for those with a CUDA card."""
    parser.add_argument(
        "--gpu", action="store_true", help="measure the simulator on a CUDA card and compare 100,000 games each with the CPU's"
    )


def run_gpu(arguments: argparse.Namespace) -> int:
    """Exit code 1 if a single game came out differently."""
    from ..core.game import game_names
    from ..envs.vector.numba_cuda import need_card

    need_card()
    from ..envs.vector.gpu_report import report

    games = [load_game(name) for name in arguments.games or game_names()]
    with progress() as bar:
        task = bar.add_task("measuring", total=sum(len(game.variants) for game in games))
        rows = list(report(games, done=lambda: bar.advance(task)))
    if arguments.json:
        print_json(rows)
    else:
        print_rows(rows)
    return 1 if any(row["differing_games"] or row.get("differing_numbers") for row in rows) else 0


def print_rows(rows: list[dict[str, Any]]) -> None:
    """The measurements, for people."""
    from rich.table import Table

    table = Table("game", "variant", box=None)
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row["game"], " ".join(map(str, row["options"].values())), *(f"{row[name]:,}" for name in COLUMNS))
    console().print(table)
