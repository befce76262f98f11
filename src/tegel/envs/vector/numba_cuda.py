"""numba.cuda, imported so that it works: it asks NumPy for names that newer versions have dropped."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from ..extras import MissingExtra

RENAMED = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}  # dropped in NumPy 2.5, asked for by numba-cuda 0.30

for old, new in RENAMED.items():
    if not hasattr(np, old):
        setattr(np, old, getattr(np, new))
try:
    cuda: Any = importlib.import_module("numba.cuda")
except ImportError as error:
    raise MissingExtra("this needs numba-cuda, which is not installed: pip install 'tegel[cuda]'") from error


def need_card() -> None:
    """A clear line if there is no CUDA card here."""
    if not cuda.is_available():
        raise MissingExtra("there is no CUDA card here that numba-cuda can use; device='cpu' gives the same results")
