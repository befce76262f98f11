"""The rules of Azul as the generic functions know them."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check import check
from .knowledge import hide, sample
from .moves import COLUMN
from .offer import legal_takes, offer_is_empty, only_take, take
from .rounds import begin_walls, choose_column, complete_rows, finish, setup, work_walls
from .state import EMPTY, OFFER, OVER, SIZE, WALL
from .wall import best_column, clear_floor, fall, free_for, home, lay

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
    """Takes in the offer phase, columns in the grey wall's wall phase."""
    if state.phase == OFFER:
        return legal_takes(state, moves)
    count = 0
    if state.phase == WALL:
        board = state.boards[state.turn]
        for column in range(SIZE):
            if free_for(board, state.line, column, board.line_colour[state.line]):
                moves[count] = COLUMN + column
                count += 1
    return count


@rule
def only_move(state: Any) -> int:
    """The one legal move, or -1. (The wall phase only ever stops where there is a choice.)"""
    if state.phase == OFFER:
        return only_take(state)
    return -1


@rule
def act(state: Any, move: int, story: Any) -> None:
    """Make a move; play passes to the next seat, or the round to its wall phase."""
    if state.phase == WALL:
        choose_column(state, move - COLUMN, story)
    else:
        take(state, move, story)
        if offer_is_empty(state):
            begin_walls(state)
        else:
            state.turn = (state.turn + 1) % state.players


@rule
def has_pending(state: Any) -> bool:
    """Whether walls are to be worked."""
    return state.phase == WALL


@rule
def resolve_pending(state: Any, story: Any) -> None:
    """Go on with the wall phase, to a column that somebody has to choose or to the end of the round."""
    work_walls(state, story)


@rule
def reveals(before: Any, move: int, after: Any) -> bool:
    """Only a deal shows something new: all else is public (A9)."""
    return after.draws != before.draws


@rule
def worth(state: Any, seat: int) -> int:
    """What decides the places: points, then complete rows (A6.3)."""
    board = state.boards[seat]
    return board.score * (SIZE + 1) + complete_rows(board.wall)


@rule
def result(state: Any, points: Any, places: Any) -> None:
    """Points and places; equal worth shares a place (A6.3)."""
    for seat in range(state.players):
        points[seat] = state.boards[seat].score
        places[seat] = 1
        for other in range(state.players):
            if worth(state, other) > worth(state, seat):
                places[seat] += 1


@rule
def score_now(state: Any, story: Any) -> None:
    """Work all walls and floors now, choosing grey columns by their points, and give the bonuses."""
    if state.phase == OVER:
        return
    for seat in range(state.players):
        board = state.boards[seat]
        for row in range(SIZE):
            if board.line_count[row] > row:
                column = best_column(board, row) if state.grey else home(row, board.line_colour[row])
                if column == EMPTY:
                    fall(state, seat, row, story)
                else:
                    lay(state, seat, row, column, story)
        clear_floor(state, seat, story)
    finish(state, story)
