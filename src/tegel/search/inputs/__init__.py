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

__all__ = ["Layout", "Part", "Symmetry", "find_inputs", "heads_of", "write_folded", "write_inputs", "write_undealt"]

_find_module = modules_in(__name__)
inputs = Family(_find_module)


def find_inputs(game: Game) -> ModuleType:
    """A game's module: LAYOUT, HEADS, MIXTURE, `symmetries`, and the functions below. With `write_folded` it also has `fold`, which makes
    the weights of a first layer for those numbers; with `write_undealt` also `undeal`, which makes them for a layer that sees deals."""
    return _find_module(game)


@inputs.declare()
def write_inputs(state: Any, viewer: int, out: Any) -> None:
    """Write what a seat sees, all the numbers of the layout."""
    raise NotImplementedError


@inputs.declare(otherwise="write_inputs")
def write_folded(state: Any, viewer: int, out: Any) -> None:
    """The same in other words, for players: fewer numbers that are not 0, or that change with a move. A network whose first layer was
    folded says the same of them."""
    raise NotImplementedError


@inputs.declare(otherwise="write_inputs")
def write_undealt(state: Any, viewer: int, out: Any) -> None:
    """The same of a position at the start of a round, as it was before the deal."""
    raise NotImplementedError


@inputs.declare()
def heads_of(state: Any, move: int) -> tuple[int, int]:
    """The two outputs of the network that together rate a move."""
    raise NotImplementedError
