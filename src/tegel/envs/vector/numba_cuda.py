"""numba.cuda, imported so that it works: it asks NumPy for names that newer versions have dropped."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ..extras import MissingExtra, how_to_install

RENAMED = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}  # dropped in NumPy 2.5, asked for by numba-cuda 0.30

for old, new in RENAMED.items():
    if not hasattr(np, old):
        setattr(np, old, getattr(np, new))
try:
    cuda: Any = importlib.import_module("numba.cuda")
except ImportError as error:
    raise MissingExtra(f"this needs numba-cuda, which is not installed: {how_to_install('numba_cuda')}") from error


def need_card() -> None:
    """A clear line if there is no CUDA card here."""
    if not cuda.is_available():
        if importlib.util.find_spec("numba_cuda") is None:  # Numba alone has a module numba.cuda, which finds newer cards rarely
            raise MissingExtra(
                "there is no CUDA card here that Numba alone can use; device='cpu' gives the same results. "
                f"For a card this needs numba-cuda: {how_to_install('numba_cuda')}"
            )
        raise MissingExtra("there is no CUDA card here that numba-cuda can use; device='cpu' gives the same results")


class Card:
    """One of this machine's cards; within `with` it is the current one."""

    def __init__(self, number: int) -> None:
        need_card()
        if number >= len(cuda.gpus):
            raise BadOption(f"there is no device cuda:{number}; this machine has {len(cuda.gpus)} of them, counted from 0")
        self.number = number
        self._switched: list[Any] = []

    def __enter__(self) -> None:
        """Switch to it only if another one is current: arrays are freed at any time, and then some card must be."""
        cuda.current_context()  # makes the first one current if none is
        other = None if cuda.gpus.current.id == self.number else cuda.gpus[self.number]
        if other is not None:
            other.__enter__()
        self._switched.append(other)

    def __exit__(self, *error: object) -> None:
        other = self._switched.pop()
        if other is not None:
            other.__exit__(*error)
