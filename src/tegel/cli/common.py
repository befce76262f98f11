"""What several commands share: options, keys, languages, JSON, progress."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadOption, TegelError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from ..core.game import Game


def add_option(parser: argparse.ArgumentParser) -> None:
    """`-o wall=grey`, as often as wanted."""
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as wall=grey"
    )


def add_key(parser: argparse.ArgumentParser) -> None:
    """`--key`, for a game that can be repeated."""
    parser.add_argument("--key", metavar="HEX", help="64 hexadecimal digits that decide all draws (default: a new one)")


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`, by default the user's."""
    parser.add_argument(
        "--language", metavar="en|nl|fr", default=default_language(), help="language of boards and sentences (default: yours)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`, for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """`--cluster`, for what can be done on many machines."""
    where = "play on a Ray cluster (default: the one Ray finds, or starts here)"
    parser.add_argument("--cluster", nargs="?", const="", metavar="ADDRESS", help=where)


def read_cluster(arguments: argparse.Namespace) -> bool | str:
    """The address of the cluster asked for, True for whichever Ray finds, False for none."""
    return arguments.cluster is not None and (arguments.cluster or True)


def add_database(parser: argparse.ArgumentParser) -> None:
    """`--database` and `--data`, as the server takes them."""
    where = "an SQLite file or a postgresql:// address (default: games.db in the data folder)"
    parser.add_argument("--database", default="", metavar="FILE|URL", help=where)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="the data folder (default: yours)")


def database_address(arguments: argparse.Namespace) -> str:
    """The address those name."""
    needed = [name for name in ("sqlalchemy", "aiosqlite") if importlib.util.find_spec(name) is None]
    if needed:
        raise TegelError(f"this needs {', '.join(needed)}: pip install 'tegel[server]'")
    from ..server.settings import Settings, data_folder

    data = (arguments.data or data_folder()).expanduser().absolute()
    return Settings(database=arguments.database, data=data).address


def default_language() -> str:
    """The language of the user's environment, if it is one of ours."""
    wanted = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en")[:2]
    return wanted if wanted in ("en", "nl", "fr") else "en"


def read_options(pairs: list[str]) -> dict[str, Any]:
    """
    >>> read_options(["wall=grey", "players=3"])
    {'wall': 'grey', 'players': '3'}
    """
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(f"an option is written NAME=VALUE, such as wall=grey, not {pair!r}")
        options[name] = value
    return options


def console(stderr: bool = False) -> Console:
    """Where to print: colours on a terminal, plain text elsewhere."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def print_json(data: Any) -> None:
    """Data for a program, on standard output."""
    json.dump(data, sys.stdout, indent=2, ensure_ascii=False)
    print()


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar on standard error."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True)) as bar:
        yield bar


def load_game(name: str) -> Game:
    """A game by its name; says so on standard error if its rules have to be compiled first."""
    from ..core.game import find_game

    game = find_game(name)
    warm_up(game)
    return game


def warm_up(game: Game) -> None:
    """Compile what a table needs before a board is drawn, so that the line that says so does not come in the middle of it."""
    from ..core.table import Table

    table = Table(game, game.options(), (0, 0, 0, 0))
    table.play(table.legal[0])
    table.view(0)
    _ = table.preview
