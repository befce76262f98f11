"""Review a finished game: what each move lost, what the draws gave, and how well everybody played.

Every player's result is told apart into the share at the start, luck, own errors, gifts from others and a rest (docs/luck.md).
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_json, add_language, console, print_json, progress, warm_up
from ..figures import figure, percent
from ..why import plain_why, why_lines

if TYPE_CHECKING:
    from ...search.review.performance import Performance
    from ...search.review.review import Review

SHOWN_DRAWS = 5
WIDE = 1000  # columns: a row that is too long for the screen is better broken by it than squeezed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="the record of a game that is over")
    parser.add_argument("--curve", metavar="FILE.svg", help="save the curve of win chances as a picture")
    parser.add_argument("--simulations", type=int, metavar="N", help="for every position that is valued (default: what suits the game)")
    parser.add_argument("--redraws", type=int, metavar="N", help="other draws to compare each draw with (default: what suits the game)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other chances (default 0)")
    parser.add_argument("--threads", type=int, default=min(os.cpu_count() or 1, 2), help="cores to use (default: 2, if there are so many)")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.record import Record
    from ...core.words import say
    from ...search.review.effort import Effort, usual_effort
    from ...search.review.plain import plain_review
    from ...search.review.review import review

    record = Record.load(arguments.record)
    usual = usual_effort(record.game.name)
    simulations = usual.simulations if arguments.simulations is None else arguments.simulations
    effort = Effort(simulations, usual.redraws if arguments.redraws is None else arguments.redraws)
    warm_up(record.game)
    with progress() as bar:
        task = bar.add_task(record.game.name, total=len(record.moves) + 1)
        found = review(record, effort, seed=arguments.seed, threads=arguments.threads, tick=lambda: bar.advance(task))
    if arguments.curve:
        save_curve(found, arguments.curve, arguments.language)
    if arguments.json:
        print_json(plain_review(found) | {"why": plain_whys(found, arguments.language)})
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


def tell(language: str, name: str, **words: Any) -> str:
    """A sentence or a heading of the review."""
    from ...core.words import say

    return say(language, f"search.{name}", **words)


def signed(share: float, language: str) -> str:
    """A change of a chance, in percent with its sign.

    >>> signed(0.12, "en"), signed(-0.0004, "nl")
    ('+12.0%', '0,0%')
    """
    near = round(share, 3)
    return ("+" if near > 0 else "") + percent(near + 0.0, language, 1)


def grid(*headings: str, left: int = 1) -> Any:
    """A table whose first columns are words, and the rest numbers."""
    from rich.table import Table

    table = Table(box=None)
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="left" if at < left else "right", no_wrap=at >= left)
    return table


def print_review(found: Review, language: str) -> None:
    """The game move by move, then what it comes to, for people."""
    out = console()
    out.width = WIDE
    out.print(moves_table(found, language))
    out.print()
    out.print(tell(language, "review.made_of"))
    out.print(parts_table(found, language))
    parts = found.parts(3)
    for seat, name in enumerate(found.names):
        shares = {"luck": parts.luck[seat], "errors": -parts.errors[seat], "gifts": parts.gifts[seat]}
        said = {what: percent(share + 0.0, language, 1) if what == "errors" else signed(share, language) for what, share in shares.items()}
        out.print(tell(language, "review.sentence", player=name, **said), markup=False)
    if found.players > 2:
        out.print()
        out.print(tell(language, "review.given"))
        out.print(given_table(found, language))
    if found.luck:
        out.print()
        out.print(tell(language, "review.draws"))
        out.print(draws_table(found, language))
    out.print()
    out.print(tell(language, "review.played"))
    out.print(performance_table(found, language))
    out.print()
    print_turning_points(found, out, language)


def moves_table(found: Review, language: str) -> Any:
    """Every move with its loss, its mark and the chances before it."""
    from rich.markup import escape
    from rich.table import Table

    names, code = found.names, found.record.game.code
    table = Table(box=None)
    for word in ("ply", "player", "move", "better", "loss"):
        table.add_column(tell(language, f"review.{word}"), justify="right" if word in ("ply", "loss") else "left")
    table.add_column("")
    for name in names:
        table.add_column(escape(tell(language, "review.win", player=name)), justify="right", no_wrap=True)
    for decision in found.decisions:
        better = decision.best.code if decision.loss > 0 else ""
        mark = tell(language, f"mark.{decision.mark}") if decision.mark else ""
        chances = [percent(chance, language, 1) for chance in decision.before.win]
        loss = percent(decision.loss, language, 1)
        table.add_row(str(decision.ply), escape(names[decision.seat]), code(decision.move), better, loss, mark, *chances)
    return table


def parts_table(found: Review, language: str) -> Any:
    """What every seat's result is made of; the printed numbers add up."""
    from rich.markup import escape

    table = grid(*(tell(language, f"review.{word}") for word in ("player", "start", "luck", "errors", "gifts", "rest", "result")))
    parts = found.parts(3)
    for seat, name in enumerate(found.names):
        changes = [signed(part[seat], language) for part in (parts.luck, parts.errors, parts.gifts, parts.rest)]
        table.add_row(escape(name), percent(parts.start[seat], language, 1), *changes, percent(parts.result[seat], language, 1))
    return table


def given_table(found: Review, language: str) -> Any:
    """What every seat's moves gave every seat."""
    from rich.markup import escape

    names = [escape(name) for name in found.names]
    table = grid(tell(language, "review.giver"), *names)
    for giver, line in zip(names, found.parts(3).given, strict=True):
        table.add_row(giver, *(signed(share, language) for share in line))
    return table


def draws_table(found: Review, language: str) -> Any:
    """The draws that changed most, in their order."""
    from rich.markup import escape

    table = grid(tell(language, "review.ply"), *(escape(name) for name in found.names), tell(language, "review.doubt"))
    most = sorted(found.luck, key=lambda luck: -max(map(abs, luck.win)))[:SHOWN_DRAWS]
    for luck in sorted(most, key=lambda luck: luck.ply):
        when = tell(language, "review.draw", ply=luck.ply) if luck.ply else tell(language, "review.setup")
        table.add_row(when, *(signed(share, language) for share in luck.win), percent(1.96 * max(luck.error), language, 1))
    return table


def performance_table(found: Review, language: str) -> Any:
    """Accuracy, level and marks of every seat."""
    from rich.markup import escape

    from ...search.review.marks import MARKS

    marks = [mark for _, mark in reversed(MARKS)]
    words = [f"review.{word}" for word in ("player", "decisions", "mean", "accuracy", "level")] + [f"marks.{mark}" for mark in marks]
    table = grid(*(tell(language, word) for word in words))
    for seat, name in enumerate(found.names):
        played, counts = found.performance(seat), found.marks(seat)
        accuracy = f"{figure(played.accuracy, language, '.1f')} ± {figure(played.accuracy_margin, language, '.1f')}"
        mean = percent(played.mean_loss, language, 1)
        numbers = [str(counts[mark]) for mark in marks]
        table.add_row(escape(name), str(played.decisions), mean, accuracy, level_words(played, language), *numbers)
    return table


def level_words(played: Performance, language: str) -> str:
    """A level with its interval; nothing where there is none."""
    if played.level is None or played.level_low is None or played.level_high is None:
        return "-"
    numbers = {"level": played.level, "low": played.level_low, "high": played.level_high}
    return tell(language, "review.from_to", **{name: figure(number, language, ".1f") for name, number in numbers.items()})


def print_turning_points(found: Review, out: Any, language: str) -> None:
    """The moves that cost most, and why."""
    from ...core.replay import replay

    if not found.turning_points:
        out.print(tell(language, "review.no_turning"))
        return
    out.print(tell(language, "review.turning"))
    for decision in found.turning_points:
        words = {"ply": decision.ply, "player": found.names[decision.seat], "best": decision.best.code}
        code = found.record.game.code(decision.move)
        said = tell(language, "review.turning_point", **words, move=code, loss=percent(decision.loss, language, 1))
        out.print(said, markup=False)
        for line in why_lines(replay(found.record, decision.ply - 1), decision.best.move, decision.move, language)[1:]:
            out.print(line, markup=False)


def plain_whys(found: Review, language: str) -> list[dict[str, Any]]:
    """For each turning point why the best move was better than the one played."""
    from ...core.replay import replay

    points = found.turning_points
    return [{"ply": each.ply} | plain_why(replay(found.record, each.ply - 1), each.best.move, each.move, language) for each in points]
