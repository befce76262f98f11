"""Completing a line with chips (D4.3)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import once, rule
from .chips import FIRST_PAIR, FIRST_TRIPLE, MATCHES, PAYMENTS, chips_in, matching, suffices
from .moves import LEAVE, PAIR, TRIPLE
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
def put(moves: Any, count: int, move: int) -> int:
    """Add a move to the list, if there is one; how many there are then."""
    if moves is not None:
        moves[count] = move
    return count + 1


@rule
def pairs(chips: Any, colour: int, moves: Any, count: int, last: int) -> Any:
    """Add every two chips of a supply that match a colour; how many moves there are then, and the last of them."""
    for first in range(CHIP_TYPES):
        if chips[first] > 0 and MATCHES[first, colour]:
            for second in range(first, CHIP_TYPES):
                if chips[second] > (second == first) and MATCHES[second, colour]:
                    last = PAIR + FIRST_PAIR[first] + second - first
                    count = put(moves, count, last)
    return count, last


@rule
def triples(chips: Any, colour: int, missing: int, moves: Any, count: int, last: int) -> Any:
    """The same for every three chips that leave enough for the other missing tiles."""
    match, total = matching(chips, colour), chips_in(chips)
    for first in range(CHIP_TYPES):
        if chips[first] > 0:
            for second in range(first, CHIP_TYPES):
                if chips[second] > (second == first):
                    for third in range(second, CHIP_TYPES):
                        if chips[third] > (third == first) + (third == second):
                            paid = MATCHES[first, colour] + MATCHES[second, colour] + MATCHES[third, colour]
                            if suffices(match - paid, total - 3, missing - 1):
                                last = TRIPLE + FIRST_TRIPLE[first, second] + third - second
                                count = put(moves, count, last)
    return count, last


@rule
def payments(state: Any, moves: Any, count: int) -> Any:
    """Add every payment for one missing tile, two matching chips or any three, after which the others can still be paid for."""
    once()
    board = state.boards[state.turn]
    chips, colour, missing = board.chips, board.line_colour[state.line], to_pay(state)
    last = -1
    if suffices(matching(chips, colour) - 2, chips_in(chips) - 2, missing - 1):
        count, last = pairs(chips, colour, moves, count, last)
    return triples(chips, colour, missing, moves, count, last)


@rule
def legal_payments(state: Any, moves: Any) -> int:
    """To leave the line, before the first payment, and every payment."""
    count = 0
    if state.phase == COMPLETING:
        count = put(moves, count, LEAVE)
    return payments(state, moves, count)[0]


@rule
def only_payment(state: Any) -> int:
    """The one possible payment, or -1 if there are several."""
    count, last = payments(state, None, 0)
    return last if count == 1 else -1


@rule
def pay(state: Any, move: int) -> None:
    """Chips pay for one missing tile and are gone."""
    state.missing = to_pay(state) - 1
    chips = state.boards[state.turn].chips
    for kind in range(CHIP_TYPES):
        chips[kind] -= PAYMENTS[move - PAIR, kind]
