"""What a network sees of a position, and which of its outputs rate which move: one module for each game.

Everything is seen from one seat: its own things come first, the others' follow in turn order. Only what that seat may know is read,
so a state that was imagined or hidden looks the same as the real one.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ...core.dispatch import Family, modules_in
from ...core.game import Game
from .parts import Layout, Part, Symmetry

__all__ = ["Layout", "Part", "Symmetry", "find_sight", "heads_of", "see"]

_find_module = modules_in(__name__)
sights = Family(_find_module)


def find_sight(game: Game) -> ModuleType:
    """A game's module: LAYOUT, HEADS, MIXTURE, `symmetries`, and the functions below."""
    return _find_module(game)


@sights.declare()
def see(state: Any, viewer: int, out: Any) -> None:
    """Write what a seat sees, all the numbers of the layout."""
    raise NotImplementedError


@sights.declare()
def heads_of(state: Any, move: int) -> tuple[int, int]:
    """The two outputs of the network that together rate a move."""
    raise NotImplementedError
