"""Azul Duel: which takes, plates, cells and payments look good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.compiled import rule
from ...core.runs import occupied, points_there
from ...games.duel.chips import MATCHES
from ...games.duel.dome import WIDTH, cell, plate_row_is_full, takes
from ...games.duel.moves import BROKEN_TARGET, CELL, CHIP, DRAW, KEEP, LAY, LEAVE, LOOK, MOON, OPEN, STACK, TARGETS, TRIPLE, UNDER
from ...games.duel.plates import FACES, TURNS
from ...games.duel.state import BROKEN_SIZE, COLOURS, EMPTY, FACTORY, JOKER, PLATES, SIZE, SMALL, SPECIAL, TAKING
from ...games.duel.taking import height
from ...games.duel.tiling import BROKEN_COST

MOVE_FEATURES = (
    *("completes", "points", "special", "waiting", "stuck"),
    *("break_cost", "broken", "start_tile"),
    *("part", "part_points", "missing", "begins", "low_line", "tiles"),
    *("open_plate", "plate_fit", "draw", "draw_again", "look"),
    *("lay_match", "lay_beside", "lay_special", "lay_joker"),
    *("chip", "chip_match"),
    *("place_points", "place_special", "place_joker"),
    *("leave", "pay_points", "pay_chips"),
    *("stack_wanted", "stack_own"),
)
(
    MOVE_COMPLETES, MOVE_POINTS, MOVE_SPECIAL, MOVE_WAITING, MOVE_STUCK, MOVE_BREAK_COST,
    MOVE_BROKEN, MOVE_START_TILE, MOVE_PART, MOVE_PART_POINTS, MOVE_MISSING, MOVE_BEGINS,
    MOVE_LOW_LINE, MOVE_TILES, MOVE_OPEN_PLATE, MOVE_PLATE_FIT, MOVE_DRAW, MOVE_DRAW_AGAIN,
    MOVE_LOOK, MOVE_LAY_MATCH, MOVE_LAY_BESIDE, MOVE_LAY_SPECIAL, MOVE_LAY_JOKER, MOVE_CHIP,
    MOVE_CHIP_MATCH, MOVE_PLACE_POINTS, MOVE_PLACE_SPECIAL, MOVE_PLACE_JOKER, MOVE_LEAVE, MOVE_PAY_POINTS,
    MOVE_PAY_CHIPS, MOVE_STACK_WANTED, MOVE_STACK_OWN,
) = range(len(MOVE_FEATURES))  # fmt: skip

# What a row offers is kept in digits of base 64, two for each colour.
DIGIT = 6  # bits
LOWEST = (1 << DIGIT) - 1  # masks the lowest digit
LAST_DIGIT = np.uint64(LOWEST)
PAIR = np.uint64((1 << 2 * DIGIT) - 1)
POINTS, BRINGS = range(2)  # what a tile scores, and a special tile that it brings


@rule
def rate_moves(state: Any, moves: Any, count: int, weights: Sequence[float], scratch: Any, ratings: Any) -> None:
    """Each move by its kind. Takes come source by source and colour by colour, ways to lay a plate space by space: what they share is
    worked out once. No position has moves of both kinds, so they use the same memory for it."""
    board = state.boards[state.turn]
    lines = occupied(board.tiles)
    rows = scratch[:, 0]
    broken = -1  # how many tiles are broken already, once anybody asks
    group, shared = -1, 0  # a source and colour, and how many tiles they bring; or a space, and what its cells would score
    for at in range(count):
        move = int(moves[at])
        if move < STACK:
            if broken < 0:
                broken = broken_tiles(board)
                describe_rows(board, lines, rows)
            if move // TARGETS != group:
                group = move // TARGETS
                shared = tiles_taken(state, move)
            ratings[at] = rate_take(state, board, move, shared, broken, rows, weights)
        elif LAY <= move < CHIP:
            space = (move - LAY) // TURNS
            if group < 0:
                describe_waiting(board, lines, rows)
            if space != group:
                group = space
                shared = points_on(lines, space)
            ratings[at] = rate_laying(state, board, move - LAY, shared, rows, weights)
        else:
            ratings[at] = rate_move(state, board, lines, move, weights)


@rule
def rate_move(state: Any, board: Any, lines: Any, move: int, weights: Sequence[float]) -> float:
    """One move, but for takes and ways to lay a plate."""
    if move < OPEN:
        return rate_stacking(state, board, move - STACK, weights)
    if move < LAY:
        return rate_plate(state, board, lines, move, weights)
    if move < CELL:
        return weights[MOVE_CHIP] + weights[MOVE_CHIP_MATCH] * chip_match(board, state.chips[move - CHIP])
    if move < LEAVE:
        return rate_placing(board, lines, state.line, move - CELL, weights)
    if move == LEAVE:
        return weights[MOVE_LEAVE]
    points, chips = best_points(board, lines, state.line, board.line_colour[state.line]), 2.0 if move < TRIPLE else 3.0
    return weights[MOVE_PAY_POINTS] * points + weights[MOVE_PAY_CHIPS] * chips


@rule
def best_points(board: Any, lines: Any, row: int, colour: int) -> int:
    """The most a colour would score in a row, 0 if it has no cell there."""
    best = 0
    for column in range(SIZE):
        if takes(board, row, column, colour):
            best = max(best, points_there(lines, row, column))
    return best


@rule
def special_points(board: Any, row: int, column: int) -> int:
    """What a special tile would score if a tile on this cell brings it (D4.5)."""
    found = 0
    for quarter in range(4):
        r, c = row // 2 * 2 + quarter // 2, column // 2 * 2 + quarter % 2
        if cell(board, r, c) == SPECIAL:
            found = r + 1
        elif board.tiles[r, c] == EMPTY and not (r == row and c == column):
            return 0
    return found


@rule
def tiles_taken(state: Any, move: int) -> int:
    """How many tiles a take brings."""
    colour = move // TARGETS % COLOURS
    if move < MOON:
        return int(state.suns[move // (COLOURS * TARGETS), colour])
    tiles = int(state.large_moon[colour])
    for small in range(SMALL):
        moon = state.moons[small]
        level = height(moon)
        if level > 0 and moon[level - 1] == colour:
            tiles += 1
    return tiles


@rule
def describe_rows(board: Any, lines: Any, rows: Any) -> None:
    """For each row and colour the most that a tile would score and bring by a special tile: two digits, base 64, a colour."""
    for row in range(SIZE):
        found = np.uint64(0)
        for column in range(SIZE):
            kind = cell(board, row, column)
            if board.tiles[row, column] == EMPTY and kind != EMPTY and kind != SPECIAL:
                points, special = np.uint64(points_there(lines, row, column)), np.uint64(special_points(board, row, column))
                for colour in range(COLOURS):
                    if kind == colour or kind == JOKER:
                        most = max(found >> digit(colour, POINTS) & LAST_DIGIT, points)
                        dearest = max(found >> digit(colour, BRINGS) & LAST_DIGIT, special)
                        found &= ~(PAIR << digit(colour, POINTS))
                        found |= most << digit(colour, POINTS) | dearest << digit(colour, BRINGS)
        rows[row] = found


@rule
def digit(colour: int, which: int) -> Any:
    """Where one of a colour's two digits stands."""
    return np.uint64((colour * 2 + which) * DIGIT)


@rule
def broken_tiles(board: Any) -> int:
    """How many tiles are broken already."""
    count = 0
    while count < BROKEN_SIZE and board.broken[count] != EMPTY:
        count += 1
    return count


@rule
def break_cost(already: int, tiles: int) -> int:
    """What so many more broken tiles cost."""
    return int(BROKEN_COST[min(already + tiles, BROKEN_SIZE)] - BROKEN_COST[already])


@rule
def rate_take(state: Any, board: Any, move: int, tiles: int, broken: int, rows: Any, weights: Sequence[float]) -> float:
    """Tiles from a sun or the moons to a line or to be broken."""
    colour, target = move // TARGETS % COLOURS, move % TARGETS
    rating = weights[MOVE_TILES] * tiles
    if move >= MOON and state.large_moon[colour] > 0 and state.start_tile == FACTORY:
        rating += weights[MOVE_START_TILE]
    if target == BROKEN_TARGET:
        return rating + weights[MOVE_BREAK_COST] * break_cost(broken, tiles) + weights[MOVE_BROKEN]
    row = target - 1
    free = row + 1 - int(board.line_count[row])
    rating += weights[MOVE_BREAK_COST] * break_cost(broken, max(tiles - free, 0)) + weights[MOVE_LOW_LINE] * row
    if board.line_count[row] == 0:
        rating += weights[MOVE_BEGINS]
    points = np.int64(rows[row] >> digit(colour, POINTS) & LAST_DIGIT)
    if points == 0:
        rating += weights[MOVE_STUCK if plate_row_is_full(board, row) else MOVE_WAITING]
    if tiles >= free:
        special = np.int64(rows[row] >> digit(colour, BRINGS) & LAST_DIGIT)
        rating += weights[MOVE_COMPLETES] + weights[MOVE_POINTS] * points + weights[MOVE_SPECIAL] * special
    else:
        part = (row + 1 - free + tiles) / (row + 1.0)
        rating += weights[MOVE_PART] * part + weights[MOVE_PART_POINTS] * part * points + weights[MOVE_MISSING] * (free - tiles)
    return rating


@rule
def wants(board: Any, colour: int) -> float:
    """Whether a player has begun a line of a colour that is not full."""
    for row in range(SIZE):
        if board.line_count[row] > 0 and board.line_colour[row] == colour and board.line_count[row] <= row:
            return 1.0
    return 0.0


@rule
def rate_stacking(state: Any, board: Any, colour: int, weights: Sequence[float]) -> float:
    """The next tile from the bottom up: best is what the other player wants."""
    wanted = wants(state.boards[1 - state.turn], colour)
    return weights[MOVE_STACK_WANTED] * wanted + weights[MOVE_STACK_OWN] * wants(board, colour)


@rule
def plate_fit(board: Any, lines: Any, plate: int) -> float:
    """How many lines that lack a cell find one on a plate."""
    if not 0 <= plate < PLATES:
        return 0.0
    fit = 0.0
    for row in range(SIZE):
        if lacks_cell(board, lines, row) and not plate_row_is_full(board, row):
            for quarter in range(4):
                if FACES[plate, 0, quarter] == board.line_colour[row] or FACES[plate, 0, quarter] == JOKER:
                    fit += board.line_count[row] / (row + 1.0)
                    break
    return fit


@rule
def lacks_cell(board: Any, lines: Any, row: int) -> bool:
    """Whether a line was begun whose tile has no cell yet."""
    return bool(board.line_count[row] > 0 and best_points(board, lines, row, board.line_colour[row]) == 0)


@rule
def rate_plate(state: Any, board: Any, lines: Any, move: int, weights: Sequence[float]) -> float:
    """An open plate, a draw, or which of the drawn plates to keep."""
    if move < DRAW:
        fit = plate_fit(board, lines, state.display[move - OPEN])
        return weights[MOVE_OPEN_PLATE] + weights[MOVE_PLATE_FIT] * fit
    if move == DRAW:
        return weights[MOVE_DRAW if state.phase == TAKING else MOVE_DRAW_AGAIN]
    if move == LOOK:
        return weights[MOVE_LOOK]
    return weights[MOVE_PLATE_FIT] * plate_fit(board, lines, state.drawn[move - KEEP]) if move < UNDER else 0.0


@rule
def describe_waiting(board: Any, lines: Any, rows: Any) -> None:
    """Which lines were begun and have no cell yet: 1 by row."""
    for row in range(SIZE):
        rows[row] = np.uint64(lacks_cell(board, lines, row))


@rule
def points_on(lines: Any, space: int) -> int:
    """What tiles on the four cells of a space would score: digits, base 64."""
    found = 0
    for quarter in range(4):
        points = points_there(lines, space // WIDTH * 2 + quarter // 2, space % WIDTH * 2 + quarter % 2)
        found |= points << (quarter * DIGIT)
    return found


@rule
def rate_laying(state: Any, board: Any, place: int, points: int, waiting: Any, weights: Sequence[float]) -> float:
    """Where to lay the plate in hand, and which way round."""
    space, turn = place // TURNS, place % TURNS
    rating = 0.0
    for quarter in range(4):
        row = space // WIDTH * 2 + quarter // 2
        kind = FACES[state.hand, turn, quarter]
        if kind == SPECIAL:
            rating += weights[MOVE_LAY_SPECIAL] * (row + 1)
            continue
        if kind == JOKER:
            rating += weights[MOVE_LAY_JOKER] * (row + 1)
        if waiting[row] and (kind == board.line_colour[row] or kind == JOKER):
            rating += weights[MOVE_LAY_MATCH] * board.line_count[row] / (row + 1.0)
        rating += weights[MOVE_LAY_BESIDE] * ((points >> (quarter * DIGIT) & LOWEST) - 1)
    return rating


@rule
def chip_match(board: Any, kind: int) -> float:
    """How many begun lines a chip matches."""
    count = 0.0
    for row in range(SIZE):
        if 0 < board.line_count[row] <= row and MATCHES[kind, board.line_colour[row]]:
            count += 1.0
    return count


@rule
def rate_placing(board: Any, lines: Any, row: int, column: int, weights: Sequence[float]) -> float:
    """The cell for a line's tile."""
    points, special = points_there(lines, row, column), special_points(board, row, column)
    rating = weights[MOVE_PLACE_POINTS] * points + weights[MOVE_PLACE_SPECIAL] * special
    return rating + (weights[MOVE_PLACE_JOKER] if cell(board, row, column) == JOKER else 0.0)
