"""How first choices and plans fare, by seat and number of players, over very many games.

tegel explore show azul                            what can be asked
tegel explore show azul columns --players 2        one question, from the figures that came with the package
tegel explore make azul data --games 100000 --jobs 2
                                                   play games and keep what is asked, as Parquet
tegel explore show azul columns --data data --sql  the same question of your own games, and the statement that answers it
tegel explore server data --database games.db      keep the finished games of a server in the same form
tegel explore write azul azul.json --data data     all answers in a small file, as the package has it

Games of different players, variants and numbers of players are never added up. docs/explorer.md says what each question means.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_database, add_json, add_option, console, database_address, load_game, print_json, progress, read_options

if TYPE_CHECKING:
    from ...core.game import Game
    from ...explore.summary import Fared, Sample

GAMES = "azul, duel or blockers"


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="show|make|server|write", dest="action", required=True)
    show = actions.add_parser("show", help="answer a question")
    show.add_argument("game", help=GAMES)
    show.add_argument("question", nargs="?", help="which one (default: a list of them)")
    show.add_argument("--players", type=int, metavar="N", help="only games with so many players")
    show.add_argument("--player", help="only games of this player, such as level:6")
    show.add_argument("--sql", action="store_true", help="print the statement that answers it instead")
    server = actions.add_parser("server", help="keep a server's finished games")
    server.add_argument("folder", type=Path, metavar="FOLDER", help="where the files go")
    add_database(server)
    write = actions.add_parser("write", help="write all answers to a small file")
    write.add_argument("game", help=GAMES)
    write.add_argument("file", type=Path, metavar="FILE", help="where they go")
    for action in (show, write):
        places = "files and folders with games (default: the figures in the package)" if action is show else "files and folders with games"
        action.add_argument("--data", type=Path, nargs="+", metavar="PLACE", help=places, required=action is write)
    for action in (show, server, write):
        add_json(action)
    make = actions.add_parser("make", help="play games")
    make.add_argument("game", help=GAMES)
    make.add_argument("folder", type=Path, metavar="FOLDER", help="where the files go; what is there already is not played again")
    make.add_argument("--games", type=int, default=10_000, metavar="N", help="how many, for each number of players (default 10000)")
    make.add_argument(
        "--player", default="quick", help="who plays itself: quick, varied (a random first choice), level:6 ... (default quick)"
    )
    make.add_argument("--players", type=int, metavar="N", help="how many play (default: each number that can)")
    make.add_argument("--seed", type=int, default=1, help="another seed, other games (default 1)")
    make.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add_option(make)
    add_json(make)


def run(arguments: argparse.Namespace) -> int:
    actions = {"show": run_show, "make": run_make, "server": run_server, "write": run_write}
    return actions[arguments.action](arguments)


def seats_of(game: Game, players: int | None) -> list[dict[str, Any]]:
    """The option for each number of players that was asked for."""
    from ...core.errors import BadOption

    fewest, most = game.seats
    if players is not None and not fewest <= players <= most:
        raise BadOption(
            f"{game.name} is for {fewest} to {most} players, not {players}" if fewest < most else f"{game.name} is for {most} players"
        )
    if "players" not in game.options.KINDS:
        return [{}]
    return [{"players": number} for number in ([players] if players else range(fewest, most + 1))]


def run_make(arguments: argparse.Namespace) -> int:
    from ...explore.making import make
    from ...explore.playing import Batch

    game = load_game(arguments.game)
    played = []
    for seats in seats_of(game, arguments.players):
        batch = Batch(game.name, read_options(arguments.option) | seats, arguments.player, arguments.seed, 0, arguments.games)
        with progress() as bar:
            task = bar.add_task(f"{game.name} {seats.get('players', '')}", total=arguments.games)
            new = 0
            for count in make(arguments.folder, batch, arguments.jobs):
                new += count
                bar.advance(task, count)
        played.append({**seats, "games": arguments.games, "played_now": new})
        if not arguments.json:
            console().print(f"{arguments.folder}: {arguments.games:,} games of {game.name} {seats.get('players', '')}; {new:,} played now")
    if arguments.json:
        print_json({"game": game.name, "player": arguments.player, "folder": str(arguments.folder), "played": played})
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.game import find_game
    from ...explore.query import Data, answers_to, question_names, sql_of
    from ...explore.summary import read_summary, summarise

    game = find_game(arguments.game)
    seats_of(game, arguments.players)
    if arguments.question is None:
        names = question_names(game)
        print_json({"game": game.name, "questions": names}) if arguments.json else console().print("\n".join(names))
        return 0
    answers_to(game, arguments.question, 0)
    if arguments.sql:
        print(sql_of(arguments.question).replace("$game", f"'{game.name}'").replace("$files", "'data/*.parquet'"))
        return 0
    summary = summarise(Data(game, arguments.data)) if arguments.data else read_summary(game)
    chosen = [
        sample for sample in summary.samples if arguments.players in (None, sample.players) and arguments.player in (None, sample.player)
    ]
    if not chosen:
        there = sorted({f"{sample.player} with {sample.players}" for sample in summary.samples})
        raise BadOption(f"there are no such games; there are games of {', '.join(there)}")
    told = [tell(sample, arguments.question, answers_to(game, arguments.question, sample.players)) for sample in chosen]
    print_json({"game": game.name, "question": arguments.question, "samples": told}) if arguments.json else print_samples(told)
    return 0


def tell(sample: Sample, question: str, answers: tuple[str, ...]) -> dict[str, Any]:
    """A sample's answer to one question, as plain data."""
    from ...explore.interval import interval
    from ...explore.query import SEAT

    rows: list[list[Fared | None]] = (
        [[fared if at == seat else None for at in range(sample.players)] for seat, fared in enumerate(sample.seats)]
        if question == SEAT
        else sample.answers[question]
    )
    cells = [
        {"answer": answer, "seat": seat + 1, **fared._asdict(), "interval": interval(fared.share, fared.games)}
        for answer, row in zip(answers, rows, strict=True)
        for seat, fared in enumerate(row)
        if fared is not None
    ]
    about = {"player": sample.player, "options": sample.options, "players": sample.players, "games": sample.games}
    return {**about, "fair": 1 / sample.players, "cells": cells}


def print_samples(told: list[dict[str, Any]]) -> None:
    """The same for people."""
    from rich.table import Table

    for sample in told:
        options = f", {sample['options']}" if sample["options"] else ""
        console().print(f"{sample['player']}, {sample['players']} players{options}: {sample['games']:,} games")
        table = Table("answer", "seat", box=None)
        for heading in ("games", "victories", "95 %", "points"):
            table.add_column(heading, justify="right")
        for cell in sample["cells"]:
            low, high = cell["interval"]
            figures = (f"{cell['games']:,}", f"{cell['share']:.1%}", f"{low:.1%} to {high:.1%}", f"{cell['points']:.1f}")
            table.add_row(cell["answer"], str(cell["seat"]), *figures)
        console().print(table)


def run_write(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadOption
    from ...core.game import find_game
    from ...explore.query import Data
    from ...explore.summary import summarise, write_summary

    game = find_game(arguments.game)
    summary = summarise(Data(game, arguments.data))
    try:
        arguments.file.write_text(write_summary(summary), encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {arguments.file}: {error.strerror}") from error
    games = sum(sample.games for sample in summary.samples)
    if arguments.json:
        print_json({"game": game.name, "file": str(arguments.file), "samples": len(summary.samples), "games": games})
    else:
        console().print(f"{arguments.file}: {games:,} games of {game.name}, samples: {len(summary.samples)}")
    return 0


def run_server(arguments: argparse.Namespace) -> int:
    import asyncio

    address = database_address(arguments)
    from ...explore.making import write_records
    from ...server.finished import finished_records

    found, others = asyncio.run(finished_records(address))
    files = 0
    for who in sorted({game.who for game in found}):
        files += write_records(arguments.folder, who, [game.record for game in found if game.who == who])
    if arguments.json:
        print_json({"folder": str(arguments.folder), "games": len(found), "left_out": others, "files": files})
    else:
        console().print(f"{arguments.folder}: {len(found):,} finished games, files: {files}; left out: {others:,}")
    return 0
