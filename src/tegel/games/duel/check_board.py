"""The invariants of one player's board."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .dome import cell
from .plates import TURNS
from .state import BROKEN_SIZE, COLOURS, EMPTY, JOKER, PLATES, SIZE, SPACES, SPECIAL


@rule
def tiles_on(board: Any, colour: int) -> int:
    """How many tiles of a colour a player has on lines, dome and broken area."""
    count = 0
    for row in range(SIZE):
        if board.line_colour[row] == colour:
            count += board.line_count[row]
        for column in range(SIZE):
            if board.tiles[row, column] == colour:
                count += 1
    for space in range(BROKEN_SIZE):
        if board.broken[space] == colour:
            count += 1
    return count


@rule
def check_lines(board: Any) -> bool:
    for row in range(SIZE):
        colour, count = board.line_colour[row], board.line_count[row]
        if count < 0 or count > row + 1 or (count == 0) != (colour == EMPTY) or not EMPTY <= colour < COLOURS:
            return False
    return True


@rule
def check_plates_laid(board: Any) -> bool:
    for space in range(SPACES):
        plate, turn = board.plates[space], board.turns[space]
        if not EMPTY <= plate < PLATES or not 0 <= turn < TURNS or (plate == EMPTY and turn != 0):
            return False
    return True


@rule
def check_tiles(board: Any) -> bool:
    for row in range(SIZE):
        for column in range(SIZE):
            tile, kind = board.tiles[row, column], cell(board, row, column)
            if not EMPTY <= tile <= SPECIAL:
                return False
            if tile != EMPTY and tile != kind and not (kind == JOKER and tile < COLOURS):
                return False
    return True


@rule
def check_special(board: Any, space: int) -> bool:
    """Whether a special cell on this space is filled exactly when the other three are."""
    filled, special, special_filled = 0, False, False
    for quarter in range(4):
        row, column = space // 3 * 2 + quarter // 2, space % 3 * 2 + quarter % 2
        tile = board.tiles[row, column] != EMPTY
        if cell(board, row, column) == SPECIAL:
            special, special_filled = True, tile
        elif tile:
            filled += 1
    return not special or special_filled == (filled == 3)


@rule
def check_dome(board: Any) -> bool:
    if not check_tiles(board):
        return False
    for space in range(SPACES):
        if not check_special(board, space):
            return False
    return True


@rule
def check_broken(board: Any) -> bool:
    for space in range(BROKEN_SIZE):
        if not EMPTY <= board.broken[space] < COLOURS:
            return False
        if space > 0 and board.broken[space] != EMPTY and board.broken[space - 1] == EMPTY:
            return False
    return True
