"""Every configuration of every game, for tests that must hold for all of them."""

from __future__ import annotations

import random
from typing import Any

from tegel.core.game import Game, find_game, game_names
from tegel.core.table import Table

CONFIGURATIONS = [(name, options) for name in game_names() for options in find_game(name).variants]
NAMES = ["-".join([name, *map(str, options.values())]) for name, options in CONFIGURATIONS]


def new_table(name: str, options: dict[str, Any], seed: int) -> Table:
    """A table with a key from a seed; simulated games of Azul have the round limit of A5.4."""
    game: Game = find_game(name)
    source = random.Random(seed)
    key = (source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64))
    return Table(game, game.simulation_options(options), key)


def play_random(table: Table, seed: int, most: int | None = None) -> Table:
    """Random moves to the end, or at most so many."""
    source = random.Random(seed)
    while not table.over and (most is None or len(table.moves) < most):
        table.play(source.choice(table.legal))
    return table
