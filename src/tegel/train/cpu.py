"""Many games on the CPU: a loop over them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ..core.compiled import rule
from ..core.game import Game
from ..search.heuristics import SCRATCH, SEATS
from ..search.tree import Buffers
from . import bodies
from .bodies import Exchange, Games, Samples, Searching, Trees, Variety


@rule
def begin_all(scattered: bool, games: Games, buffers: Buffers) -> None:
    for at in range(len(games.states)):
        if scattered:
            bodies.scatter(at, games, buffers)
        else:
            bodies.begin(at, 0, games, buffers)


@rule
def advance_all(number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange, buffers: Buffers) -> None:
    for at in range(len(games.states)):
        bodies.advance(at, number, how, games, trees, exchange, buffers)


@rule
def decide_all(step: int, variety: Variety, games: Games, trees: Trees, exchange: Exchange, samples: Samples, buffers: Buffers) -> None:
    for at in range(len(games.states)):
        bodies.decide(at, step, variety, games, trees, exchange, samples, buffers)


@rule
def play_all(games: Games, trees: Trees, buffers: Buffers) -> None:
    for at in range(len(games.states)):
        bodies.play_best(at, games, trees, buffers)


class CpuGames:
    """The bodies, for all games of a batch."""

    device = torch.device("cpu")

    def __init__(self, game: Game) -> None:
        most = game.most_legal
        self._buffers = Buffers(
            np.zeros(1, game.dtype),
            np.zeros(4, np.uint64),
            np.zeros(most, np.int16),
            np.zeros(most, np.int64),
            np.zeros(most, np.float64),
            np.zeros(SCRATCH, np.uint64),
            np.zeros((2, 8), np.int16),
            np.zeros(SEATS),
            np.zeros(SEATS),
            np.zeros(SEATS),
            None,
        )

    def share(self, tensor: Any, dtype: Any = None) -> Any:
        """A tensor as the compiled code takes it, perhaps as another type; records lie in bytes, along the last axis."""
        array = tensor.numpy()
        if dtype is None:
            return array
        return array.view(dtype)[..., 0] if tensor.dtype == torch.uint8 else array.view(dtype)

    def begin(self, scattered: bool, games: Games) -> None:
        begin_all(scattered, games, self._buffers)

    def advance(self, number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange) -> None:
        advance_all(number, how, games, trees, exchange, self._buffers)

    def decide(self, step: int, variety: Variety, games: Games, trees: Trees, exchange: Exchange, samples: Samples) -> None:
        decide_all(step, variety, games, trees, exchange, samples, self._buffers)

    def play_best(self, games: Games, trees: Trees) -> None:
        play_all(games, trees, self._buffers)
