"""Measure a player on frozen tasks, check results, and make a table of them.

tegel benchmark tasks                                             what there is to play, against whom, how many games
tegel benchmark run --player greedy --out greedy.json             all tasks; the same command goes on after an interruption
tegel benchmark run --player mine.py:MyBot --tasks 'azul-2-*' --out mine.json --name "My bot" --about "where to get it"
tegel benchmark run --player learned:400 --quick --out try.json   ten games a task, to see whether all works
tegel benchmark run --player level:5 --luck-adjusted --out luck.json     with the luck of the draws taken out, too
tegel benchmark verify mine.json --replay 2                       scores from the games, and two games a task played again
tegel benchmark table benchmarks/results --into docs/research/benchmark.md

docs/research/benchmark.md has the rules and the table.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..common import add_json, console, print_json, progress

if TYPE_CHECKING:
    from ...benchmark.results import Result
    from ...benchmark.tasks import Task

QUICK = 10  # games
WIDE = 200  # columns: a row that is too long for the screen is better broken by it than squeezed


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="tasks|run|verify|table", dest="action", required=True)
    tasks = actions.add_parser("tasks", help="list the tasks")
    play = actions.add_parser("run", help="play tasks and write the result")
    play.add_argument("--player", required=True, help="a name such as level:5 or learned:400, FILE.py:CLASS, or cmd:PROGRAM")
    play.add_argument("--out", type=Path, required=True, metavar="FILE", help="the result; games are kept in a folder beside it")
    play.add_argument("--tasks", default="", metavar="NAMES", help="with commas between and * for any text (default: all)")
    play.add_argument("--games", type=int, metavar="N", help="at most so many of each task (default: all of them)")
    play.add_argument("--quick", action="store_true", help=f"{QUICK} games of each task, to try")
    play.add_argument("--luck-adjusted", action="store_true", help="measure the luck of the draws, and tell the score without it, too")
    play.add_argument("--name", default="", help="in the table (default: as before, at first the player's)")
    play.add_argument("--about", default="", metavar="TEXT", help="what it is and where to get it, in one line (default: as before)")
    verify = actions.add_parser("verify", help="check results")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results")
    verify.add_argument("--replay", type=int, default=0, metavar="N", help="play the first N games of each task again, and compare")
    verify.add_argument("--kept", type=Path, metavar="FOLDER", help="the folder of the games: replay all of them by the rules")
    for action in (play, verify):
        action.add_argument("--networks", type=Path, metavar="FOLDER", help="networks of other releases, for opponents that need one")
        action.add_argument("--workers", type=int, metavar="N", help="processes that play (default: one a core)")
    table = actions.add_parser("table", help="the table of results")
    table.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results, or folders of them")
    table.add_argument("--into", type=Path, metavar="PAGE", help="put it between the marks of this page")
    for action in (tasks, play, verify, table):
        add_json(action)


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for."""
    use_networks(arguments)
    return {"tasks": run_tasks, "run": run_play, "verify": run_verify, "table": run_table}[arguments.action](arguments)


def use_networks(arguments: argparse.Namespace) -> None:
    """Let this process and its workers find networks of other releases."""
    folder = getattr(arguments, "networks", None)
    if folder is not None:
        from ...benchmark.freezing import offer_networks
        from ...core.errors import BadOption

        if not folder.is_dir():
            raise BadOption(f"there is no folder {folder}")
        offer_networks(folder.absolute())


def workers_of(arguments: argparse.Namespace) -> int:
    """How many processes play."""
    from ...arena.local import cores

    return cores() if arguments.workers is None else arguments.workers


def run_tasks(arguments: argparse.Namespace) -> int:
    import msgspec

    from ...benchmark.tasks import frozen_tasks

    tasks = frozen_tasks()
    if arguments.json:
        print_json({"benchmark": tasks.title, "digest": tasks.digest, **msgspec.to_builtins(tasks)})
        return 0
    from rich.table import Table

    table = Table("task", "game", "opponent", box=None)
    for heading in ("seats", "games"):
        table.add_column(heading, justify="right")
    for task in tasks.tasks:
        table.add_row(task.name, task.game, task.opponent, str(task.seats), str(task.games))
    console().print(f"{tasks.title}, tasks {tasks.digest[:12]}", markup=False)
    console().print(table)
    return 0


def run_play(arguments: argparse.Namespace) -> int:
    import msgspec

    from ...benchmark.running import Entry
    from ...benchmark.running import run_tasks as play
    from ...benchmark.tasks import frozen_tasks
    from ...core.errors import BadOption

    if arguments.quick and arguments.games is not None:
        raise BadOption(f"--quick is --games {QUICK}: give one of them")
    tasks = frozen_tasks()
    wanted = tasks.chosen(arguments.tasks)
    most = QUICK if arguments.quick else arguments.games
    entry = Entry(arguments.player, arguments.name, arguments.about, arguments.out, arguments.luck_adjusted)
    with progress() as bar:
        line = bar.add_task(entry.name or entry.player, total=sum(min(task.games, most or task.games) for task in wanted))

        def tick(task: Task, games: int) -> None:
            bar.update(line, advance=games, description=f"{entry.name}, {task.name}")

        result = play(tasks, wanted, entry, most=most, workers=workers_of(arguments), tick=tick)
    if arguments.json:
        print_json(msgspec.to_builtins(result))
    else:
        print_result(result)
    return 0


def print_result(result: Result) -> None:
    """A result, for people."""
    from rich.table import Table

    table = Table("task", box=None)
    for heading in ("games", "score %", "without luck", "points", "lead", "faults", "seconds a game", "core-seconds"):
        table.add_column(heading, justify="right")
    for line in result.tasks:
        score = line.score
        finished = score.points is not None and score.others is not None
        table.add_row(
            line.task,
            str(line.games),
            f"{100 * score.share:.1f} ± {100 * score.margin:.1f}",
            f"{100 * line.luck.share:.1f} ± {100 * line.luck.margin:.1f}" if line.luck else "",
            f"{score.points:.1f} to {score.others:.1f}" if finished else "",
            f"{score.lead:+.1f} ± {score.lead_margin:.1f}" if finished else "",
            str(line.faults),
            f"{line.seconds:.2f}",
            "" if line.core_seconds is None else f"{line.core_seconds:.3f}",
        )
    screen = console()
    screen.width = WIDE
    screen.print(f"{result.name}: {result.benchmark}", markup=False)
    screen.print(table)


def run_verify(arguments: argparse.Namespace) -> int:
    from ...benchmark.results import check, read_result
    from ...benchmark.tasks import frozen_tasks
    from ...benchmark.verifying import check_games, play_again
    from ...core.errors import BadOption

    if arguments.replay < 0:
        raise BadOption("--replay takes a number of games")
    if arguments.kept is not None and len(arguments.files) > 1:
        raise BadOption("--kept is the folder of one result: give one file")
    tasks, found = frozen_tasks(), []
    for path in arguments.files:
        result = read_result(path)
        check(tasks, result)
        kept = check_games(tasks, result, arguments.kept) if arguments.kept is not None else 0
        again = play_again(tasks, result, arguments.replay, workers_of(arguments)) if arguments.replay else 0
        games = sum(line.games for line in result.tasks)
        found.append({"file": str(path), "name": result.name, "tasks": len(result.tasks), "games": games, "replayed": kept, "again": again})
        if not arguments.json:
            done = f"; {kept} games replayed, {again} played again" if kept or again else ""
            console().print(f"{path} holds: {result.name}, {len(result.tasks)} tasks, {games} games{done}", markup=False)
    if arguments.json:
        print_json(found)
    return 0


def run_table(arguments: argparse.Namespace) -> int:
    import msgspec

    from ...benchmark.table import markdown, put_into, read_results
    from ...benchmark.tasks import frozen_tasks
    from ...core.errors import BadOption

    tasks = frozen_tasks()
    results = read_results(tasks, arguments.files)
    tables = markdown(tasks, results)
    if arguments.into is not None:
        try:
            page = arguments.into.read_text(encoding="utf-8")
            arguments.into.write_text(put_into(page, tables), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"cannot use the page {arguments.into}: {error.strerror}") from error
    if arguments.json:
        print_json([msgspec.to_builtins(result) for result in results])
    elif arguments.into is None:
        print(tables)
    return 0
