"""What a network sees of a position, and which of its outputs rate which move: one module for each game.

Everything is seen from one seat: its own things come first, the others' follow in turn order. Only what that seat may know is read,
so a state that was imagined or hidden looks the same as the real one.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from numba.extending import overload

from ...core.game import Game
from .parts import Layout, Part, Symmetry

__all__ = ["Layout", "Part", "Symmetry", "find_sight", "heads_of", "see"]

_modules: dict[tuple[str, ...], ModuleType] = {}


def find_sight(game: Game) -> ModuleType:
    """A game's module: LAYOUT, HEADS, MIXTURE, `symmetries`, and the functions below, which work for its states once it was asked for."""
    module = importlib.import_module(f"{__name__}.{game.name}")
    _modules[game.dtype.names or ()] = module
    return module


def _module_of(state: Any) -> Any:
    return _modules[tuple(state.fields) if hasattr(state, "fields") else state.dtype.names]


def see(state: Any, viewer: int, out: Any) -> None:
    """Write what a seat sees, all the numbers of the layout."""
    _module_of(state).see(state, viewer, out)


def heads_of(state: Any, move: int) -> tuple[int, int]:
    """The two outputs of the network that together rate a move."""
    first, second = _module_of(state).heads_of(state, move)
    return int(first), int(second)


@overload(see, strict=False)
def _see(state: Any, viewer: Any, out: Any) -> Any:
    found = _module_of(state).see
    return lambda state, viewer, out: found(state, viewer, out)


@overload(heads_of, strict=False)
def _heads_of(state: Any, move: Any) -> Any:
    found = _module_of(state).heads_of
    return lambda state, move: found(state, move)
