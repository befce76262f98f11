"""Moves of Azul in words."""

from __future__ import annotations

from typing import Any

from ...core.words import Ref
from .moves import CENTRE_SOURCE, FLOOR_TARGET, parts


def describe(move: int) -> tuple[str, dict[str, Any]]:
    """The catalogue entry of a move, and the words to fill in."""
    said = parts(move)
    if said["kind"] == "column":
        return "azul.move.column", {"column": said["column"] + 1}
    name = "azul.move.take"
    if said["source"] == CENTRE_SOURCE:
        name += "_centre"
    if said["target"] == FLOOR_TARGET:
        name += "_floor"
    return name, {"colour": Ref(f"azul.colour.{said['colour']}"), "source": said["source"] + 1, "target": said["target"]}
