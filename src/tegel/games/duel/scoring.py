"""The scoring tiles, counted when the game is over (D1.4, D6.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import once, rule
from ...core.story import tell
from .dome import cell
from .state import ABSENT, COLOURS, EMPTY, FRONT, JOKER, SCORING_TILES, SEATS, SIZE, SPECIAL
from .story import SCORING

LINES = np.array(  # first cell and direction of the six rows, the six columns, the two diagonals
    [[row, 0, 0, 1] for row in range(SIZE)] + [[0, column, 1, 0] for column in range(SIZE)] + [[0, 0, 1, 1], [0, SIZE - 1, 1, -1]],
    np.int8,
)
LINE_POINTS = np.array([3, 7, 10], np.int8)  # fronts of tiles I, II, III: rows, columns, diagonals
COLOURFUL_ROW = 4  # back of tile I
OUTER_TILE = 1  # back of tile II
UPPER_CORNER, LOWER_CORNER = 3, 8  # back of tile III
JOKER_CELL, EMPTY_SPECIAL = 2, -3  # tile IV


@rule
def line_points(tiles: Any, tile: int) -> int:
    """The fronts of tiles I, II and III: complete rows, columns, diagonals."""
    points = 0
    for line in range(SIZE * tile, min(SIZE * tile + SIZE, len(LINES))):
        filled = 0
        for step in range(SIZE):
            if tiles[LINES[line, 0] + step * LINES[line, 2], LINES[line, 1] + step * LINES[line, 3]] != EMPTY:
                filled += 1
        if filled == SIZE:
            points += LINE_POINTS[tile]
    return points


@rule
def colour_points(tiles: Any) -> int:
    """The back of tile I: rows that show all five colours; a special tile has none."""
    points = 0
    for row in range(SIZE):
        seen = 0
        for column in range(SIZE):
            if EMPTY < tiles[row, column] < COLOURS:
                seen |= 1 << tiles[row, column]
        if seen == (1 << COLOURS) - 1:
            points += COLOURFUL_ROW
    return points


@rule
def outer_points(tiles: Any) -> int:
    """The back of tile II."""
    points = 0
    for row in range(SIZE):
        for column in range(SIZE):
            outer = row == 0 or column == 0 or row == SIZE - 1 or column == SIZE - 1
            if outer and tiles[row, column] != EMPTY:
                points += OUTER_TILE
    return points


@rule
def corner_points(tiles: Any) -> int:
    """The back of tile III."""
    points = 0
    for corner in range(4):
        row, column = corner // 2 * (SIZE - 2), corner % 2 * (SIZE - 2)
        filled = 0
        for quarter in range(4):
            if tiles[row + quarter // 2, column + quarter % 2] != EMPTY:
                filled += 1
        if filled == 4:
            points += UPPER_CORNER if row == 0 else LOWER_CORNER
    return points


@rule
def cell_points(board: Any, side: int) -> int:
    """Tile IV."""
    kind = JOKER if side == FRONT else SPECIAL
    filled, empty = 0, 0
    for row in range(SIZE):
        for column in range(SIZE):
            if cell(board, row, column) == kind:
                if board.tiles[row, column] == EMPTY:
                    empty += 1
                else:
                    filled += 1
    if side == FRONT:
        return JOKER_CELL * filled if empty == 0 else 0
    return EMPTY_SPECIAL * empty


@rule
def scoring_points(board: Any, tile: int, side: int) -> int:
    """What a scoring tile is worth to a player (D1.4)."""
    once()
    if tile == SCORING_TILES - 1:
        return cell_points(board, side)
    if side == FRONT:
        return line_points(board.tiles, tile)
    if tile == 0:
        return colour_points(board.tiles)
    return outer_points(board.tiles) if tile == 1 else corner_points(board.tiles)


@rule
def count_scoring_tiles(state: Any, story: Any) -> None:
    """Count the scoring tiles. Only the last can cost points, so it alone may have to stop at a total of 0 (D6.1)."""
    for seat in range(SEATS):
        board = state.boards[seat]
        for tile in range(SCORING_TILES):
            side = state.scoring[tile]
            if side != ABSENT:
                points = max(scoring_points(board, tile, side), -board.score)
                board.score += points
                tell(story, SCORING, seat, points, row=tile, column=side)
