"""Review a finished game: what each move lost against the best, the turning points, the curve of win chances."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..common import add_json, add_language, console, print_json, progress, warm_up
from ..figures import percent
from .hint import add_budget, read_budget

if TYPE_CHECKING:
    from ...search.analyse import Review


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="the record of a game that is over")
    parser.add_argument("--curve", metavar="FILE.svg", help="save the curve of win chances as a picture")
    add_budget(parser, None, 2000)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.record import Record
    from ...core.words import say
    from ...search.analyse import plain_review, review

    budget = read_budget(arguments)
    record = Record.load(arguments.record)
    warm_up(record.game)
    with progress() as bar:
        task = bar.add_task(record.game.name, total=len(record.moves))
        found = review(record, budget, seed=arguments.seed, threads=arguments.threads, tick=lambda: bar.advance(task))
    if arguments.curve:
        save_curve(found, arguments.curve, arguments.language)
    if arguments.json:
        print_json(plain_review(found))
    else:
        print_review(found, arguments.language)
        if arguments.curve:
            console().print(say(arguments.language, "search.review.saved", path=arguments.curve))
    return 0


def save_curve(found: Review, path: str, language: str) -> None:
    """Write the picture."""
    from ...core.errors import BadOption
    from ...search.curve import draw_curve

    try:
        Path(path).write_text(draw_curve(found, language), encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror}") from error


def print_review(found: Review, language: str) -> None:
    """The game move by move, for people."""
    from rich.table import Table as Columns

    from ...core.words import say

    names, code = found.record.names, found.record.game.code
    columns = Columns(box=None)
    for word in ("ply", "player", "move", "better", "loss"):
        columns.add_column(say(language, f"search.review.{word}"), justify="right" if word in ("ply", "loss") else "left")
    columns.add_column("")
    for name in names:
        columns.add_column(say(language, "search.review.win", player=name), justify="right", no_wrap=True)
    for played in found.moves:
        better = played.best.code if played.loss > 0 else ""
        mark = say(language, f"search.mark.{played.mark}") if played.mark else ""
        chances = [percent(chance, language, 1) for chance in played.win]
        loss = percent(played.loss, language, 1)
        columns.add_row(str(played.ply), names[played.seat], code(played.move), better, loss, mark, *chances)
    out = console()
    out.print(columns)
    for seat, name in enumerate(names):
        out.print(say(language, "search.review.mean", player=name, loss=percent(found.mean_loss(seat), language, 1)))
    if not found.turning_points:
        out.print(say(language, "search.review.no_turning"))
        return
    out.print(say(language, "search.review.turning"))
    for played in found.turning_points:
        words = {"ply": played.ply, "player": names[played.seat], "move": code(played.move), "best": played.best.code}
        out.print(say(language, "search.review.turning_point", **words, loss=percent(played.loss, language, 1)))
