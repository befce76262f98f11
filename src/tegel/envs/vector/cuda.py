"""The batch on a CUDA device. Torch, JAX and CuPy share its arrays without copying (``__cuda_array_interface__``, ``__dlpack__``)."""

from __future__ import annotations

from functools import wraps
from typing import Any

import numpy as np

from ...core.game import Game
from . import dlpack, kernels, other_kernels
from .bodies import Games, RandomPlay, Stepping
from .cpu import of_shape
from .numba_cuda import Card, cuda
from .others import RANDOM

THREADS = 128  # of a block
_kernels: dict[str, dict[str, Any]] = {}


def on_card(method: Any) -> Any:
    """A method that works on the backend's own card, whichever is the current one."""

    @wraps(method)
    def work(self: CudaBackend, *arguments: Any) -> Any:
        with self.card:
            return method(self, *arguments)

    return work


class CudaBackend:
    """Arrays on the device, a thread a game."""

    def __init__(self, game: Game, number: int = 0) -> None:
        self.card = Card(number)
        dlpack.teach()
        self.dtype, self.most_legal = game.dtype, game.most_legal
        if game.name not in _kernels:
            _kernels[game.name] = vars(kernels.build(game)) | vars(other_kernels.build(game))
        self.kernels = _kernels[game.name]

    @on_card
    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return cuda.to_device(np.zeros(shape, dtype))

    @on_card
    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return cuda.device_array(shape, dtype)

    @on_card
    def full_states(self, count: int, blank: Any) -> Any:
        states = np.zeros(count, self.dtype)
        states[:] = blank
        return cuda.to_device(states)

    @on_card
    def take(self, array: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
        """What the caller handed in, as a device array; one that lies on the device already is used as it is."""
        if hasattr(array, "__cuda_array_interface__"):
            found = of_shape(cuda.as_cuda_array(array), shape)
            return found if found.dtype == dtype else cuda.to_device(found.copy_to_host().astype(dtype))
        return cuda.to_device(np.ascontiguousarray(of_shape(np.asarray(array), shape), dtype))

    @on_card
    def output(self, array: Any) -> Any:
        """An array on the device that the caller wants filled: of torch, JAX, CuPy or numba."""
        return cuda.as_cuda_array(array)

    @on_card
    def copy(self, array: Any) -> Any:
        fresh = cuda.device_array(array.shape, array.dtype)
        fresh.copy_to_device(array)
        return fresh

    @on_card
    def to_host(self, array: Any) -> Any:
        return array.copy_to_host() if hasattr(array, "copy_to_host") else array

    def own(self, array: Any) -> Any:
        """An array of NumPy's as one of this backend."""
        return self.take(array, array.dtype, array.shape) if isinstance(array, np.ndarray) else array

    def fit(self, moves: Any, most: int) -> Any:
        """Whole numbers as the kernels take moves; those that are no moves become -1 rather than wrap around to one."""
        given = self.own(moves)
        out = self.empty(given.shape, np.int16)
        self._launch("fit", len(out), given, most, out)
        return out

    @on_card
    def _launch(self, name: str, count: int, *arrays: Any) -> None:
        self.kernels[name][(count + THREADS - 1) // THREADS, THREADS](*arrays)

    def streams(self, streams: Any, seed: Any, first: int) -> None:
        self._launch("streams", len(streams), streams, seed, first)

    def begin(self, states: Any, which: Any, seed: Any, first: int, episodes: Any, more: int) -> None:
        self._launch("begin", len(states), states, which, seed, first, episodes, more)

    def turns(self, states: Any) -> Any:
        out = self.empty((len(states),), np.int8)
        self._launch("turns", len(states), states, out)
        return out

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

    def replies(self, kind: str, games: Games, seats: Any, streams: Any) -> None:
        self._launch("reply_at_random" if kind == RANDOM else "reply_greedily", len(seats), games, seats, streams)

    def stand(self, states: Any, now: bool, points: Any, places: Any) -> None:
        self._launch("stand", len(states), states, now, points, places)

    def leads(self, states: Any, out: Any) -> None:
        lists, counts = self.empty((len(states), self.most_legal), np.int16), self.empty((len(states),), np.int16)
        self.lists(states, lists, counts)
        self._launch("no_leads", out.size, out)
        self._launch("leads", lists.size, states, lists, counts, out)

    @on_card
    def courses(self, blank: Any, seed: Any, first: int, played: RandomPlay) -> None:
        self._launch("courses", len(played.moves), self.full_states(1, blank), seed, first, played)
        cuda.synchronize()
