"""Which tiles fit which cells (B1.2).

What may be laid in a row is a word of 36 bits, in the order of the moves: four kinds for each of nine cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from .state import JOKER, LETTERS, NUMBERS, SIZE, SYMBOLS

CELL_MOVES = 4  # the kinds of tile a cell takes, in the order of the moves
NUMBER, LETTER, SYMBOL, ANY = range(CELL_MOVES)  # the joker fits any cell
BLOCK_SIZE = 3
BLOCK_SHIFT = np.uint64(BLOCK_SIZE * CELL_MOVES)


def kind_bits(kinds: int, columns: int) -> Any:
    """These kinds (bits) in each of these columns (bits) of a row."""
    return np.uint64(sum(kinds << CELL_MOVES * column for column in range(SIZE) if columns >> column & 1))


ALL_COLUMNS = (1 << SIZE) - 1
ALL_KINDS = np.array([kind_bits(0b1111, columns) for columns in range(ALL_COLUMNS + 1)], np.uint64)  # by the set of columns
ALL_NUMBERS = kind_bits(1 << NUMBER, ALL_COLUMNS)
ALL_LETTERS = kind_bits(1 << LETTER, ALL_COLUMNS)
BLOCK_SYMBOLS = kind_bits(1 << SYMBOL, 0b111)
ALL_JOKERS = kind_bits(1 << ANY, ALL_COLUMNS)


@rule
def block_of(row: int, column: int) -> int:
    """The block of a cell, counted row by row (B1.1)."""
    return row // BLOCK_SIZE * BLOCK_SIZE + column // BLOCK_SIZE


@rule
def tile_for(row: int, column: int, kind: int) -> int:
    """The tile of a kind that fits a cell."""
    if kind == NUMBER:
        return NUMBERS + column
    if kind == LETTER:
        return LETTERS + row
    if kind == SYMBOL:
        return SYMBOLS + block_of(row, column)
    return JOKER


@rule
def fits(tile: int, row: int, column: int) -> bool:
    """Whether a tile may lie on a cell."""
    for kind in range(CELL_MOVES):
        if tile == tile_for(row, column, kind):
            return True
    return False


@rule
def has(tiles: int, tile: int) -> Any:
    """1 if a tile is in a set, else 0."""
    return np.uint64(tiles >> tile & 1)


@rule
def fitting_in_row(tiles: int, row: int) -> Any:
    """What a set of tiles offers in a row, whatever lies there."""
    kinds = ALL_KINDS[tiles & ALL_COLUMNS] & ALL_NUMBERS
    kinds |= ALL_LETTERS * has(tiles, LETTERS + row)
    for block in range(BLOCK_SIZE):
        symbol = SYMBOLS + block_of(row, 0) + block
        kinds |= BLOCK_SYMBOLS * has(tiles, symbol) << BLOCK_SHIFT * np.uint64(block)
    return kinds | ALL_JOKERS * has(tiles, JOKER)
