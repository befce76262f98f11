"""A clear line instead of a traceback where a package of an extra is missing."""

from __future__ import annotations

import importlib
from typing import Any

from ..core.errors import TegelError

EXTRAS = {  # package -> the extra that brings it
    "gymnasium": "gymnasium",
    "pettingzoo": "pettingzoo",
    "pyspiel": "openspiel",
    "pyarrow": "data",
    "duckdb": "explore",
    "stable_baselines3": "sb3",
    "torch": "train",
    "numba_cuda": "cuda",
}


class MissingExtra(TegelError, ImportError):
    """A package that only some parts of Tegel need is not installed."""


def how_to_install(package: str) -> str:
    """What to type where a package is missing.

    >>> how_to_install("torch")
    "pip install 'tegel[train]'"
    """
    return f"pip install 'tegel[{EXTRAS[package]}]'"


def need(module: str) -> Any:
    """Import a module of an extra, or say how to install it."""
    package = module.partition(".")[0]
    hint = how_to_install(package)
    try:
        importlib.import_module(package)
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingExtra(f"this needs {package}, which is not installed: {hint}") from error
