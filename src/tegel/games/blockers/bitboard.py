"""Bit boards: a set of cells in two words, rows A-F in the upper and rows G-I in the lower.

A row takes ten bits, nine cells and a gap, so that a step across never lands in another row. Bits in the gaps and above the
last row mean nothing and may be set on the way; a set of cells has none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from .state import SIZE

UPPER_ROWS = 6
ROW_BITS = SIZE + 1

NONE = np.uint64(0)
ONE = np.uint64(1)
DOWN = np.uint64(ROW_BITS)  # from a row to the next
FOLD = np.uint64((UPPER_ROWS - 1) * ROW_BITS)  # from row F's place in the upper word to row G's in the lower
ROW = np.uint64((1 << SIZE) - 1)

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of six bits all differ, and so tell by how much it was shifted
LAST_WINDOW = np.uint64(58)
SHIFTS = np.argsort((DE_BRUIJN << np.arange(64, dtype=np.uint64)) >> LAST_WINDOW)


@rule
def lowest(bits: Any) -> int:
    """The number of the lowest bit that is set in a word."""
    return SHIFTS[((bits & (~bits + ONE)) * DE_BRUIJN) >> LAST_WINDOW]


@rule
def cell_bits(row: int, column: int) -> Any:
    """The bit board of one cell."""
    if row < UPPER_ROWS:
        return ONE << np.uint64(row * ROW_BITS + column), NONE
    return NONE, ONE << np.uint64((row - UPPER_ROWS) * ROW_BITS + column)


@rule
def row_bits(upper: Any, lower: Any, row: int) -> Any:
    """The cells of a bit board in one row, as nine bits."""
    if row < UPPER_ROWS:
        return upper >> np.uint64(row * ROW_BITS) & ROW
    return lower >> np.uint64((row - UPPER_ROWS) * ROW_BITS) & ROW


@rule
def first_cell(upper: Any, lower: Any) -> Any:
    """The first cell of a bit board, if it has one."""
    if upper != NONE:
        return upper & (~upper + ONE), NONE
    return NONE, lower & (~lower + ONE)


@rule
def above(upper: Any, lower: Any) -> Any:
    """The cells below those of a bit board: those whose cell above is in it."""
    return upper << DOWN, lower << DOWN | upper >> FOLD


@rule
def below(upper: Any, lower: Any) -> Any:
    """The cells above those of a bit board: those whose cell below is in it."""
    return upper >> DOWN | lower << FOLD, lower >> DOWN


@rule
def beside(upper: Any, lower: Any) -> Any:
    """The cells next to those of a bit board."""
    beside_upper = upper << ONE | upper >> ONE | upper << DOWN | upper >> DOWN | lower << FOLD
    beside_lower = lower << ONE | lower >> ONE | lower << DOWN | lower >> DOWN | upper >> FOLD
    return beside_upper, beside_lower


@rule
def two_of(left: Any, right: Any, above: Any, below: Any) -> Any:
    """The bits set in at least two of four words."""
    return left & right | above & below | (left | right) & (above | below)


@rule
def crowded(upper: Any, lower: Any) -> Any:
    """The cells of a bit board that have two or more of its other cells next to them."""
    crowded_upper = upper & two_of(upper << ONE, upper >> ONE, upper << DOWN, upper >> DOWN | lower << FOLD)
    crowded_lower = lower & two_of(lower << ONE, lower >> ONE, lower << DOWN | upper >> FOLD, lower >> DOWN)
    return crowded_upper, crowded_lower
