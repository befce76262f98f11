"""How strong the learned players are, measured and told.

python -m benchmarks.strength azul --out run                      every match of Azul; hours
python -m benchmarks.strength azul greedy equal --tables 2,grey --budget 400 --games 100 --out run
python -m benchmarks.strength duel preferences --out run          what its network prefers
python -m benchmarks.strength report run                          the tables, as Markdown
python -m benchmarks.strength report run --into docs/strength.md  between the marks in that page

Each game is kept as soon as it ends. A run that is killed, or whose --minutes are over, goes on when the same command is given again; with
more --games it is made longer.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tegel.arena.local import cores
from tegel.arena.match import run_match
from tegel.arena.playing import Played
from tegel.arena.schedule import whole_sets
from tegel.arena.sprt import Verdict
from tegel.cli.common import load_game, progress
from tegel.core.errors import BadOption, TegelError

from .matches import PARTS, TABLES, Fixture, fixtures, same_network
from .preferences import preferences, questions
from .report import markdown, plain, put_into

PREFERENCES = "preferences"
SIMULATIONS = 2000  # for a position
OPENINGS = 200


class TimeIsUp(Exception):
    """The minutes given are over."""


def main() -> int:
    given = read_arguments()
    try:
        if given.game == "report":
            return report(given)
        measure(given)
    except TegelError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    except TimeIsUp:
        print("strength: the time is up; the same command goes on from here", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[*TABLES, "report"])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}, {PREFERENCES} (default: all); for a report the folder"
    )
    parser.add_argument("--games", type=int, default=400, metavar="N", help="of each match, rounded up to whole sets (default 400)")
    parser.add_argument("--tables", default="", metavar="LIST", help=f"of Azul {', '.join(TABLES['azul'])} (default: all of the game's)")
    parser.add_argument(
        "--budget",
        default="",
        metavar="LIST",
        help="how long the learned player thinks: simulations, or seconds such as 0.5s; of levels which (2 to 8)",
    )
    parser.add_argument("--openings", type=int, default=OPENINGS, metavar="N", help=f"first turns to look at (default {OPENINGS})")
    parser.add_argument("--workers", type=int, default=cores(), metavar="N", help="processes that play (default: one a core)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (default 1)")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="M", help="stop after so long; the same command goes on")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where games and answers are kept")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables of a report into this page")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here too, for programs")
    return parser.parse_args()


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def measure(given: argparse.Namespace) -> None:
    """Play and ask what is still missing of what was asked for."""
    if given.out is None:
        raise BadOption("say with --out where the games are to be kept")
    for part in given.parts:
        if part not in PARTS and part != PREFERENCES:
            raise BadOption(f"there is no part {part!r}; the parts are {', '.join(PARTS)} and {PREFERENCES}")
    parts = given.parts or [*PARTS, PREFERENCES]
    end = time.monotonic() + 60 * given.minutes
    wanted = fixtures(given.game, [part for part in parts if part in PARTS], listed(given.tables), listed(given.budget))
    same_network(given.game, given.out)
    load_game(given.game)
    for fixture in wanted:
        play(fixture, given, end)
    if PREFERENCES in parts:
        ask(given, end)
    write_json(given, given.out)


def play(fixture: Fixture, given: argparse.Namespace, end: float) -> None:
    """One match, or what is missing of it."""
    match = fixture.match(given.seed)
    with progress() as bar:
        task = bar.add_task(fixture.folder, total=whole_sets(match, given.games))

        def tick(games: list[Played], verdict: Verdict | None) -> None:
            bar.update(task, advance=len(games))
            if time.monotonic() > end:
                raise TimeIsUp

        run_match(match, given.games, folder=given.out / fixture.folder, workers=given.workers, tick=tick)


def ask(given: argparse.Namespace, end: float) -> None:
    """The positions and openings."""
    budgets = listed(given.budget) or [str(SIMULATIONS)]
    if len(budgets) != 1 or not budgets[0].isdecimal() or int(budgets[0]) < 1:
        raise BadOption("preferences need one number of simulations as --budget, so that they can be asked again with the same answer")
    with progress() as bar:
        task = bar.add_task(f"{given.game} {PREFERENCES}", total=len(questions(given.game)) + given.openings)

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if time.monotonic() > end and done < total:
                raise TimeIsUp

        preferences(given.game, int(budgets[0]), given.openings, given.seed, given.out / f"{given.game}-{PREFERENCES}.jsonl", tick)


def report(given: argparse.Namespace) -> int:
    """The tables of a folder, on standard output or into a page."""
    if len(given.parts) != 1 or not Path(given.parts[0]).is_dir():
        raise BadOption("name the one folder to report on: python -m benchmarks.strength report FOLDER")
    folder = Path(given.parts[0])
    if given.into is None:
        print(markdown(folder), end="")
    elif not given.into.is_file():
        raise BadOption(f"there is no page {given.into} to put the tables into")
    else:
        given.into.write_text(put_into(given.into.read_text(encoding="utf-8"), markdown(folder)), encoding="utf-8")
    write_json(given, folder)
    return 0


def write_json(given: argparse.Namespace, folder: Path) -> None:
    if given.json is not None:
        given.json.write_text(json.dumps(plain(folder), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
