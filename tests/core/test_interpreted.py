"""The same rules run uncompiled, with the same result and the same story."""

from __future__ import annotations

import os
import subprocess
import sys

from tegel.core.game import find_game, game_names
from tegel.core.playout import random_games

SCRIPT = """
from tegel.core.game import find_game, game_names
from tegel.core.playout import random_games
from tests.core.test_interpreted import options_of, told
for name in game_names():
    game = find_game(name)
    print(name, *random_games(game, game.blank(game.options_from(options_of(name))), 1, 7), told(name))
"""


def options_of(name: str) -> dict[str, int]:
    """A game that is over soon."""
    return {"rounds": 3} if "rounds" in find_game(name).options.ALLOWED else {}


def told(name: str) -> str:
    """All that is told of a game, move by move, as a hash."""
    import hashlib

    import tegel

    table = tegel.game(name, key=(7, 7, 7, 7), **options_of(name))
    stories = hashlib.sha256()
    while not table.over:
        table.play(table.legal[len(table.moves) * 7 % len(table.legal)])
        stories.update(repr(table.events).encode())
    return stories.hexdigest()


def test_interpreted_and_compiled_play_the_same_games() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, env=environment)
    assert answer.stderr == ""
    for name, line in zip(game_names(), answer.stdout.splitlines(), strict=True):
        game = find_game(name)
        moves, signature = random_games(game, game.blank(game.options_from(options_of(name))), 1, 7)
        assert line == f"{name} {moves} {signature} {told(name)}"
