"""Groups: tiles of one colour that touch along their sides, and which of them may be captured (B3.2, B4.2)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .bitboard import NONE, beside, cell_bits, crowded, first_cell


@rule
def flip_cell(state: Any, colour: int, row: int, column: int) -> None:
    """Note that a colour comes to lie on a cell, or no longer does."""
    upper, lower = cell_bits(row, column)
    state.cells[colour, 0] ^= upper
    state.cells[colour, 1] ^= lower


@rule
def spread(upper: Any, lower: Any, within_upper: Any, within_lower: Any) -> Any:
    """Cells and those next to them, as far as these lie within a set."""
    more_upper, more_lower = beside(upper, lower)
    return (upper | more_upper) & within_upper, (lower | more_lower) & within_lower


@rule
def capturable(upper: Any, lower: Any, colour_upper: Any, colour_lower: Any) -> bool:
    """Whether a cell's tile may be captured: its neighbours of its colour stay connected without it, or are none (B3.2)."""
    rest_upper, rest_lower = colour_upper & ~upper, colour_lower & ~lower
    near_upper, near_lower = beside(upper, lower)
    near_upper &= rest_upper
    near_lower &= rest_lower
    upper, lower = first_cell(near_upper, near_lower)
    while near_upper & ~upper | near_lower & ~lower != NONE:
        more_upper, more_lower = spread(upper, lower, rest_upper, rest_lower)
        if more_upper == upper and more_lower == lower:
            return False
        upper, lower = more_upper, more_lower
    return True


@rule
def capturable_cells(colour_upper: Any, colour_lower: Any) -> Any:
    """All tiles of a colour that may be captured (B3.2): those with at most one neighbour at once, the others one by one."""
    left_upper, left_lower = crowded(colour_upper, colour_lower)
    found_upper, found_lower = colour_upper & ~left_upper, colour_lower & ~left_lower
    while left_upper | left_lower != NONE:
        upper, lower = first_cell(left_upper, left_lower)
        left_upper ^= upper
        left_lower ^= lower
        if capturable(upper, lower, colour_upper, colour_lower):
            found_upper |= upper
            found_lower |= lower
    return found_upper, found_lower


@rule
def group_around(upper: Any, lower: Any, colour_upper: Any, colour_lower: Any) -> Any:
    """The whole group of a cell, among the cells of its colour."""
    while True:
        more_upper, more_lower = spread(upper, lower, colour_upper, colour_lower)
        if more_upper == upper and more_lower == lower:
            return upper, lower
        upper, lower = more_upper, more_lower


@rule
def count_groups(state: Any, colour: int) -> int:
    """How many groups of a colour are on the board; a lone tile is one (B4.2)."""
    left_upper, left_lower = state.cells[colour, 0], state.cells[colour, 1]
    count = 0
    while left_upper | left_lower != NONE:
        upper, lower = first_cell(left_upper, left_lower)
        upper, lower = group_around(upper, lower, left_upper, left_lower)
        left_upper ^= upper
        left_lower ^= lower
        count += 1
    return count
