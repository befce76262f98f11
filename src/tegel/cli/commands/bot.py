"""Let a player sit at the tables of a server, as a bot account.

tegel bot --server https://tegel.example --token-file token --player level:6      waits for open tables that take bots, and plays
tegel bot --server URL --token-file token --player level:3 --join LINK            plays one game, by invitation
tegel bot --server URL --token-file token --player mine.py:MyBot --game azul --tables 3
tegel bot --server URL --token-file token --player "cmd:./mybot --depth 3"        a program that speaks the engine protocol

Make the account on the server's page Account, which shows its token once. It is read from the file, or from TEGEL_TOKEN. The first Ctrl-C
lets games that have begun end, the second ends at once. docs/bots.md has the rest.
"""

from __future__ import annotations

import argparse
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_json, add_language

if TYPE_CHECKING:
    from ...arena.online.bot import Bot

MOST_TABLES = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--server", required=True, metavar="URL", help="its address, such as https://tegel.example")
    parser.add_argument("--token-file", type=Path, metavar="FILE", help="where the account's token is (default: the variable TEGEL_TOKEN)")
    parser.add_argument("--player", required=True, metavar="NAME", help="level:1 to level:8, another name, FILE.py:CLASS or cmd:PROGRAM")
    parser.add_argument("--game", action="append", metavar="NAME", help="azul, duel or blockers; may be given again (default: all)")
    parser.add_argument("--join", default="", metavar="LINK", help="play the game of this invitation, and end")
    parser.add_argument("--tables", type=int, default=1, metavar="N", help=f"games at the same time, at most {MOST_TABLES} (default 1)")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for a move of a bot or program (default 60)")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...arena.online.api import Api
    from ...arena.online.bot import Bot, Wanted, read_invitation
    from ...arena.online.telling import Teller
    from ...arena.online.thinkers import Thinkers
    from ...core.errors import BadOption
    from ...core.game import find_game, game_names
    from ...core.words import catalogue

    catalogue(arguments.language)
    games = [find_game(name).name for name in arguments.game or game_names()]
    if not 1 <= arguments.tables <= MOST_TABLES:
        raise BadOption(f"the number of tables must be from 1 to {MOST_TABLES}")
    api = Api(arguments.server, read_token(arguments.token_file))
    if arguments.join:
        read_invitation(arguments.join, api.host)
    teller = Teller(arguments.language, arguments.json)
    if api.is_open:
        teller.warn("unencrypted", host=api.host)
    thinkers = Thinkers(arguments.player, arguments.limit)
    thinkers.warm_up(games)
    work(Bot(api, thinkers, Wanted(games, arguments.tables, arguments.join), teller))
    return 0


def read_token(file: Path | None) -> str:
    """The token of the account: never on the command line, which every user of the machine can see."""
    from ...core.errors import BadOption

    if file is None:
        token = os.environ.get("TEGEL_TOKEN", "")
    else:
        try:
            token = file.read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise BadOption(f"cannot read the token from {file}: {error}") from error
    token = token.strip()
    if not token:
        raise BadOption("a bot account needs its token: --token-file FILE, or the variable TEGEL_TOKEN")
    if not (token.isascii() and token.isprintable() and len(token) <= 64) or " " in token:
        raise BadOption("that is no token of a bot account: it is one word that begins with bot.")
    return token


def work(bot: Bot) -> None:
    """Run the bot in a thread, so that signals are answered at once."""
    failed: list[BaseException] = []

    def runs() -> None:
        try:
            bot.run()
        except BaseException as error:
            failed.append(error)

    def stop(number: int, frame: Any) -> None:
        if bot.stopping.is_set():
            raise KeyboardInterrupt
        bot.teller.warn("stopping")
        bot.stop()

    thread = threading.Thread(target=runs, name="bot", daemon=True)
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.2)
    finally:
        bot.enough.set()
        for number, handler in before.items():
            signal.signal(number, handler)
    if failed:
        raise failed[0]
