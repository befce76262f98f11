"""The batch on a CUDA device. Its arrays are shared with torch, JAX and CuPy without copying (``__cuda_array_interface__``)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.game import Game
from .bodies import Games, RandomPlay, Stepping
from .cpu import of_shape
from .kernels import build
from .numba_cuda import cuda, need_card

THREADS = 128  # of a block
MOST_SEATS = 8
_kernels: dict[str, Any] = {}


class CudaBackend:
    """Arrays on the device, a thread a game."""

    def __init__(self, game: Game) -> None:
        need_card()
        self.dtype = game.dtype
        if game.name not in _kernels:
            _kernels[game.name] = build(game, MOST_SEATS)
        self.kernels = _kernels[game.name]

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return cuda.to_device(np.zeros(shape, dtype))

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return cuda.device_array(shape, dtype)

    def full_states(self, count: int, blank: Any) -> Any:
        states = np.zeros(count, self.dtype)
        states[:] = blank
        return cuda.to_device(states)

    def take(self, array: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
        """What the caller handed in, as a device array; one that lies on the device already is used as it is."""
        if hasattr(array, "__cuda_array_interface__"):
            found = of_shape(cuda.as_cuda_array(array), shape)
            return found if found.dtype == dtype else cuda.to_device(found.copy_to_host().astype(dtype))
        return cuda.to_device(np.ascontiguousarray(of_shape(np.asarray(array), shape), dtype))

    def output(self, array: Any) -> Any:
        """An array on the device that the caller wants filled: of torch, JAX, CuPy or numba."""
        return cuda.as_cuda_array(array)

    def copy(self, array: Any) -> Any:
        fresh = cuda.device_array(array.shape, array.dtype)
        fresh.copy_to_device(array)
        return fresh

    def to_host(self, array: Any) -> Any:
        return array.copy_to_host() if hasattr(array, "copy_to_host") else array

    def _launch(self, name: str, count: int, *arrays: Any) -> None:
        getattr(self.kernels, name)[(count + THREADS - 1) // THREADS, THREADS](*arrays)

    def streams(self, streams: Any, seed: Any, first: int) -> None:
        self._launch("streams", len(streams), streams, seed, first)

    def begin(self, states: Any, which: Any, seed: Any, first: int, episodes: Any) -> None:
        self._launch("begin", len(states), states, which, seed, first, episodes)

    def step(self, games: Games, given: Any, how: Stepping) -> None:
        self._launch("step", len(games.states), games, given, how)

    def masks(self, states: Any, out: Any) -> None:
        self._launch("masks", len(states), states, out)

    def lists(self, states: Any, out: Any, counts: Any) -> None:
        self._launch("lists", len(states), states, out, counts)

    def random_moves(self, states: Any, streams: Any, out: Any) -> None:
        self._launch("random_moves", len(states), states, streams, out)

    def vectors(self, states: Any, viewer: int, out: Any) -> None:
        self._launch("vectors", len(states), states, viewer, out)

    def planes(self, states: Any, viewer: int, out: Any) -> None:
        self._launch("planes", len(states), states, viewer, out)

    def courses(self, blank: Any, seed: Any, first: int, played: RandomPlay) -> None:
        self._launch("courses", len(played.moves), self.full_states(1, blank), seed, first, played)
        cuda.synchronize()
