"""The same rules run uncompiled, with the same result."""

from __future__ import annotations

import os
import subprocess
import sys

from tegel.core.game import find_game, game_names
from tegel.core.playout import random_games

SCRIPT = """
from tegel.core.game import find_game, game_names
from tegel.core.playout import random_games
for name in game_names():
    game = find_game(name)
    options = {"rounds": 3} if "rounds" in game.options.ALLOWED else {}
    print(name, *random_games(game, game.blank(game.options_from(options)), 1, 7))
"""


def test_interpreted_and_compiled_play_the_same_games() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, env=environment)
    assert answer.stderr == ""
    for name, line in zip(game_names(), answer.stdout.splitlines(), strict=True):
        game = find_game(name)
        options = {"rounds": 3} if "rounds" in game.options.ALLOWED else {}
        moves, signature = random_games(game, game.blank(game.options_from(options)), 1, 7)
        assert line == f"{name} {moves} {signature}"
