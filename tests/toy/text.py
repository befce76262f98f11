"""Positions of heaps as text."""

from __future__ import annotations

from typing import Any

from tegel.core.text import Reader

from .state import HEAPS, MOST, SEATS


def write(state: Any) -> list[str]:
    """The lines of a position."""
    return [
        f"turn {state.turn + 1 if state.turn >= 0 else '-'}",
        f"latest {state.latest + 1 if state.latest >= 0 else '-'}",
        "heaps " + " ".join(str(tiles) for tiles in state.heaps),
        "points " + " ".join(str(points) for points in state.points),
    ]


def read(reader: Reader, state: Any) -> None:
    """Fill a blank state from the lines of a position."""
    state.turn = reader.choice("turn", ["-", "1", "2"]) - 1
    state.latest = reader.choice("latest", ["-", "1", "2"]) - 1
    for heap, word in enumerate(reader.words("heaps", HEAPS)):
        state.heaps[heap] = reader.as_number(word, 0, MOST)
    for seat, word in enumerate(reader.words("points", SEATS)):
        state.points[seat] = reader.as_number(word, 0, 99)
