"""Make, verify and try puzzles: positions with one best move.

tegel puzzles make azul --count 20 --out azul.jsonl           find them in games of the computer players
tegel puzzles make azul --records my_games/*.tegel --out mine.jsonl
                                                              or in games that people played
tegel puzzles verify --seed 2                                 verify all that came with the package, with another seed
tegel puzzles solve --player level:5                          how many of them a player solves
tegel puzzles show azul                                       which there are; with an id, one of them
tegel puzzles ratings games.db                                how hard people find them, from the tries a server kept
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import (
    add_database,
    add_json,
    add_language,
    add_option,
    console,
    database_address,
    load_game,
    print_json,
    progress,
    read_options,
)
from ..figures import figure, percent

if TYPE_CHECKING:
    from ...core.game import Game
    from ...learn.puzzles.puzzle import Puzzle

GAMES = "azul, duel or blockers"
FOREVER = float("inf")
MINUTE = 60


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="make|verify|solve|show|ratings", dest="action", required=True)
    make = actions.add_parser("make", help="find new puzzles")
    make.add_argument("game", help=GAMES)
    make.add_argument("--count", type=int, default=10, metavar="N", help="how many (default 10)")
    make.add_argument("--out", type=Path, required=True, metavar="FILE", help="where they go, one a line; those that are there stay")
    make.add_argument("--minutes", type=float, metavar="M", help="stop after so long, with what was found")
    make.add_argument("--records", nargs="+", metavar="FILE", help="records of games to search instead of self-play")
    add_option(make)
    verify = actions.add_parser("verify", help="verify puzzles again")
    verify.add_argument("--keep", type=Path, metavar="FILE", help="write those that hold to this file")
    solve = actions.add_parser("solve", help="let a player try them")
    solve.add_argument("--player", required=True, help="such as level:5")
    show = actions.add_parser("show", help="list puzzles, or show one")
    show.add_argument("game", help=GAMES)
    show.add_argument("id", nargs="?", help="which one (default: a list)")
    show.add_argument("--solution", action="store_true", help="with its solution")
    for action in (verify, solve):
        action.add_argument("game", nargs="?", help=f"{GAMES} (default: all)")
    for action in (verify, solve, show):
        action.add_argument("--file", type=Path, metavar="FILE", help="puzzles of one game (default: those in the package)")
    for action in (make, verify, solve):
        action.add_argument("--seed", type=int, default=1, help="another seed, other results (default 1)")
        action.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    ratings = actions.add_parser("ratings", help="work the ratings out again from people's first tries")
    ratings.add_argument("file", nargs="?", default="", metavar="DATABASE", help="the same as --database")
    add_database(ratings)
    for action in (make, verify, solve, show, ratings):
        add_language(action)
        add_json(action)


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.words import catalogue

    catalogue(arguments.language)
    if getattr(arguments, "jobs", 1) < 1:
        raise BadOption("the number of processes must be at least 1")
    return {"make": run_make, "verify": run_verify, "solve": run_solve, "show": run_show, "ratings": run_ratings}[arguments.action](
        arguments
    )


def tell(arguments: argparse.Namespace, name: str, **words: Any) -> None:
    """Say a sentence."""
    from ...core.words import say

    console().print(say(arguments.language, f"puzzles.{name}", **words), markup=False)


def run_make(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...learn.puzzles.puzzle import read_puzzles, write_puzzle

    if arguments.count < 1 or (arguments.minutes is not None and arguments.minutes <= 0):
        raise BadOption("--count must be at least 1, and --minutes more than 0")
    if arguments.records and arguments.option:
        raise BadOption("records have options of their own: leave out --option or --records")
    game = load_game(arguments.game)
    known = {puzzle.id for puzzle in read_puzzles(arguments.out, game)} if arguments.out.exists() else set()
    found: list[Puzzle] = []
    looked_at = 0
    with open_to_add(arguments.out) as file, progress() as bar:
        task = bar.add_task(game.name, total=arguments.count)
        games = made_games(game, arguments)
        for looked_at, puzzles in enumerate(games, 1):
            for puzzle in [puzzle for puzzle in puzzles if puzzle.id not in known][: arguments.count - len(found)]:
                known.add(puzzle.id)
                found.append(puzzle)
                file.write(write_puzzle(puzzle))
            file.flush()
            bar.update(task, completed=len(found), description=f"{game.name} ({looked_at})")
            if len(found) >= arguments.count:
                break
    if arguments.json:
        print_json({"game": game.name, "file": str(arguments.out), "found": len(found), "games": looked_at, **summary(found)})
    else:
        tell(arguments, "made", count=len(found), file=str(arguments.out), games=looked_at)
    return 0


def open_to_add(path: Path) -> Any:
    """A file to write more lines to."""
    from ...core.errors import BadOption

    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror}") from error


def made_games(game: Game, arguments: argparse.Namespace) -> Iterator[list[Puzzle]]:
    """The puzzles of one game after the other."""
    from ...core.errors import BadOption, BadRecord
    from ...core.record import Record
    from ...learn.puzzles.working import make_puzzles, search_records

    until = FOREVER if arguments.minutes is None else time.time() + MINUTE * arguments.minutes
    if not arguments.records:
        return make_puzzles(game, read_options(arguments.option), arguments.seed, until, arguments.jobs)
    texts = []
    for path in arguments.records:
        if Record.load(path).game.name != game.name:
            raise BadOption(f"{path} is a game of {Record.load(path).game.name}, not of {game.name}")
        try:
            texts.append(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    return search_records(game, texts, arguments.seed, until, arguments.jobs)


def summary(puzzles: list[Puzzle]) -> dict[str, Any]:
    """What kinds of puzzles these are."""
    from collections import Counter

    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    return {"verified": dict(Counter(puzzle.verified for puzzle in puzzles)), "themes": dict(themes.most_common())}


def chosen(arguments: argparse.Namespace) -> list[tuple[Game, list[Puzzle]]]:
    """The puzzles that were asked for, by game."""
    from ...core.errors import BadOption
    from ...core.game import game_names
    from ...learn.puzzles.puzzle import read_puzzles, shipped_puzzles

    if arguments.file is not None:
        if arguments.game is None:
            raise BadOption(f"say of which game {arguments.file} has puzzles: {', '.join(game_names())}")
        game = load_game(arguments.game)
        return [(game, read_puzzles(arguments.file, game))]
    games = [load_game(name) for name in ([arguments.game] if arguments.game else game_names())]
    return [(game, shipped_puzzles(game)) for game in games]


def run_verify(arguments: argparse.Namespace) -> int:
    """Exit code 1 where a puzzle does not hold."""
    from ...learn.puzzles.puzzle import write_puzzle
    from ...learn.puzzles.working import Check, prepare, verify_puzzle
    from ...learn.sharing import work_on

    results, kept = [], []
    for game, puzzles in chosen(arguments):
        prepare(game, {})
        checks = [Check(puzzle, game.name, arguments.seed) for puzzle in puzzles]
        with progress() as bar:
            proofs = list(bar.track(work_on(verify_puzzle, checks, arguments.jobs), len(puzzles), description=game.name))
        held = [puzzle for puzzle, proof in zip(puzzles, proofs, strict=True) if proof is not None]
        kept += held
        failed = [puzzle.id for puzzle, proof in zip(puzzles, proofs, strict=True) if proof is None]
        results.append({"game": game.name, "puzzles": len(puzzles), "hold": len(held), "failed": failed, **summary(held)})
        if not arguments.json:
            counts = {"hold": figure(len(held), arguments.language), "count": figure(len(puzzles), arguments.language)}
            tell(arguments, "held", game=game.name, **counts, seed=arguments.seed)
            for name in failed:
                tell(arguments, "failed", id=name)
    if arguments.keep is not None:
        with open_to_add(arguments.keep) as file:
            file.writelines(map(write_puzzle, kept))
    if arguments.json:
        print_json({"seed": arguments.seed, "games": results})
    return 1 if any(result["failed"] for result in results) else 0


def run_solve(arguments: argparse.Namespace) -> int:
    from ...learn.puzzles.working import Check, prepare, try_puzzle
    from ...learn.sharing import work_on
    from ...search.players import find_player

    find_player(arguments.player)
    results = []
    for game, puzzles in chosen(arguments):
        prepare(game, {})
        checks = [Check(puzzle, game.name, arguments.seed, arguments.player) for puzzle in puzzles]
        with progress() as bar:
            solved = sum(bar.track(work_on(try_puzzle, checks, arguments.jobs), len(puzzles), description=game.name))
        results.append({"game": game.name, "puzzles": len(puzzles), "solved": solved})
        if not arguments.json:
            counts = {"solved": figure(solved, arguments.language), "count": figure(len(puzzles), arguments.language)}
            share = percent(solved / len(puzzles), arguments.language) if puzzles else ""
            tell(arguments, "solved", player=arguments.player, game=game.name, **counts, share=share)
    if arguments.json:
        print_json({"player": arguments.player, "seed": arguments.seed, "games": results})
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...learn.puzzles.puzzle import open_puzzle

    [(game, puzzles)] = chosen(arguments)
    if arguments.id is None:
        show_list(arguments, game, puzzles)
        return 0
    puzzle = next((puzzle for puzzle in puzzles if puzzle.id == arguments.id), None)
    if puzzle is None:
        raise BadOption(f"there is no puzzle {arguments.id} of {game.name}; tegel puzzles show {game.name} lists all")
    table = open_puzzle(puzzle)
    assert table.turn is not None
    if arguments.json:
        import msgspec

        print_json(msgspec.to_builtins(puzzle))
        return 0
    console().print(table.draw(table.turn, arguments.language))
    tell(arguments, "ask", player=table.names[table.turn], rating=puzzle.rating)
    if arguments.solution:
        said = {"move": table.say(puzzle.solution[0], arguments.language), "second": table.say(puzzle.second, arguments.language)}
        tell(arguments, "solution", **said, line=" ".join(puzzle.line), gap=percent(puzzle.gap, arguments.language, 1))
    return 0


def show_list(arguments: argparse.Namespace, game: Game, puzzles: list[Puzzle]) -> None:
    """All puzzles of a game, the easiest first."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    if arguments.json:
        listed = [{"id": puzzle.id, "rating": puzzle.rating, "verified": puzzle.verified, "themes": puzzle.themes} for puzzle in ranked]
        print_json({"game": game.name, "puzzles": listed, **summary(puzzles)})
        return
    for puzzle in ranked:
        console().print(f"{puzzle.id}  {puzzle.rating:>4}  {puzzle.verified:<6}  {' '.join(puzzle.themes)}")


def run_ratings(arguments: argparse.Namespace) -> int:
    """What people's tries say; the same that a server on this database tells."""
    import asyncio

    from ...server.puzzle_ratings import ratings_of_database

    arguments.database = arguments.database or arguments.file
    found = asyncio.run(ratings_of_database(database_address(arguments)))
    if arguments.json:
        print_json({name: {puzzle: rating._asdict() for puzzle, rating in ratings.items()} for name, ratings in found.items()})
        return 0
    out = console()
    for name, ratings in found.items():
        for puzzle, each in sorted(ratings.items()):
            out.print(f"{name} {puzzle} {each.rating:.0f} ± {each.deviation:.0f} ({each.solved} / {each.tries})", highlight=False)
    return 0
