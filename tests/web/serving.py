"""The server of the browser tests: the real one, but its computer players choose by what they see alone: every run plays the same games.

python -m tests.web.serving PORT FOLDER [engines]
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import Any

from tegel.search import players
from tegel.server import bots
from tegel.server.catalogue import playable_games
from tegel.server.preparing import compile_games, is_compiled, parts
from tegel.server.running import run_server
from tegel.server.settings import Settings

ABSENCE = 1.0  # seconds after which somebody away can be replaced
find_player, decide = players.find_player, bots.decide


def decide_alike(*shown: Any) -> int:
    """A player's move in a position: the same whenever it is shown the same."""
    seed = zlib.crc32(repr(shown).encode())
    players.find_player = lambda name, _=None: find_player(name, seed)
    return decide(*shown)


def main(port: int, folder: Path, engines: bool) -> None:
    missing = {name for name, part in parts() if not is_compiled(name, part)}
    compile_games([game for game in playable_games() if game.name in missing], lambda game: None)
    bots.decide = decide_alike
    run_server(Settings(port=port, data=folder, limits=1000, absence=ABSENCE, engines=engines), "warning")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), "engines" in sys.argv[3:])
