"""Phase 2, tiling: lines place their tiles on the dome, then broken tiles cost points (D4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import once, rule
from ...core.runs import run, tile_points
from ...core.story import carry, tell
from .dome import ASK, cell, column_for, plate_row_is_full, takes
from .moves import CELL, LEAVE
from .payment import can_pay, pay
from .state import BROKEN_SIZE, COMPLETING, EMPTY, PAYING, PLACING, SIZE, SPECIAL
from .story import BROKEN, FLOOR, FLOOR_START, IN_TOWER, ON_BROKEN, ON_DOME, ON_LINE, SPECIAL_TILE, TILE
from .taking import break_tiles

BROKEN_COST = np.array([0, 1, 3, 6, 10], np.int8)  # D4.6
START_TILE_COST = 2  # D4.6


@rule
def empty_line(board: Any, row: int) -> None:
    board.line_colour[row] = EMPTY
    board.line_count[row] = 0


@rule
def fill_special(board: Any, seat: int, row: int, column: int, story: Any) -> None:
    """If a tile filled the last coloured cell of a special plate, a special tile fills its fourth and scores its row's number (D4.5)."""
    special_row, special_column = EMPTY, EMPTY
    for quarter in range(4):
        r = row // 2 * 2 + quarter // 2
        c = column // 2 * 2 + quarter % 2
        if cell(board, r, c) == SPECIAL:
            special_row, special_column = r, c
        elif board.tiles[r, c] == EMPTY:
            return
    if special_row != EMPTY:
        board.tiles[special_row, special_column] = SPECIAL
        board.score += special_row + 1
        tell(story, SPECIAL_TILE, seat, special_row + 1, row=special_row, column=special_column)


@rule
def place(state: Any, seat: int, row: int, column: int, story: Any) -> None:
    """A line's tile goes on the dome and scores; its other real tiles go to the tower (D4.1, D4.3, D4.4)."""
    once()
    board = state.boards[seat]
    colour = board.line_colour[row]
    board.tiles[row, column] = colour
    across = run(board.tiles, row, column, 0, 1)
    down = run(board.tiles, row, column, 1, 0)
    points = tile_points(across, down)
    board.score += points
    rest = board.line_count[row] - 1
    state.tower[colour] += rest
    empty_line(board, row)
    tell(story, TILE, seat, points, colour=colour, row=row, column=column, across=across, down=down)
    carry(story, seat, colour, 1, (ON_LINE, row, rest), (ON_DOME, row, column))
    carry(story, seat, colour, rest, (ON_LINE, row, 0), (IN_TOWER, -1, -1))
    fill_special(board, seat, row, column, story)


@rule
def break_line(state: Any, seat: int, row: int, story: Any) -> None:
    """The tiles of a line that can never be placed are broken, full or not (D4.2)."""
    board = state.boards[seat]
    colour, count = board.line_colour[row], board.line_count[row]
    tell(story, BROKEN, seat, colour=colour, row=row, count=count)
    break_tiles(state, seat, colour, count, (ON_LINE, row, 0), story)
    empty_line(board, row)


@rule
def place_or_ask(state: Any, story: Any) -> bool:
    """Place the tile of the line being worked; False if the owner has to choose the cell first (D4.1)."""
    seat, row = state.turn, state.line
    column = column_for(state.boards[seat], row)
    if column == ASK:
        state.phase = PLACING
        return False
    place(state, seat, row, column, story)
    return True


@rule
def work_line(state: Any, story: Any) -> bool:
    """Work the current line (D4.1-D4.3); False if the owner has to decide something first."""
    seat, row = state.turn, state.line
    board = state.boards[seat]
    if board.line_count[row] == 0:
        return True
    if column_for(board, row) == EMPTY:
        if plate_row_is_full(board, row):
            break_line(state, seat, row, story)
        return True
    if board.line_count[row] > row:
        return place_or_ask(state, story)
    if can_pay(board, row):
        state.phase = COMPLETING
        return False
    return True


@rule
def tiling_step(state: Any, move: int, story: Any) -> bool:
    """Make a decision about the current line; whether that was the last one about it."""
    if move == LEAVE:
        return True
    if move < LEAVE:
        place(state, state.turn, state.line, move - CELL, story)
        return True
    pay(state, move)
    if state.missing > 0:
        state.phase = PAYING
        return False
    return place_or_ask(state, story)


@rule
def legal_cells(state: Any, moves: Any) -> int:
    """The dome columns for the tile of the line being worked (D4.1)."""
    board = state.boards[state.turn]
    row = state.line
    count = 0
    for column in range(SIZE):
        if takes(board, row, column, board.line_colour[row]):
            moves[count] = CELL + column
            count += 1
    return count


@rule
def charge_broken(state: Any, seat: int, story: Any) -> None:
    """Subtract the costs of broken tiles and start tile, never below 0; broken tiles go to the tower (D4.6)."""
    board = state.boards[seat]
    count = 0
    for space in range(BROKEN_SIZE):
        if board.broken[space] != EMPTY:
            count += 1
            state.tower[board.broken[space]] += 1
            carry(story, seat, board.broken[space], 1, (ON_BROKEN, -1, space), (IN_TOWER, -1, -1), ahead=1)
            board.broken[space] = EMPTY
    start_tile = 1 if state.start_tile == seat else 0
    if count + start_tile > 0:
        loss = min(BROKEN_COST[count] + START_TILE_COST * start_tile, board.score)
        board.score -= loss
        tell(story, FLOOR_START if start_tile else FLOOR, seat, -loss, count=count)


@rule
def best_column(board: Any, row: int) -> int:
    """The column where a line's tile scores most just now; the leftmost of equals, EMPTY if there is none."""
    best = EMPTY
    most = -1
    for column in range(SIZE):
        if takes(board, row, column, board.line_colour[row]):
            points = tile_points(run(board.tiles, row, column, 0, 1), run(board.tiles, row, column, 1, 0))
            if points > most:
                most = points
                best = column
    return best
