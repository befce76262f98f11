"""What a player, a program or a network is shown of a state: one vector and a stack of planes for each game.

Both are written from the state as the viewer may see it, turned so that the viewer is seat 0, by compiled functions that work in
Python, in compiled code and in CUDA kernels, and that all interfaces share. `see_vector` and `see_planes` hide first and then look;
they are the way in.
"""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.dispatch import Family, modules_in
from ...core.game import Game
from ...core.generic import hide
from .layout import DTYPE, Field, Layout

__all__ = ["DTYPE", "Field", "Layout", "cut_short", "layout_of", "planes", "see_planes", "see_vector", "vector"]

_find_module = modules_in(__name__)
features = Family(_find_module)


def layout_of(game: Game) -> Layout:
    """The layout of a game's observations."""
    layout: Layout = _find_module(game).LAYOUT
    return layout


@features.declare()
def vector(state: Any, viewer: int, out: Any) -> None:
    """Write the vector of a state that was hidden from a viewer."""
    raise NotImplementedError


@features.declare()
def planes(state: Any, viewer: int, out: Any) -> None:
    """Write the planes of a state that was hidden from a viewer."""
    raise NotImplementedError


@features.declare()
def cut_short(state: Any) -> bool:
    """Whether a finished game was ended by the round limit alone."""
    raise NotImplementedError


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
