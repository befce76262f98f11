"""The batch on a CUDA device. Its arrays are shared with torch, JAX and CuPy without copying (``__cuda_array_interface__``)."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from ...core.game import Game
from ..extras import MissingExtra
from .kernels import build

THREADS = 128  # of a block
MOST_SEATS = 8
RENAMED = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}  # names that NumPy has dropped and numba-cuda still asks for

_kernels: dict[str, Any] = {}


def load_cuda() -> Any:
    """numba.cuda, or a clear line if there is no CUDA here."""
    for old, new in RENAMED.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    try:
        cuda: Any = importlib.import_module("numba.cuda")
    except ImportError as error:
        raise MissingExtra("this needs numba-cuda, which is not installed: pip install 'tegel[cuda]'") from error
    if not cuda.is_available():
        raise MissingExtra("there is no CUDA device here that numba-cuda can use; device='cpu' gives the same results")
    return cuda


class CudaBackend:
    """Arrays on the device, a thread a game."""

    def __init__(self, game: Game) -> None:
        self.cuda = load_cuda()
        self.dtype = game.dtype
        if game.name not in _kernels:
            _kernels[game.name] = build(self.cuda, game, MOST_SEATS)
        self.kernels = _kernels[game.name]

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self.cuda.to_device(np.zeros(shape, dtype))

    def full_states(self, count: int, blank: Any) -> Any:
        states = np.zeros(count, self.dtype)
        states[:] = blank
        return self.cuda.to_device(states)

    def take(self, array: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
        """What the caller handed in, as a device array; one that lies on the device already is used as it is."""
        if hasattr(array, "__cuda_array_interface__"):
            found = self.cuda.as_cuda_array(array)
            return found if found.dtype == dtype else self.cuda.to_device(found.copy_to_host().astype(dtype))
        return self.cuda.to_device(np.ascontiguousarray(array, dtype).reshape(shape))

    def output(self, array: Any) -> Any:
        """An array on the device that the caller wants filled: of torch, JAX, CuPy or numba."""
        return self.cuda.as_cuda_array(array)

    def to_host(self, array: Any) -> Any:
        return array.copy_to_host() if hasattr(array, "copy_to_host") else array

    def _launch(self, name: str, count: int, *arrays: Any) -> None:
        getattr(self.kernels, name)[(count + THREADS - 1) // THREADS, THREADS](*arrays)

    def streams(self, streams: Any, seed: Any, first: int) -> None:
        self._launch("streams", len(streams), streams, seed, first)

    def begin(self, states: Any, which: Any, seed: Any, first: int, episodes: Any) -> None:
        self._launch("begin", len(states), states, which, seed, first, episodes)

    def step(self, states: Any, given: Any, checked: bool, again: bool, seed: Any, first: int, *arrays: Any) -> None:
        self._launch("step", len(states), states, given, checked, again, seed, first, *arrays)

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

    def courses(self, blank: Any, seed: Any, first: int, made: Any, signatures: Any, points: Any, places: Any) -> None:
        self._launch("courses", len(made), self.full_states(1, blank), seed, first, made, signatures, points, places)
        self.cuda.synchronize()
