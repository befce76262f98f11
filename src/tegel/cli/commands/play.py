"""Play in the terminal, against the computer or with several people at one keyboard.

tegel play azul                                   you against the computer
tegel play azul --players Anna,Bo,greedy          two people and a computer
tegel play duel -o scoring=1b2f3b4f               with other scoring tiles
tegel play --resume evening.tegel                 go on with a saved game
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_key, add_language, add_option, console, load_game, read_options, warm_up

if TYPE_CHECKING:
    from ...core.table import Table
    from ...search.player import Decider


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="azul, duel or blockers (default: you are asked)")
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="one word a seat: random, greedy, level:1 to level:8, search:N or learned:N (N simulations a move, or a time: learned:0.5s), "
        "or the name of a person (default: you against greedy)",
    )
    add_option(parser)
    add_key(parser)
    add_language(parser)
    parser.add_argument("--save", metavar="FILE", help="write the record here in the end, also when you stop early")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")


def run(arguments: argparse.Namespace) -> int:
    from ...core.words import catalogue, say
    from ..session import Quit, Session

    catalogue(arguments.language)
    screen = console()
    try:
        table = resume(arguments.resume) if arguments.resume else new_table(arguments, arguments.game or ask_game(arguments.language))
        session = Session(table, seat_players(table), arguments.language, screen)
    except EOFError:
        screen.print(say(arguments.language, "cli.nobody"))
        return 0
    session.explain()
    try:
        session.play()
    except Quit:
        screen.print()
        screen.print(say(arguments.language, "cli.stopped"))
    if arguments.save:
        table.record.save(arguments.save)
        screen.print(say(arguments.language, "cli.saved", path=arguments.save))
    return 0


def ask_game(language: str) -> str:
    """Which game, by number or name; an empty answer is the first."""
    from ...core.game import game_names
    from ...core.words import say

    names = game_names()
    screen = console()
    for number, name in enumerate(names, 1):
        screen.print(f"  [bold]{number}[/] {say(language, f'{name}.title')}")
    while True:
        answer = screen.input(f"{say(language, 'cli.which_game')} ").strip().lower()
        if answer in names:
            return answer
        if answer == "" or (answer.isdigit() and 1 <= int(answer) <= len(names)):
            return names[int(answer or 1) - 1]
        screen.print(say(language, "cli.not_a_game", answer=answer, last=len(names)))


def new_table(arguments: argparse.Namespace, name: str) -> Table:
    """A new table with the seats and options asked for."""
    from ...core.chance import parse_key
    from ...core.errors import BadOption
    from ...core.table import Table
    from ...core.words import say

    game = load_game(name)
    options: dict[str, Any] = read_options(arguments.option)
    person = say(arguments.language, "cli.unnamed")
    seats = arguments.players.split(",") if arguments.players else [person] + ["greedy"] * (int_or(options.get("players"), 2) - 1)
    if "players" in game.options.ALLOWED:
        options.setdefault("players", len(seats))
    table = Table(game, game.options_from(options), parse_key(arguments.key) if arguments.key else None)
    if "" in seats or len(seats) != table.players:
        raise BadOption(f"{game.name} is set for {table.players} players, but --players names {len(seats)}: {arguments.players}")
    table.names = seats
    return table


def int_or(text: str | None, default: int) -> int:
    """A number, or the default where it is none (the game itself complains about that)."""
    return int(text) if text and text.isdigit() else default


def resume(path: str) -> Table:
    """The table of a saved game."""
    from ...core.record import Record
    from ...core.replay import replay

    record = Record.load(Path(path))
    warm_up(record.game)
    return replay(record)


def seat_players(table: Table) -> list[Decider | None]:
    """A computer player for each seat that bears one's name, None for people; two of the same are numbered."""
    from ...search.players import find_player, is_player

    kinds = [name.split(" ")[0] for name in table.names]
    players: list[Decider | None] = [find_player(kind) if is_player(kind) else None for kind in kinds]
    for seat, kind in enumerate(kinds):
        if kinds.count(kind) > 1 and table.names[seat] == kind:
            table.names[seat] = f"{kind} {kinds[: seat + 1].count(kind)}"
    return players
