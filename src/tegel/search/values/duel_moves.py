"""Azul Duel: which takes, plates, cells and payments look good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.compiled import rule
from ...core.runs import run, tile_points
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


@rule
def rate_moves(state: Any, moves: Any, count: int, weights: Sequence[float], scratch: Any, ratings: Any) -> None:
    """Each move by its kind."""
    for at in range(count):
        ratings[at] = rate_move(state, state.boards[state.turn], int(moves[at]), weights)


@rule
def rate_move(state: Any, board: Any, move: int, weights: Sequence[float]) -> float:
    """One move of any kind."""
    if move < STACK:
        return rate_take(state, board, move, weights)
    if move < OPEN:
        return rate_stacking(state, board, move - STACK, weights)
    if move < LAY:
        return rate_plate(state, board, move, weights)
    if move < CHIP:
        return rate_laying(state, board, move - LAY, weights)
    if move < CELL:
        return weights[MOVE_CHIP] + weights[MOVE_CHIP_MATCH] * chip_match(board, state.chips[move - CHIP])
    if move < LEAVE:
        return rate_placing(board, state.line, move - CELL, weights)
    if move == LEAVE:
        return weights[MOVE_LEAVE]
    points, chips = best_points(board, state.line, board.line_colour[state.line]), 2.0 if move < TRIPLE else 3.0
    return weights[MOVE_PAY_POINTS] * points + weights[MOVE_PAY_CHIPS] * chips


@rule
def points_at(board: Any, row: int, column: int) -> int:
    """What a tile on a cell would score now."""
    return tile_points(run(board.tiles, row, column, 0, 1), run(board.tiles, row, column, 1, 0))


@rule
def best_points(board: Any, row: int, colour: int) -> int:
    """The most a colour would score in a row, 0 if it has no cell there."""
    best = 0
    for column in range(SIZE):
        if takes(board, row, column, colour):
            best = max(best, points_at(board, row, column))
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
def break_cost(board: Any, tiles: int) -> int:
    """What so many more broken tiles cost."""
    already = 0
    while already < BROKEN_SIZE and board.broken[already] != EMPTY:
        already += 1
    return int(BROKEN_COST[min(already + tiles, BROKEN_SIZE)] - BROKEN_COST[already])


@rule
def rate_take(state: Any, board: Any, move: int, weights: Sequence[float]) -> float:
    """Tiles from a sun or the moons to a line or to be broken."""
    colour, target = move // TARGETS % COLOURS, move % TARGETS
    tiles = tiles_taken(state, move)
    rating = weights[MOVE_TILES] * tiles
    if move >= MOON and state.large_moon[colour] > 0 and state.start_tile == FACTORY:
        rating += weights[MOVE_START_TILE]
    if target == BROKEN_TARGET:
        return rating + weights[MOVE_BREAK_COST] * break_cost(board, tiles) + weights[MOVE_BROKEN]
    row = target - 1
    free = row + 1 - int(board.line_count[row])
    rating += weights[MOVE_BREAK_COST] * break_cost(board, max(tiles - free, 0)) + weights[MOVE_LOW_LINE] * row
    if board.line_count[row] == 0:
        rating += weights[MOVE_BEGINS]
    points = best_points(board, row, colour)
    if points == 0:
        rating += weights[MOVE_STUCK if plate_row_is_full(board, row) else MOVE_WAITING]
    if tiles >= free:
        special = 0
        for column in range(SIZE):
            if takes(board, row, column, colour):
                special = max(special, special_points(board, row, column))
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
def plate_fit(board: Any, plate: int) -> float:
    """How many lines that lack a cell find one on a plate."""
    if not 0 <= plate < PLATES:
        return 0.0
    fit = 0.0
    for row in range(SIZE):
        if board.line_count[row] > 0 and best_points(board, row, board.line_colour[row]) == 0 and not plate_row_is_full(board, row):
            for quarter in range(4):
                if FACES[plate, 0, quarter] == board.line_colour[row] or FACES[plate, 0, quarter] == JOKER:
                    fit += board.line_count[row] / (row + 1.0)
                    break
    return fit


@rule
def rate_plate(state: Any, board: Any, move: int, weights: Sequence[float]) -> float:
    """An open plate, a draw, or which of the drawn plates to keep."""
    if move < DRAW:
        fit = plate_fit(board, state.display[move - OPEN])
        return weights[MOVE_OPEN_PLATE] + weights[MOVE_PLATE_FIT] * fit
    if move == DRAW:
        return weights[MOVE_DRAW if state.phase == TAKING else MOVE_DRAW_AGAIN]
    if move == LOOK:
        return weights[MOVE_LOOK]
    return weights[MOVE_PLATE_FIT] * plate_fit(board, state.drawn[move - KEEP]) if move < UNDER else 0.0


@rule
def rate_laying(state: Any, board: Any, place: int, weights: Sequence[float]) -> float:
    """Where to lay the plate in hand, and which way round."""
    space, turn = place // TURNS, place % TURNS
    rating = 0.0
    for quarter in range(4):
        row, column = space // WIDTH * 2 + quarter // 2, space % WIDTH * 2 + quarter % 2
        kind = FACES[state.hand, turn, quarter]
        if kind == SPECIAL:
            rating += weights[MOVE_LAY_SPECIAL] * (row + 1)
            continue
        if kind == JOKER:
            rating += weights[MOVE_LAY_JOKER] * (row + 1)
        if board.line_count[row] > 0 and (kind == board.line_colour[row] or kind == JOKER):
            if best_points(board, row, board.line_colour[row]) == 0:
                rating += weights[MOVE_LAY_MATCH] * board.line_count[row] / (row + 1.0)
        rating += weights[MOVE_LAY_BESIDE] * (points_at(board, row, column) - 1)
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
def rate_placing(board: Any, row: int, column: int, weights: Sequence[float]) -> float:
    """The cell for a line's tile."""
    rating = weights[MOVE_PLACE_POINTS] * points_at(board, row, column) + weights[MOVE_PLACE_SPECIAL] * special_points(board, row, column)
    return rating + (weights[MOVE_PLACE_JOKER] if cell(board, row, column) == JOKER else 0.0)
