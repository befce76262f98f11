"""Moves of Blockers! in words."""

from __future__ import annotations

from typing import Any

from ...core.words import Ref
from .moves import cell_name, parts


def describe(move: int) -> tuple[str, dict[str, Any]]:
    """The catalogue entry of a move, and the words to fill in."""
    said = parts(move)
    name = "blockers.move.lay_second" if said["rack"] else "blockers.move.lay"
    return name, {"tile": Ref(f"blockers.tile.{said['tile']}"), "cell": cell_name(said["row"], said["column"])}
