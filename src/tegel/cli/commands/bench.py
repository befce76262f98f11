"""Measure random play: moves and games a second for every game, variant and number of players.

The signature folds in every move, every number of choices and every result of a fixed set of games: it
changes whenever behaviour does, and only then.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from ..common import add_json, console, load_game, print_json, progress
from ..gpu import add_gpu, run_gpu

if TYPE_CHECKING:
    from ...core.game import Game

SIGNED_GAMES = 200  # the fixed set behind the signature


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="azul, duel, blockers (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to measure each (default 1)")
    add_json(parser)
    add_gpu(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.game import game_names

    if arguments.gpu:
        return run_gpu(arguments)

    games = [load_game(name) for name in arguments.games or game_names()]
    rows = []
    with progress() as bar:
        task = bar.add_task("measuring", total=sum(len(game.variants) for game in games))
        for game in games:
            for options in game.variants:
                rows.append(measure(game, options, arguments.seconds))
                bar.advance(task)
    if arguments.json:
        print_json(rows)
    else:
        print_table(rows)
    return 0


def measure(game: Game, options: dict[str, Any], seconds: float) -> dict[str, Any]:
    """One line of the table."""
    from ...core.playout import random_games

    state = game.blank(game.simulation_options(options))
    _, signature = random_games(game, state, SIGNED_GAMES, seed=1)
    moves, games = 0, 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += random_games(game, state, SIGNED_GAMES, seed=games)[0]
        games += SIGNED_GAMES
    variant = " ".join(f"{value}" for name, value in options.items() if name != "players") or "standard"
    return {
        "game": game.name,
        "variant": variant,
        "players": int(state.players),
        "moves_per_second": round(moves / spent),
        "games_per_second": round(games / spent),
        "signature": f"{signature:016x}",
    }


def print_table(rows: list[dict[str, Any]]) -> None:
    """The measurements, for people."""
    from rich.table import Table

    table = Table("game", "variant", "players", box=None)
    for heading in ("moves/s", "games/s", "signature"):
        table.add_column(heading, justify="right")
    for row in rows:
        numbers = (f"{row['moves_per_second']:,}", f"{row['games_per_second']:,}", row["signature"])
        table.add_row(row["game"], row["variant"], str(row["players"]), *numbers)
    console().print(table)
