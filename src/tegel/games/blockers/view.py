"""A state of Blockers! as plain data, for browsers, programs and comparisons. Seats, rows, columns and tiles count from 0."""

from __future__ import annotations

from typing import Any

from ...core.plain import plain
from .racks import colours_in_play
from .state import EMPTY


def view(record: Any) -> dict[str, Any]:
    """All facts of a state, which may have been hidden from a viewer before: a hidden rack is a number, its tiles lie in the pile."""
    state = plain(record)
    colours = range(colours_in_play(record))
    return {
        "turn": state["turn"] if state["turn"] >= 0 else None,
        "board": [_row(colours_of_row, tiles_of_row) for colours_of_row, tiles_of_row in zip(state["board"], state["tiles"], strict=True)],
        "racks": [tiles_in(state["racks"][colour]) or state["rack_size"][colour] for colour in colours],
        "piles": [tiles_in(state["piles"][colour]) for colour in colours],
        "pile_sizes": [state["pile_size"][colour] for colour in colours],
        "captured": [_captured(sets) for sets in state["captured"][: state["players"]]],
    }


def tiles_in(tiles: int) -> list[int]:
    """The tiles of a set, ascending.

    >>> tiles_in(0b10011)
    [0, 1, 4]
    """
    found = []
    while tiles:
        first = tiles & -tiles
        found.append(first.bit_length() - 1)
        tiles ^= first
    return found


def _row(colours: list[int], tiles: list[int]) -> list[list[int] | None]:
    return [None if colour == EMPTY else [colour, tile] for colour, tile in zip(colours, tiles, strict=True)]


def _captured(sets: list[int]) -> list[list[int]]:
    return [[colour, tile] for colour, tiles in enumerate(sets) for tile in tiles_in(tiles)]
