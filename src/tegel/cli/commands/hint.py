"""Ask the computer for the best moves in a record's last position, or in a position's text.

It knows what the player to move may know, and no more, and says why the first move is better than the second. With --exact it works
out best play for the rest of the round.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from ..common import add_json, add_language, console, print_json, progress
from ..figures import figure, percent
from ..why import plain_why, why_lines

if TYPE_CHECKING:
    from ...core.table import Table
    from ...search.search_result import SearchResult
    from ...search.settings import Budget

STEPS = 100  # of the progress bar


def add_budget(parser: argparse.ArgumentParser, seconds: float | None, simulations: int | None) -> None:
    """How long to think."""
    usual = f"{seconds:g} s" if seconds else f"{simulations} simulations"
    parser.add_argument("--seconds", type=float, metavar="S", help=f"time to think for a move (default: {usual})")
    parser.add_argument("--simulations", type=int, metavar="N", help="a number of simulations instead, for results that can be repeated")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other chances (default 0)")
    parser.add_argument("--threads", type=int, default=min(os.cpu_count() or 1, 2), help="cores to use (default: 2, if there are so many)")
    parser.set_defaults(usual=(seconds, simulations))


def read_budget(arguments: argparse.Namespace) -> Budget:
    """The budget that was asked for."""
    from ...search.settings import Budget

    seconds, simulations = arguments.usual
    if arguments.seconds is not None or arguments.simulations is not None:
        seconds, simulations = arguments.seconds, arguments.simulations
    return Budget(simulations, seconds)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a record or a position")
    parser.add_argument("--ply", type=int, metavar="N", help="after so many moves of the record (default: all)")
    parser.add_argument("--top", type=int, default=5, metavar="N", help="how many moves to show (default 5)")
    parser.add_argument("--exact", action="store_true", help="best play for the rest of the round, exactly, where that is feasible")
    add_budget(parser, 1.0, None)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...search.analyse import plain_result

    if arguments.top < 1:
        raise BadOption("--top must be at least 1")
    budget = read_budget(arguments)
    from .show import open_table

    table = open_table(arguments.file, arguments.ply)
    result = ask(table, budget, arguments)
    if arguments.json:
        found = plain_result(result, table.game.code, arguments.top)
        first = [choice.move for choice in result.looked_at[:2]]
        why = plain_why(table, first[0], first[1], arguments.language) if len(first) == 2 else None
        print_json({"game": table.game.name} | found | {"why": why})
    else:
        print_result(table, result, arguments.top, arguments.language)
    return 0


def ask(table: Table, budget: Budget, arguments: argparse.Namespace) -> SearchResult:
    """Think, with a progress bar."""
    from ...search.analyse import analyse

    with progress() as bar:
        task = bar.add_task(table.game.name, total=STEPS)
        return analyse(
            table,
            budget,
            seed=arguments.seed,
            threads=arguments.threads,
            exact=arguments.exact,
            tick=lambda part: bar.update(task, completed=round(part * STEPS)),
        )


def print_result(table: Table, result: SearchResult, top: int, language: str) -> None:
    """The best moves, for people."""
    from rich.table import Table as Columns

    from ...core.words import say

    console().print(say(language, "search.hint.to_move", player=table.names[result.seat]))
    if result.exact:
        console().print(say(language, "search.hint.exact"))
    else:
        words = {"simulations": figure(result.simulations, language), "seconds": figure(result.seconds, language, ".1f")}
        console().print(say(language, "search.hint.searched", **words, certainty=percent(result.certainty, language)))
    columns = Columns(say(language, "search.hint.move"), "", box=None)
    for kind in ("win", "points"):
        for name in table.names:
            columns.add_column(say(language, f"search.hint.{kind}", player=name), justify="right", no_wrap=True)
    columns.add_column(say(language, "search.hint.share"), justify="right", no_wrap=True)
    columns.add_column(say(language, "search.hint.line"))
    for choice in result.looked_at[:top]:
        chances = [percent(chance, language, 1) for chance in choice.win]
        error = "" if result.exact else f" ±{percent(1.96 * choice.error, language, 1)}"
        chances[result.seat] += error
        points = [figure(points, language, ".1f") for points in choice.points]
        line = " ".join(table.game.code(move) for move in choice.line)
        share = "" if result.exact else percent(choice.share, language)
        columns.add_row(choice.code, table.say(choice.move, language), *chances, *points, share, line)
    console().print(columns)
    if len(result.looked_at) > 1:
        better, other = result.looked_at[:2]
        console().print()
        for line in why_lines(table, better.move, other.move, language):
            console().print(line, markup=False)
