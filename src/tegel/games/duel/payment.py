"""Completing a line with chips (D4.3)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import once, rule
from .chips import MATCHES, PAYMENTS, chips_in, matching, suffices
from .moves import LEAVE, PAIR
from .state import CHIP_TYPES, COMPLETING


@rule
def can_pay(board: Any, row: int) -> bool:
    """Whether a player's chips can pay for all tiles that a line lacks."""
    chips = board.chips
    return suffices(matching(chips, board.line_colour[row]), chips_in(chips), row + 1 - board.line_count[row])


@rule
def to_pay(state: Any) -> int:
    """How many tiles of the line being worked are to be paid for."""
    if state.phase == COMPLETING:
        return state.line + 1 - state.boards[state.turn].line_count[state.line]
    return state.missing


@rule
def fits(state: Any, payment: int) -> bool:
    """Whether a player has the chips of a payment, matching ones if they are two, and can pay with the rest for the other missing tiles."""
    once()
    board = state.boards[state.turn]
    chips, colour = board.chips, board.line_colour[state.line]
    paid, match = 0, 0
    for kind in range(CHIP_TYPES):
        count = PAYMENTS[payment, kind]
        if count > chips[kind]:
            return False
        paid += count
        match += count * MATCHES[kind, colour]
    if paid == 2 and match < 2:
        return False
    return suffices(matching(chips, colour) - match, chips_in(chips) - paid, to_pay(state) - 1)


@rule
def legal_payments(state: Any, moves: Any) -> int:
    """To leave the line, before the first payment, and every payment."""
    count = 0
    if state.phase == COMPLETING:
        moves[count] = LEAVE
        count += 1
    for payment in range(len(PAYMENTS)):
        if fits(state, payment):
            moves[count] = PAIR + payment
            count += 1
    return count


@rule
def only_payment(state: Any) -> int:
    """The one possible payment, or -1 if there are several."""
    only = -1
    for payment in range(len(PAYMENTS)):
        if fits(state, payment):
            if only >= 0:
                return -1
            only = PAIR + payment
    return only


@rule
def pay(state: Any, move: int) -> None:
    """Chips pay for one missing tile and are gone."""
    state.missing = to_pay(state) - 1
    chips = state.boards[state.turn].chips
    for kind in range(CHIP_TYPES):
        chips[kind] -= PAYMENTS[move - PAIR, kind]
