"""Random play by the million, with a signature for every game: the measure of speed, and the proof that CPU and CUDA agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.game import Game, find_game
from .bodies import RandomPlay
from .games import find_backend


def play_random(
    game: str | Game, count: int, *, seed: int = 0, first: int = 0, device: str = "cpu", threads: int | None = None, **options: Any
) -> RandomPlay:
    """Play random games from beginning to end. Game number n (from `first` on) is the same in every batch and on every device.

    >>> whole = play_random("azul", 10, seed=7)
    >>> half = play_random("azul", 5, seed=7, first=5, threads=1)
    >>> bool((whole.signatures[5:] == half.signatures).all())
    True
    """
    found = find_game(game) if isinstance(game, str) else game
    backend = find_backend(device, found, threads)
    blank = found.blank(found.simulation_options(options))
    seats = int(blank.players)
    played = RandomPlay(
        backend.zeros((count,), np.int32),
        backend.zeros((count,), np.uint64),
        backend.zeros((count, seats), np.int16),
        backend.zeros((count, seats), np.int16),
    )
    backend.courses(blank, np.uint64(seed), first, played)
    return played
