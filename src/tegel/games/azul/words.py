"""Moves of Azul in words."""

from __future__ import annotations

from typing import Any

from .moves import CENTRE_SOURCE, COLUMN, FLOOR_TARGET, TARGETS
from .state import COLOURS


def describe(move: int) -> tuple[str, dict[str, Any]]:
    """The catalogue entry of a move, and the words to fill in."""
    if move >= COLUMN:
        return "azul.move.column", {"column": move - COLUMN + 1}
    source, rest = divmod(move, COLOURS * TARGETS)
    colour, target = divmod(rest, TARGETS)
    name = "azul.move.take"
    if source == CENTRE_SOURCE:
        name += "_centre"
    if target == FLOOR_TARGET:
        name += "_floor"
    return name, {"colour": f"@azul.colour.{colour}", "source": source + 1, "target": target}
