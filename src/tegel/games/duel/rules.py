"""The rules of Azul Duel as the generic functions know them."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check import check
from .dome import lay, legal_laying, plate_row_is_full
from .knowledge import hide, knows, sample
from .moves import CHIP, DRAW, KEEP, LOOK, MOON, OPEN, STACK, UNDER
from .payment import legal_payments, only_payment
from .rounds import end_round, end_turn, finish, in_opening, setup, work_lines
from .stack import draw_plate, legal_drawing, legal_drawn, legal_plates, only_plate, only_step, plate_step, stack_height, take_open
from .state import (
    COMPLETING,
    DRAWING,
    EMPTY,
    FACTORY,
    KEEPING,
    LAYING,
    OPENING,
    OVER,
    PAYING,
    PLACING,
    RETURNING,
    SEATS,
    SIZE,
    STACKING,
    TAKING,
    TILED,
)
from .taking import (
    NO_MOVE,
    SEVERAL,
    legal_chips,
    legal_stacking,
    legal_tiles,
    only_chip,
    only_tiles,
    stack_tile,
    take_chip,
    take_moons,
    take_sun,
)
from .tiling import best_column, break_line, charge_broken, legal_cells, place, tiling_step

__all__ = [
    "act",
    "check",
    "has_pending",
    "hide",
    "legal",
    "only_move",
    "resolve_pending",
    "result",
    "reveals",
    "sample",
    "score_now",
    "setup",
]


@rule
def legal(state: Any, moves: Any) -> int:
    """The decisions that the phase asks for."""
    phase = state.phase
    if phase <= TAKING:
        count = legal_tiles(state, moves) if phase == TAKING else 0
        count = legal_plates(state, moves, count)
        return legal_chips(state, moves, count)
    if phase == LAYING:
        return legal_laying(state.boards[state.turn], moves)
    if phase == PLACING:
        return legal_cells(state, moves)
    if COMPLETING <= phase <= PAYING:
        return legal_payments(state, moves)
    if phase == STACKING:
        return legal_stacking(state, moves)
    if phase == DRAWING:
        return legal_drawing(state, moves)
    if KEEPING <= phase <= RETURNING:
        return legal_drawn(state, moves, KEEP if phase == KEEPING else UNDER)
    return 0


@rule
def only_move(state: Any) -> int:
    """The one legal move, or -1. (The other phases only ever stop where there is a choice.)"""
    if state.phase == TAKING:
        only = only_tiles(state)
        if only != SEVERAL:
            only = only_chip(state, only_plate(state, only))
        return max(only, NO_MOVE)
    if DRAWING <= state.phase <= RETURNING:
        return only_step(state)
    if state.phase == PAYING:
        return only_payment(state)
    return NO_MOVE


@rule
def action(state: Any, move: int, story: Any) -> bool:
    """Do one of A-D; whether the turn is complete with that (D3)."""
    if move < MOON:
        take_sun(state, move, story)
        if state.building_at != EMPTY:
            state.phase = STACKING
            return False
        return True
    if move < STACK:
        take_moons(state, move, story)
        return True
    if move >= CHIP:
        take_chip(state, move - CHIP)
        return True
    state.boards[state.turn].tokens -= 1
    if move == DRAW:
        draw_plate(state, story)
    else:
        take_open(state, move - OPEN)
    return False


@rule
def step(state: Any, move: int, story: Any) -> bool:
    """Make one step of a turn; whether the turn is complete with that."""
    if state.phase == TAKING:
        return action(state, move, story)
    if state.phase == STACKING:
        stack_tile(state, move - STACK, story)
        return state.building_at == EMPTY
    if state.phase == LAYING:
        lay(state, move)
        return True
    if state.phase == OPENING:
        take_open(state, move - OPEN)
    else:
        plate_step(state, move, story)
    return False


@rule
def act(state: Any, move: int, story: Any) -> None:
    """Make a move; the turn goes on or passes, or lines are worked until somebody has to decide or all are done."""
    if state.phase >= COMPLETING:
        to_work = tiling_step(state, move, story)
        if to_work:
            state.line += 1
    else:
        opening = in_opening(state)
        to_work = step(state, move, story) and not end_turn(state, opening)
    if to_work and work_lines(state, story):
        state.phase = TILED


@rule
def has_pending(state: Any) -> bool:
    """Whether all lines are worked."""
    return state.phase == TILED


@rule
def resolve_pending(state: Any, story: Any) -> None:
    """The round is over; the next one is dealt."""
    end_round(state, story)


@rule
def reveals(before: Any, move: int, after: Any) -> bool:
    """A deal, a chip, a back under a plate drawn, a plate that is looked at, kept or turned up: if it is new to anybody (D3.9, D8)."""
    if after.draws != before.draws or KEEP <= move < UNDER:
        return True
    if move == LOOK:
        for n in range(before.drawn_count):
            if not knows(before.turn, before.drawn_known[n]):
                return True
    if move == DRAW:
        return after.stack[0] != EMPTY and after.stack_known[0] == 0
    return stack_height(after) < stack_height(before)


@rule
def worth(state: Any, seat: int) -> int:
    """What decides the places: points, then the start tile. Who took it last is its holder now, or else began this round (D6.2)."""
    holder = state.starter if state.start_tile == FACTORY else state.start_tile
    return 2 * state.boards[seat].score + (1 if holder == seat else 0)


@rule
def result(state: Any, points: Any, places: Any) -> None:
    """Points and places; there are no shared ones (D6.2)."""
    for seat in range(SEATS):
        points[seat] = state.boards[seat].score
        places[seat] = 1 if worth(state, seat) > worth(state, 1 - seat) else 2


@rule
def is_tiled(state: Any, seat: int) -> bool:
    """Whether a player has finished this round's tiling: the start player, while the other one is at it, and in the end both (D4.7)."""
    return state.phase == TILED or (state.phase >= COMPLETING and seat == state.starter and seat != state.turn)


@rule
def settle_line(state: Any, seat: int, row: int, story: Any) -> None:
    """Work a line where it scores most just now. Without new payments, but one begun will be completed (D4.1, D4.2)."""
    board = state.boards[seat]
    if board.line_count[row] == 0:
        return
    column = best_column(board, row)
    begun = state.phase >= PAYING and seat == state.turn and row == state.line
    if column == EMPTY:
        if plate_row_is_full(board, row):
            break_line(state, seat, row, story)
    elif begun or board.line_count[row] > row:
        place(state, seat, row, column, story)


@rule
def score_now(state: Any, story: Any) -> None:
    """Tile now, choosing cells by their points and paying no chips, and count the scoring tiles."""
    if state.phase == OVER:
        return
    for seat in range(SEATS):
        if not is_tiled(state, seat):
            for row in range(SIZE):
                settle_line(state, seat, row, story)
            charge_broken(state, seat, story)
    finish(state, story)
