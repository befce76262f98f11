"""Let players meet: duplicate games, ratings with intervals, tests of strength.

tegel match azul --players level:5,level:4 --games 200        each deal is played from every seat
tegel match azul --players level:5,mine.py:MyBot              a class of your own, with a method decide(view)
tegel match duel --players "greedy,cmd:./mybot --depth 3"     a program that speaks the engine protocol
tegel match azul -o players=2 --players level:1,level:2,level:3 --out ladder
                                                              a tournament; the same command goes on after an interruption
tegel match azul --players new.py:Bot,old.py:Bot --games 20000 --sprt 0 20 0.05 0.05
                                                              stop as soon as it is clear which is stronger
tegel match azul --players level:6,level:5 --luck-adjusted    results with the luck of the draws taken out too: narrower intervals
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_cluster, add_json, add_language, add_option, console, load_game, print_json, progress, read_cluster, read_options
from ..figures import figure

if TYPE_CHECKING:
    from ...arena.adjusted import Adjusted
    from ...arena.playing import Played
    from ...arena.sprt import Verdict
    from ...arena.tables import Summary
    from ...search.review.effort import Effort


WIDE = 1000  # columns: a row that is too long for the screen is better broken by it than squeezed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="azul, duel or blockers")
    parser.add_argument("--players", required=True, metavar="LIST", help="names, FILE.py:CLASS or cmd:PROGRAM, with commas between")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many, rounded up to whole sets (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (default 1)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the games here; a match begun here goes on")
    parser.add_argument("--records", action="store_true", help="write a record of each game to the folder too")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for a move of a bot or program (default 60)")
    parser.add_argument(
        "--sprt", type=float, nargs=4, metavar=("ELO0", "ELO1", "ALPHA", "BETA"), help="stop when it is clear which is true"
    )
    parser.add_argument("--luck-adjusted", action="store_true", help="measure the luck of the draws, and show results without it too")
    parser.add_argument("--simulations", type=int, metavar="N", help="for each position that is valued for it (default: by game)")
    parser.add_argument("--redraws", type=int, metavar="N", help="other draws to compare each draw with (default: by game)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes that play (default: one a core)")
    add_cluster(parser)
    add_option(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...arena.local import cores
    from ...arena.match import run_match
    from ...arena.schedule import new_match, whole_sets
    from ...arena.sprt import Sprt
    from ...arena.tables import names_of
    from ...core.words import catalogue

    catalogue(arguments.language)
    test = Sprt(*arguments.sprt) if arguments.sprt else None
    names = [name.strip() for name in next(csv.reader([arguments.players], skipinitialspace=True), [])]
    luck = read_luck(arguments)
    match = new_match(load_game(arguments.game), read_options(arguments.option), names, arguments.seed, arguments.limit, luck)
    with progress() as bar:
        task = bar.add_task(match.game, total=whole_sets(match, arguments.games))
        wins = dict.fromkeys(names_of(match), 0.0)

        def tick(games: list[Played], verdict: Verdict | None) -> None:
            count_wins(wins, games)
            bar.update(task, advance=len(games), description=standing_line(wins, verdict, arguments.language))

        summary = run_match(
            match,
            arguments.games,
            folder=arguments.out,
            test=test,
            workers=cores() if arguments.workers is None else arguments.workers,
            cluster=read_cluster(arguments),
            records=arguments.records,
            tick=tick,
        )
    if arguments.json:
        import msgspec

        print_json(msgspec.to_builtins(summary))
    else:
        print_summary(summary, arguments.language)
    return 0


def read_luck(arguments: argparse.Namespace) -> Effort | None:
    """How luck is to be measured, if it is."""
    from ...core.errors import BadOption
    from ...search.review.effort import Effort, usual_effort

    given = (arguments.simulations, arguments.redraws)
    if not arguments.luck_adjusted:
        if given != (None, None):
            raise BadOption("--simulations and --redraws say how luck is measured: give --luck-adjusted too")
        return None
    usual = usual_effort(arguments.game)
    return Effort(*(found if wanted is None else wanted for wanted, found in zip(given, (usual.simulations, usual.redraws), strict=True)))


def count_wins(wins: dict[str, float], games: list[Played]) -> None:
    """Add the victories of some games."""
    from ...arena.shares import wins_of

    for game in games:
        for name, part in zip(game.seats, wins_of(game), strict=True):
            wins[name] += part


def standing_line(wins: dict[str, float], verdict: Verdict | None, language: str) -> str:
    """How the match stands, in a few words for the progress bar."""
    from rich.markup import escape

    line = " · ".join(f"{name} {figure(won, language, 'g')}" for name, won in wins.items())
    return escape(line if verdict is None else f"{line} · LLR {figure(verdict.ratio, language, '+.2f')}")


def tell(language: str, name: str, **words: Any) -> str:
    """A sentence or a heading of the tables."""
    from ...core.words import say

    return say(language, f"arena.{name}", **words)


def print_summary(summary: Summary, language: str) -> None:
    """The tables, for people."""
    from ...core.words import Ref

    screen = console()
    screen.width = WIDE
    counts = {"games": figure(summary.games, language), "sets": figure(summary.sets, language)}
    screen.print(tell(language, "played", game=Ref(f"{summary.match.game}.title"), **counts, seed=summary.match.seed))
    for table in (standings_table(summary, language), pairs_table(summary, language), starts_table(summary, language)):
        screen.print()
        screen.print(table)
    if summary.luck:
        screen.print()
        screen.print(tell(language, "luck.about"))
        screen.print(luck_table(summary.luck, language))
    print_failures(summary, screen, language)
    if summary.sprt:
        screen.print()
        screen.print(sprt_line(summary.sprt, language))


def grid(language: str, first: str, *numbers: str) -> Any:
    """A table with one column of words and the rest of numbers."""
    from rich.table import Table

    table = Table(tell(language, first), box=None)
    for heading in numbers:
        table.add_column(tell(language, heading), justify="right")
    return table


def with_margin(value: float | None, margin: float | None, language: str, digits: int = 0, sign: str = "") -> str:
    """
    >>> with_margin(12.34, 5, "en", 1, "+")
    '+12.3 ± 5.0'
    >>> with_margin(-0.2, 5, "nl")
    '0 ± 5'
    """
    if value is None or margin is None:
        return ""
    return f"{figure(round(value, digits) + 0.0, language, f'{sign},.{digits}f')} ± {figure(margin, language, f',.{digits}f')}"


def standings_table(summary: Summary, language: str) -> Any:
    """Ratings, wins and points."""
    from rich.markup import escape

    table = grid(language, "player", "elo", "lead", "wins", "share", "place", "points", "faults")
    for line in summary.standings:
        table.add_row(
            escape(line.player),
            with_margin(line.elo, line.elo_margin, language, sign="+"),
            with_margin(line.lead, line.lead_margin, language, sign="+"),
            f"{figure(line.wins, language, 'g' if line.wins % 1 else ',.0f')}/{figure(line.seats, language)}",
            with_margin(100 * line.win_share, 100 * line.win_margin, language, 1),
            figure(line.place, language, ".2f"),
            with_margin(line.points, line.points_margin, language, 1),
            figure(line.faults, language),
        )
    return table


def pairs_table(summary: Summary, language: str) -> Any:
    """Who came ahead of whom."""
    from rich.markup import escape

    table = grid(language, "pair", "ahead", "level", "behind")
    names = [line.player for line in summary.standings]
    for pair in sorted(summary.pairs, key=lambda pair: (names.index(pair.player), names.index(pair.other))):
        if names.index(pair.player) < names.index(pair.other):
            counts = [figure(count, language) for count in (pair.ahead, pair.level, pair.behind)]
            table.add_row(escape(f"{pair.player} - {pair.other}"), *counts)
    return table


def starts_table(summary: Summary, language: str) -> Any:
    """What it is worth to begin."""
    table = grid(language, "start", "share", "points")
    for start in summary.starts:
        points = "" if start.points is None else figure(start.points, language, ".1f")
        table.add_row(f"{start.order}", with_margin(100 * start.win_share, 100 * start.win_margin, language, 1), points)
    return table


def luck_table(lines: list[Adjusted], language: str) -> Any:
    """Results as they were, and without luck."""
    from rich.markup import escape

    table = grid(language, "player", "luck.luck", "luck.coefficient", "luck.plain", "luck.adjusted", "luck.fewer")
    for line in lines:
        table.add_row(
            escape(line.player),
            with_margin(100 * line.luck, 100 * line.luck_margin, language, 1, "+"),
            figure(line.coefficient, language, ".2f"),
            with_margin(100 * line.win_share, 100 * line.win_margin, language, 1),
            with_margin(100 * line.adjusted_share, 100 * line.adjusted_margin, language, 1),
            "" if line.fewer is None else figure(line.fewer, language, ".2f"),
        )
    return table


def print_failures(summary: Summary, screen: Any, language: str) -> None:
    """Who lost by a fault, with one example each."""
    from rich.markup import escape

    for failure in summary.failures:
        kind = tell(language, f"fault.{failure.kind}")
        screen.print()
        said = tell(language, "failed", player=failure.player, count=failure.count, kind=kind, game=failure.game, detail=failure.detail)
        screen.print(f"[red]{escape(said)}[/]")


def sprt_line(sprt: dict[str, Any], language: str) -> str:
    """What the test says."""
    from rich.markup import escape

    forms = dict.fromkeys(("elo0", "elo1", "alpha", "beta"), "g")
    numbers = {name: value for name, value in sprt.items() if not isinstance(value, str)}
    words = {name: figure(value, language, forms.get(name, ".2f" if isinstance(value, float) else ",")) for name, value in numbers.items()}
    return escape(tell(language, f"sprt.{sprt['accepted'] or 'open'}", **sprt | words))
