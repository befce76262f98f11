"""Moves of heaps in words."""

from __future__ import annotations

from typing import Any

from .moves import LETTERS, parts


def describe(move: int) -> tuple[str, dict[str, Any]]:
    """The catalogue entry of a move, and the words to fill in."""
    said = parts(move)
    return "heaps.move.take", {"heap": LETTERS[said["heap"]], "count": said["count"]}
