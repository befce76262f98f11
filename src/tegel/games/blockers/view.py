"""A state of Blockers! as plain data, for browsers, programs and comparisons. Seats, rows, columns and tiles count from 0.

Racks and piles are in the order of the seats, `colours` has the colour of each: red, green, blue, yellow, violet (0-4).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...core.plain import plain
from .racks import colours_in_play
from .state import EMPTY, TILES


def view(record: Any) -> dict[str, Any]:
    """All facts of a state, which may have been hidden from a viewer before: a hidden rack is a number, its tiles lie in the pile."""
    state = plain(record)
    colours = list(range(colours_in_play(record)))
    shown = state["colours"]
    rows = zip(state["board"], state["tiles"], strict=True)
    return {
        "turn": state["turn"] if state["turn"] >= 0 else None,
        "colours": [shown[colour] for colour in colours],
        "board": [[None if colour == EMPTY else [shown[colour], tile] for colour, tile in zip(*row, strict=True)] for row in rows],
        "racks": [list(tiles_in(state["racks"][colour])) or state["rack_size"][colour] for colour in colours],
        "piles": [list(tiles_in(state["piles"][colour])) for colour in colours],
        "pile_sizes": [state["pile_size"][colour] for colour in colours],
        "captured": [_captured(sets, shown) for sets in state["captured"][: state["players"]]],
    }


def between_turns(facts: dict[str, Any]) -> bool:
    """Always: a turn is one move."""
    return facts["turn"] is not None


def last_round(facts: dict[str, Any]) -> bool:
    """Whether nobody draws any more."""
    return not any(facts["pile_sizes"])


@lru_cache(maxsize=4096)  # from one position to the next almost all sets stay the same
def tiles_in(tiles: int) -> tuple[int, ...]:
    """The tiles of a set, ascending.

    >>> tiles_in(0b10011)
    (0, 1, 4)
    """
    return tuple(tile for tile in range(TILES) if tiles >> tile & 1)


def _captured(sets: list[int], shown: list[int]) -> list[list[int]]:
    return sorted([shown[colour], tile] for colour, tiles in enumerate(sets) for tile in tiles_in(tiles))
