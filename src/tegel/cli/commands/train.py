"""Let a network learn a game by playing itself, on a CUDA card or small on the CPU; or draw how a run went.

tegel train azul --players 2 --minutes 20 --out run
tegel train duel --games 16384 --visits 48 --minutes 10 --out run
tegel train duel --cluster 10.0.0.1:6379 --device cuda --out run
tegel train report run --svg curve.svg

Run the same command again to go on after an interruption; at most a minute is lost. docs/training.md says what the settings mean.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..common import add_cluster, add_json, add_option, console, load_game, print_json, progress, read_cluster, read_options

if TYPE_CHECKING:
    from pathlib import Path

    from ...core.game import Game
    from ...train.plan import Plan

SMALL = {"games": 64, "visits": 16, "window": 160, "sample": 256, "updates": 2, "gate_games": 32}  # what a CPU can do


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="azul, duel or blockers; or report")
    parser.add_argument("folder", nargs="?", help="with report: the folder of the run")
    parser.add_argument("--out", metavar="FOLDER", help="where the run lies (default run-GAME)")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long (default 20)")
    parser.add_argument("--steps", type=int, help="so many moves in all games instead")
    parser.add_argument("--players", type=int, help="only games with so many players (default: all, some more often)")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda if there is a card, else cpu")
    parser.add_argument("--games", type=int, help="played at the same time (default 24576, on the CPU 64)")
    parser.add_argument("--visits", type=int, help="positions a search looks at for each move (default 64, on the CPU 16)")
    parser.add_argument("--window", type=int, help="moves of all games that are remembered (default 192, on the CPU 160)")
    parser.add_argument("--sample", type=int, help="positions of one update (default 4096, on the CPU 256)")
    parser.add_argument("--updates", type=int, help="updates after each move of all games (default 8, on the CPU 2)")
    parser.add_argument("--rate", type=float, help="learning rate (default 0.001)")
    parser.add_argument("--halving", type=int, help="updates after which the rate is half of what it was (default 5000)")
    parser.add_argument("--hidden", type=int, help="width of the network (default 256, or that of --start, which is made wider)")
    parser.add_argument("--gate-games", type=int, help="of a match with the best network so far (default 2048, on the CPU 32)")
    parser.add_argument("--gate-every", type=float, help="seconds (default 300)")
    parser.add_argument("--seed", type=int, help="another seed, another run (default 1)")
    parser.add_argument("--start", metavar="FILE", help="begin with this network, or with the one that is shipped: 'shipped'")
    add_cluster(parser)
    parser.add_argument("--svg", metavar="FILE", help="with report: also write the curves as a picture")
    add_option(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.game == "report":
        return show_report(arguments)
    from pathlib import Path

    from ...envs.extras import need

    need("torch")
    start = find_start(arguments.start, load_game(arguments.game), arguments.players or 2)
    plan = read_plan(arguments, start)
    folder = Path(arguments.out or f"run-{plan.game}")
    games = find_games(arguments, plan)
    try:
        return train(arguments, folder, plan, start, games)
    finally:
        if games is not None:
            games.close()


def find_games(arguments: argparse.Namespace, plan: Plan) -> Any:
    """The games on a cluster, if one was asked for; None: they are played here."""
    cluster = read_cluster(arguments)
    if not cluster:
        return None
    from ...train.cluster import ClusterGames

    return ClusterGames(load_game(plan.game), plan, cluster if isinstance(cluster, str) else None)


def train(arguments: argparse.Namespace, folder: Path, plan: Plan, start: Any, games: Any) -> int:
    """Work, and tell how it goes."""
    from ...train.run import Run

    told: list[dict[str, Any]] = []
    minutes = None if arguments.steps else arguments.minutes
    if arguments.json:
        Run(folder, plan, start, told.append, games).work(minutes, arguments.steps)
        print_json(told)
        return 0
    out = console()
    with progress() as bar:
        task = bar.add_task("training", total=round(arguments.steps or arguments.minutes * 60))

        def tell(row: dict[str, Any]) -> None:
            bar.update(task, completed=row["step"] if arguments.steps else row["seconds"])
            bar.console.print(describe(row))

        run = Run(folder, plan, start, tell, games)
        run.work(minutes, arguments.steps)
    out.print(f"{folder}: {run.positions:,} positions searched, {run.learner.updates:,} updates; the best network is {folder / 'best.npz'}")
    return 0


def read_plan(arguments: argparse.Namespace, start: Any) -> Plan:
    """The plan that the arguments describe; a network to begin with keeps its width unless another is asked for."""
    import torch

    from ...train.plan import Plan, mixture

    game = load_game(arguments.game)
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    names = ("games", "visits", "window", "sample", "updates", "rate", "halving", "hidden", "gate_games", "gate_every", "seed")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    usual: dict[str, Any] = (SMALL if device == "cpu" else {}) | ({} if start is None else {"hidden": start.hidden})
    return Plan(game=game.name, options=mixture(game, arguments.players, read_options(arguments.option)), device=device, **(usual | given))


def find_start(name: str | None, game: Game, players: int) -> Any:
    """The network to begin with, if one was asked for; the shipped one is that for so many players."""
    from ...core.errors import BadOption
    from ...search.network import load_network, shipped_network

    if name is None:
        return None
    found = shipped_network(game, players) if name == "shipped" else load_network(game, name)
    if found is None:
        raise BadOption(f"no network for {game.name} came with this package; --start takes a file such as run/best.npz")
    return found


def describe(row: dict[str, Any]) -> str:
    """One line of the log, for people."""
    if row["kind"] == "gate":
        done = "promoted" if row["promoted"] else "not promoted"
        score = f"{row['score']:.1%} ± {row['margin']:.1%} of {row['games']} games"
        return f"gate: {score} against the best so far: {done} ({row['gate_seconds']} s)"
    losses = ""
    if "win_loss" in row:
        losses = f", losses {row['moves_loss'] - row['moves_least']:.3f} {row['win_loss']:.3f} {row['points_loss']:.3f}"
    speed = f"{row['moves_per_second']:,} moves/s, {row['evaluations_per_second']:,} evaluations/s, {row['games_per_second']:,} games/s"
    return f"{row['seconds']:.0f} s: {speed}, {row['points']} points{losses}"


def show_report(arguments: argparse.Namespace) -> int:
    """`tegel train report`."""
    from pathlib import Path

    from ...core.errors import BadOption
    from ...train.report import draw, read_log, summary

    if not arguments.folder:
        raise BadOption("say which run: tegel train report FOLDER")
    rows = read_log(Path(arguments.folder))
    if arguments.svg:
        Path(arguments.svg).write_text(draw(rows), encoding="utf-8")
    if arguments.json:
        print_json(rows)
        return 0
    from rich.table import Table

    table = Table(box=None)
    lines = summary(rows)
    for heading in lines[0]:
        table.add_column(heading, justify="right")
    for line in lines[1:]:
        table.add_row(*line)
    console().print(table)
    return 0
