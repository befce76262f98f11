"""Moves of heaps as numbers and codes: `b2` takes two tiles of the second heap."""

from __future__ import annotations

from typing import Any

from tegel.core.errors import IllegalMove

from .state import HEAPS, TAKEN

MOVES = HEAPS * TAKEN
LETTERS = "abc"


def parts(move: int) -> dict[str, Any]:
    """What a move says, as plain data."""
    heap, count = divmod(move, TAKEN)
    return {"kind": "take", "heap": heap, "count": count + 1}


def code(move: int) -> str:
    """A move as text."""
    return f"{LETTERS[move // TAKEN]}{move % TAKEN + 1}"


def parse(text: str) -> int:
    """And back."""
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in "123":
        raise IllegalMove(f"{text!r} is no move of heaps: a move is a heap a-c and a number 1-3, such as b2")
    return LETTERS.index(text[0]) * TAKEN + int(text[1]) - 1
