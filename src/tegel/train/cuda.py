"""Many games on a CUDA card. Torch holds the memory; the kernels work on it as it lies there."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ..core.game import Game
from ..envs.vector.numba_cuda import cuda, need_card
from .bodies import Exchange, Games, Samples, Searching, Trees, Variety
from .kernels import build

THREADS = 64  # of a block
_kernels: dict[str, Any] = {}


class CudaGames:
    """The bodies, for all games of a batch."""

    device = torch.device("cuda")

    def __init__(self, game: Game) -> None:
        need_card()
        if game.name not in _kernels:
            _kernels[game.name] = build(game)
        self._kernels = _kernels[game.name]

    def share(self, tensor: Any, dtype: Any = None) -> Any:
        """A tensor as the compiled code takes it, perhaps as another type; records lie in bytes, along the last axis."""
        array = cuda.as_cuda_array(tensor)
        if dtype is None:
            return array
        found = array.view(np.dtype(dtype))
        return found.reshape(*tensor.shape[:-1]) if tensor.dtype == torch.uint8 else found

    def _launch(self, name: str, games: Games, *arguments: Any) -> None:
        getattr(self._kernels, name)[(games.states.size + THREADS - 1) // THREADS, THREADS](*arguments)

    def begin(self, scattered: bool, games: Games) -> None:
        self._launch("begin", games, scattered, games)

    def advance(self, number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange) -> None:
        self._launch("advance", games, number, how, games, trees, exchange)

    def decide(self, step: int, variety: Variety, games: Games, trees: Trees, exchange: Exchange, samples: Samples) -> None:
        self._launch("decide", games, step, variety, games, trees, exchange, samples)

    def play_best(self, games: Games, trees: Trees) -> None:
        self._launch("play", games, games, trees)
