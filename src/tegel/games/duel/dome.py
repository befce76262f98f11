"""The dome: its cells, and laying plates on it (D1, D2.4, D3.1)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .moves import LAY
from .plates import FACES, TURNS
from .state import EMPTY, JOKER, SIZE, SPACES

WIDTH = 3  # plate spaces in a dome row
ASK = -2  # several cells are possible: the owner has to choose


@rule
def cell(board: Any, row: int, column: int) -> int:
    """What a cell is for: a colour, SPECIAL, JOKER, or EMPTY where no plate lies."""
    space = row // 2 * WIDTH + column // 2
    plate = board.plates[space]
    if plate == EMPTY:
        return EMPTY
    return FACES[plate, board.turns[space], row % 2 * 2 + column % 2]


@rule
def takes(board: Any, row: int, column: int, colour: int) -> bool:
    """Whether a tile of a colour can be placed on a cell: it is free and of that colour, or a joker cell (D4.1)."""
    if board.tiles[row, column] != EMPTY:
        return False
    kind = cell(board, row, column)
    return kind == JOKER or colour == kind


@rule
def column_for(board: Any, row: int) -> int:
    """The column where a line's tile can be placed, EMPTY if there is none, ASK if there are several (D4.1)."""
    colour = board.line_colour[row]
    found = EMPTY
    for column in range(SIZE):
        if takes(board, row, column, colour):
            if found != EMPTY:
                return ASK
            found = column
    return found


@rule
def plate_row_is_full(board: Any, row: int) -> bool:
    """Whether all three plates of the plate row of a line are there (D4.2)."""
    first = row // 2 * WIDTH
    for space in range(first, first + WIDTH):
        if board.plates[space] == EMPTY:
            return False
    return True


@rule
def plates_on(board: Any) -> int:
    """How many plates lie on a dome."""
    count = 0
    for space in range(SPACES):
        if board.plates[space] != EMPTY:
            count += 1
    return count


@rule
def legal_laying(board: Any, moves: Any) -> int:
    """Every empty space, every way round (D3.1)."""
    count = 0
    for space in range(SPACES):
        if board.plates[space] == EMPTY:
            for turn in range(TURNS):
                moves[count] = LAY + space * TURNS + turn
                count += 1
    return count


@rule
def lay(state: Any, move: int) -> None:
    """The plate in hand goes on the dome and never moves again (D3.1)."""
    board = state.boards[state.turn]
    space = (move - LAY) // TURNS
    board.plates[space] = state.hand
    board.turns[space] = (move - LAY) % TURNS
    state.hand = EMPTY
