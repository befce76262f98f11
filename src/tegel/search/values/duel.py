"""Azul Duel: what a dome and its lines promise at the start of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.compiled import rule
from ...core.runs import occupied, points_there
from ...games.duel.chips import chips_in
from ...games.duel.dome import cell, plate_row_is_full, plates_on, takes
from ...games.duel.scoring import LINES
from ...games.duel.state import (
    BACK,
    COLOURS,
    COMPLETING,
    DOWN,
    EMPTY,
    FRONT,
    JOKER,
    OVER,
    PLACING,
    ROUNDS,
    SEATS,
    SIZE,
    SMALL,
    SPECIAL,
    STACKING,
    TAKING,
)
from ..settings import Settings
from .duel_moves import MOVE_FEATURES, rate_moves

__all__ = ["MOVE_FEATURES", "rate_moves"]

EVERYWHERE = False  # only positions at the start of a round are valued
SETTINGS = Settings(explore=0.3, untried=0.0, lean=0.005, sharpness=1.5, rollout=200, solve=4)
LEARNED = replace(SETTINGS, explore=0.7, sure=True, solve=0, guided=True, further=0.5, long_from=5_000)  # with a network
STAGES = ROUNDS
FEATURES = (
    *("one", "score", "starter", "tiles", "plates"),
    *("rows", "colourful_rows", "columns", "outer", "diagonals", "corners", "jokers", "special_cost"),
    *("special_progress", "special_left", "chips", "openings", "open_cells"),
    *("line_tiles", "line_missing", "line_points", "line_stuck", "line_waiting"),
    *("line_1", "line_2", "line_3", "line_4", "line_5", "line_6"),
)
(
    SEAT_ONE, SEAT_SCORE, SEAT_STARTER, SEAT_TILES, SEAT_PLATES, SEAT_ROWS,
    SEAT_COLOURFUL_ROWS, SEAT_COLUMNS, SEAT_OUTER, SEAT_DIAGONALS, SEAT_CORNERS, SEAT_JOKERS,
    SEAT_SPECIAL_COST, SEAT_SPECIAL_PROGRESS, SEAT_SPECIAL_LEFT, SEAT_CHIPS, SEAT_OPENINGS, SEAT_OPEN_CELLS,
    SEAT_LINE_TILES, SEAT_LINE_MISSING, SEAT_LINE_POINTS, SEAT_LINE_STUCK, SEAT_LINE_WAITING, SEAT_LINE_1,
    SEAT_LINE_2, SEAT_LINE_3, SEAT_LINE_4, SEAT_LINE_5, SEAT_LINE_6,
) = range(len(FEATURES))  # fmt: skip


def variant(state: Any) -> str:
    """One set of weights: the scoring tiles are features."""
    return "standard"


@rule
def horizon(state: Any) -> int:
    """The round: after it everything is dealt anew."""
    return state.round_number  # type: ignore[no-any-return]


@rule
def hard_to_rate(state: Any) -> bool:
    """Which plate to draw, to keep and to lay where, and which lines to complete: no feature tells what a dome will need."""
    return bool(state.phase != TAKING and state.phase != STACKING and state.phase != PLACING)


@rule
def may_end(state: Any) -> bool:
    """The last round ends the game."""
    return state.round_number == ROUNDS  # type: ignore[no-any-return]


@rule
def foreseeable(state: Any) -> bool:
    """Whether no plate and no chip will be turned up before the round ends."""
    if state.phase >= COMPLETING:
        return True
    if state.phase != TAKING and state.phase != STACKING:
        return False
    for seat in range(SEATS):
        if state.boards[seat].tokens > 0:
            return False
    for small in range(SMALL):
        if state.chips[small] == DOWN:
            return False
    return True


@rule
def same_as(state: Any, move: int) -> int:
    """Every move is its own: factories differ by their chips."""
    return move


@rule
def distinct(state: Any, moves: Any, count: int) -> int:
    """Every move is its own."""
    return count


@rule
def stage(state: Any) -> int:
    """The round, from 0."""
    return min(max(state.round_number - 1, 0), STAGES - 1) if state.phase != OVER else STAGES - 1


@rule
def line_length(tiles: Any, line: int) -> int:
    """How many cells of a row, column or diagonal are filled."""
    count = 0
    for step in range(SIZE):
        if tiles[LINES[line, 0] + step * LINES[line, 2], LINES[line, 1] + step * LINES[line, 3]] != EMPTY:
            count += 1
    return count


@rule
def lines_progress(tiles: Any, first: int, last: int) -> float:
    """Complete lines count 1, others by the cube of their filled part."""
    total = 0.0
    for line in range(first, last):
        total += (line_length(tiles, line) / SIZE) ** 3
    return total


@rule
def colours_in_row(tiles: Any, row: int) -> int:
    seen, count = 0, 0
    for column in range(SIZE):
        colour = int(tiles[row, column])
        if 0 <= colour < COLOURS and not seen >> colour & 1:
            seen |= 1 << colour
            count += 1
    return count


@rule
def describe_scoring(state: Any, board: Any, features: Any) -> None:
    """How far the dome is on the way to what the scoring tiles in play reward (D1.4)."""
    tiles, sides = board.tiles, state.scoring
    if sides[0] == FRONT:
        features[SEAT_ROWS] = 3 * lines_progress(tiles, 0, SIZE)
    elif sides[0] == BACK:
        for row in range(SIZE):
            features[SEAT_COLOURFUL_ROWS] += 4 * (colours_in_row(tiles, row) / COLOURS) ** 3
    if sides[1] == FRONT:
        features[SEAT_COLUMNS] = 7 * lines_progress(tiles, SIZE, 2 * SIZE)
    elif sides[1] == BACK:
        for at in range(SIZE):
            features[SEAT_OUTER] += (tiles[0, at] != EMPTY) + (tiles[SIZE - 1, at] != EMPTY)
            if 0 < at < SIZE - 1:
                features[SEAT_OUTER] += (tiles[at, 0] != EMPTY) + (tiles[at, SIZE - 1] != EMPTY)
    if sides[2] == FRONT:
        features[SEAT_DIAGONALS] = 10 * lines_progress(tiles, 2 * SIZE, 2 * SIZE + 2)
    elif sides[2] == BACK:
        for corner in range(4):
            row, column = corner // 2 * (SIZE - 2), corner % 2 * (SIZE - 2)
            filled = 0
            for quarter in range(4):
                filled += tiles[row + quarter // 2, column + quarter % 2] != EMPTY
            features[SEAT_CORNERS] += (3 if row == 0 else 8) * (filled / 4) ** 2


@rule
def describe_cells(state: Any, board: Any, lines: Any, features: Any) -> None:
    """Joker and special cells, and what the free cells would score."""
    jokers, filled, empty = 0, 0, 0
    for row in range(SIZE):
        best = 0
        for column in range(SIZE):
            kind = cell(board, row, column)
            free = board.tiles[row, column] == EMPTY
            features[SEAT_TILES] += not free
            if kind == JOKER:
                jokers += 1
                filled += not free
            if kind == SPECIAL and free:
                empty += 1
                features[SEAT_SPECIAL_PROGRESS] += (row + 1) * plate_part(board, row, column)
                features[SEAT_SPECIAL_LEFT] += row + 1
            if free and kind != EMPTY and kind != SPECIAL:
                features[SEAT_OPEN_CELLS] += 1
                best = max(best, points_there(lines, row, column))
        features[SEAT_OPENINGS] += best
    if state.scoring[3] == FRONT and jokers > 0:
        features[SEAT_JOKERS] = 2 * filled * (filled / jokers) ** 2
    elif state.scoring[3] == BACK:
        features[SEAT_SPECIAL_COST] = 3 * empty


@rule
def plate_part(board: Any, row: int, column: int) -> float:
    """The part of a plate's other three cells that is filled."""
    filled = 0
    for quarter in range(4):
        filled += board.tiles[row // 2 * 2 + quarter // 2, column // 2 * 2 + quarter % 2] != EMPTY
    return filled / 3.0


@rule
def describe_lines(board: Any, lines: Any, features: Any) -> None:
    """What the tiles waiting in the lines promise, the more the fuller they are."""
    for row in range(SIZE):
        count = board.line_count[row]
        if count > 0:
            part = count / (row + 1.0)
            features[SEAT_LINE_TILES] += count
            features[SEAT_LINE_MISSING] += row + 1 - count
            features[SEAT_LINE_1 + row] = part
            best = 0
            for column in range(SIZE):
                if takes(board, row, column, board.line_colour[row]):
                    best = max(best, points_there(lines, row, column))
            features[SEAT_LINE_POINTS] += part * best
            if best == 0:
                features[SEAT_LINE_STUCK if plate_row_is_full(board, row) else SEAT_LINE_WAITING] += part


@rule
def describe_seat(state: Any, seat: int, features: Any) -> None:
    """A player's things between two rounds."""
    board = state.boards[seat]
    for at in range(len(features)):
        features[at] = 0.0
    features[SEAT_ONE] = 1.0
    features[SEAT_SCORE] = board.score / 10.0
    features[SEAT_STARTER] = 1.0 if state.starter == seat else 0.0
    features[SEAT_PLATES] = plates_on(board)
    features[SEAT_CHIPS] = chips_in(board.chips)
    describe_scoring(state, board, features)
    lines = occupied(board.tiles)
    describe_cells(state, board, lines, features)
    describe_lines(board, lines, features)
