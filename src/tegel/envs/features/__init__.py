"""What a player, a program or a network is shown of a state: one vector and a stack of planes for each game.

Both are written from the state as the viewer may see it, turned so that the viewer is seat 0, by compiled functions that work in
Python, in compiled code and in CUDA kernels, and that all interfaces share. `see_vector` and `see_planes` hide first and then look;
they are the way in.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from numba.extending import overload

from ...core.compiled import rule
from ...core.game import Game
from ...core.generic import hide
from .layout import DTYPE, Field, Layout

__all__ = ["DTYPE", "Field", "Layout", "cut_short", "layout_of", "planes", "see_planes", "see_vector", "vector"]

_modules: dict[tuple[str, ...], ModuleType] = {}


def layout_of(game: Game) -> Layout:
    """The layout of a game's observations; asking for it makes the functions below work for its states."""
    module = importlib.import_module(f"{__name__}.{game.name}")
    layout: Layout = module.LAYOUT
    _modules[game.dtype.names or ()] = module
    return layout


def _module_of(state: Any) -> Any:
    """The features of a state, which is a NumPy record or, while compiling, a Numba type."""
    return _modules[tuple(state.fields) if hasattr(state, "fields") else state.dtype.names]


def vector(state: Any, viewer: int, out: Any) -> None:
    """Write the vector of a state that was hidden from a viewer."""
    _module_of(state).vector(state, viewer, out)


def planes(state: Any, viewer: int, out: Any) -> None:
    """Write the planes of a state that was hidden from a viewer."""
    _module_of(state).planes(state, viewer, out)


def cut_short(state: Any) -> bool:
    """Whether a finished game was ended by the round limit alone."""
    return bool(_module_of(state).cut_short(state))


@overload(vector, strict=False)
def _vector(state: Any, viewer: Any, out: Any) -> Any:
    found = _module_of(state).vector
    return lambda state, viewer, out: found(state, viewer, out)


@overload(planes, strict=False)
def _planes(state: Any, viewer: Any, out: Any) -> Any:
    found = _module_of(state).planes
    return lambda state, viewer, out: found(state, viewer, out)


@overload(cut_short, strict=False)
def _cut_short(state: Any) -> Any:
    found = _module_of(state).cut_short
    return lambda state: found(state)


@rule
def see_vector(state: Any, viewer: int, scratch: Any, out: Any) -> None:
    """The vector of a state as a seat may see it; the state itself stays as it is."""
    scratch[0] = state
    hide(scratch[0], viewer)
    vector(scratch[0], viewer, out)


@rule
def see_planes(state: Any, viewer: int, scratch: Any, out: Any) -> None:
    """The planes of a state as a seat may see it; the state itself stays as it is."""
    scratch[0] = state
    hide(scratch[0], viewer)
    planes(scratch[0], viewer, out)
