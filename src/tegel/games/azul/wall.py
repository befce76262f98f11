"""The wall phase: full lines move a tile to the wall, then the floor line costs points (A4, A7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from ...core.runs import run, tile_points
from ...core.story import carry, tell
from .offer import drop_tiles, on_wall
from .state import EMPTY, FLOOR_SIZE, MARKER, SIZE
from .story import FELL, FLOOR, IN_LID, ON_FLOOR, ON_LINE, ON_WALL, TILE

FLOOR_COST = np.array([1, 1, 2, 2, 2, 3, 3], np.int8)  # A1.2
ASK = -2  # the owner has to choose


@rule
def home(row: int, colour: int) -> int:
    """The column of a colour in a row of the coloured wall (A1.1)."""
    return (colour + row) % SIZE


@rule
def free_for(board: Any, row: int, column: int, colour: int) -> bool:
    """Whether a space of the grey wall can take a colour: free, and neither its row nor its column holds it (A7.1)."""
    if board.wall[row, column] != EMPTY or on_wall(board, row, colour):
        return False
    for other in range(SIZE):
        if board.wall[other, column] == colour:
            return False
    return True


@rule
def column_for(state: Any, board: Any, row: int) -> int:
    """The column for a full line's tile: its home, or on the grey wall the only possible one, EMPTY if none, ASK if several (A7.2)."""
    colour = board.line_colour[row]
    if not state.grey:
        return home(row, colour)
    found = EMPTY
    for column in range(SIZE):
        if free_for(board, row, column, colour):
            if found != EMPTY:
                return ASK
            found = column
    return found


@rule
def lay(state: Any, seat: int, row: int, column: int, story: Any) -> None:
    """Move a full line's tile to the wall and score it; the line's other tiles go to the lid (A4.1, A4.3)."""
    board = state.boards[seat]
    colour = board.line_colour[row]
    board.wall[row, column] = colour
    across = run(board.wall, row, column, 0, 1)
    down = run(board.wall, row, column, 1, 0)
    points = tile_points(across, down)
    board.score += points
    state.lid[colour] += row
    board.line_colour[row] = EMPTY
    board.line_count[row] = 0
    tell(story, TILE, seat, points, colour=colour, row=row, column=column, across=across, down=down)
    carry(story, seat, colour, 1, (ON_LINE, row, row), (ON_WALL, row, column))
    carry(story, seat, colour, row, (ON_LINE, row, 0), (IN_LID, -1, -1))


@rule
def fall(state: Any, seat: int, row: int, story: Any) -> None:
    """A full line without a possible space: all its tiles fall to the floor line (A7.2)."""
    board = state.boards[seat]
    colour = board.line_colour[row]
    tell(story, FELL, seat, colour=colour, row=row, count=row + 1)
    drop_tiles(state, seat, colour, row + 1, (ON_LINE, row, 0), story)
    board.line_colour[row] = EMPTY
    board.line_count[row] = 0


@rule
def work_line(state: Any, seat: int, row: int, story: Any) -> bool:
    """Work one line if it is full (A4.1, A4.2); False if the owner has to choose the column first."""
    board = state.boards[seat]
    if board.line_count[row] > row:
        column = column_for(state, board, row)
        if column == ASK:
            return False
        if column == EMPTY:
            fall(state, seat, row, story)
        else:
            lay(state, seat, row, column, story)
    return True


@rule
def clear_floor(state: Any, seat: int, story: Any) -> None:
    """Subtract the floor line's costs, never below 0, and empty it into the lid (A4.4)."""
    board = state.boards[seat]
    cost = 0
    count = 0
    for space in range(FLOOR_SIZE):
        if board.floor[space] != EMPTY:
            cost += FLOOR_COST[space]
            count += 1
            tile = board.floor[space]
            if tile != MARKER:
                state.lid[tile] += 1
            carry(story, seat, tile, 1, (ON_FLOOR, -1, space), (ON_FLOOR if tile == MARKER else IN_LID, -1, -1), ahead=1)
            board.floor[space] = EMPTY
    if count > 0:
        loss = min(cost, board.score)
        board.score -= loss
        tell(story, FLOOR, seat, -loss, count=count)


@rule
def best_column(board: Any, row: int) -> int:
    """The column of the grey wall where a full line's tile scores most just now; the leftmost of equals."""
    best = EMPTY
    most = -1
    colour = board.line_colour[row]
    for column in range(SIZE):
        if free_for(board, row, column, colour):
            board.wall[row, column] = colour
            points = tile_points(run(board.wall, row, column, 0, 1), run(board.wall, row, column, 1, 0))
            board.wall[row, column] = EMPTY
            if points > most:
                most = points
                best = column
    return best
