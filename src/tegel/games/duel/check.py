"""Every invariant of a state of Azul Duel, whole, hidden or sampled."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check_board import check_broken, check_dome, check_lines, check_plates_laid
from .check_table import check_chips, check_counts, check_factories, check_plates, check_stack, check_tokens, count_colour
from .chips import chips_in, matching, suffices
from .dome import ASK, column_for
from .payment import can_pay
from .rounds import can_act, in_opening
from .state import (
    ABSENT,
    BACK,
    COLOURS,
    COMPLETING,
    DRAWING,
    EMPTY,
    GONE,
    LAYING,
    OPENING,
    OVER,
    PAYING,
    PLACING,
    PLATES,
    RETURNING,
    ROUNDS,
    SCORING_TILES,
    SEATS,
    SIZE,
    SLOTS,
    SMALL,
    STACKING,
    TAKING,
    TILES_PER_COLOUR,
)
from .taking import tiles_offered

CHECKS = (
    "all is well",
    "there are 13 tiles of each colour",
    "there are 18 plates, nine of each type, each in one place",
    "the stack and the drawn plates have no gaps, only seats know them, and backs are known where they were seen",
    "a factory holds its tiles on its sun or on its moon, and its chip face down under them only",
    "there are two chips of each type, and each round uses four",
    "a dome has one plate from the opening and one for each token used",
    "a pattern line holds one colour, up to its length",
    "a dome's plates are turned 0-3 times",
    "a tile lies on a cell of its colour or a joker cell, a special tile where the other three cells are filled",
    "the broken area is filled from the left",
    "a score is not negative",
    "the phase, the turn, the plate in hand, the tiles being stacked and the line being worked fit together",
    "there are two players, three or four scoring tiles, five rounds",
)


@rule
def check_frame(state: Any) -> bool:
    tiles = 0
    for tile in range(SCORING_TILES):
        if not ABSENT <= state.scoring[tile] <= BACK:
            return False
        if state.scoring[tile] != ABSENT:
            tiles += 1
    if tiles < SCORING_TILES - 1 or state.players != SEATS or (state.random_tiles != 0 and state.random_tiles != tiles):
        return False
    return 0 <= state.starter < SEATS and 1 <= state.round_number <= ROUNDS and OPENING <= state.phase <= OVER


@rule
def check_line(state: Any) -> bool:
    """The line being worked really needs the decision that the phase asks for (D4)."""
    if not 0 <= state.line < SIZE:
        return False
    board, row = state.boards[state.turn], state.line
    colour, count = board.line_colour[row], board.line_count[row]
    if count == 0 or column_for(board, row) == EMPTY:
        return False
    if state.phase == COMPLETING:
        return count <= row and can_pay(board, row)
    if state.phase == PAYING:
        return row + 1 - count > state.missing and suffices(matching(board.chips, colour), chips_in(board.chips), state.missing)
    return column_for(board, row) == ASK


@rule
def check_table_is_cleared(state: Any) -> bool:
    """Phase 1 is over (D3.8)."""
    for small in range(SMALL):
        if state.chips[small] != GONE:
            return False
    return state.boards[0].tokens + state.boards[1].tokens == 0 and not tiles_offered(state)


@rule
def check_building(state: Any) -> bool:
    """Tiles are being stacked exactly in that phase, and there is a choice (D3.2)."""
    colours = 0
    for colour in range(COLOURS):
        if state.building[colour] > 0:
            colours += 1
    if state.phase == STACKING:
        return 1 <= state.building_at <= SMALL and colours > 1
    return state.building_at == EMPTY and colours == 0


@rule
def check_hand(state: Any) -> bool:
    """There is a plate in hand, and drawn ones, exactly while they are dealt with (D3.1)."""
    phase = state.phase
    if not EMPTY <= state.hand < PLATES or (state.hand != EMPTY) != (RETURNING <= phase <= LAYING):
        return False
    return (state.drawn_count > 0) == (DRAWING <= phase <= RETURNING)


@rule
def check_opening(state: Any) -> bool:
    if state.round_number != 1:
        return False
    for slot in range(SLOTS):
        if state.display[slot] == EMPTY and state.phase == OPENING:
            return False
    return True


@rule
def check_phase(state: Any) -> bool:
    phase = state.phase
    if (state.missing != 0) != (phase == PAYING) or not check_building(state) or not check_hand(state):
        return False
    if phase == OVER:
        return state.turn == -1 and state.line == EMPTY and state.round_number == ROUNDS and check_table_is_cleared(state)
    if not 0 <= state.turn < SEATS:
        return False
    if COMPLETING <= phase <= PLACING:
        return check_table_is_cleared(state) and check_line(state)
    if state.line != EMPTY:
        return False
    if in_opening(state):
        return not TAKING <= phase < LAYING and check_opening(state)
    return phase != OPENING and (phase != TAKING or can_act(state, state.turn))


@rule
def check_board(board: Any) -> int:
    """0, or the number of the first broken invariant of a board."""
    if not check_lines(board):
        return 7
    if not check_plates_laid(board):
        return 8
    if not check_dome(board):
        return 9
    if not check_broken(board):
        return 10
    return 11 if board.score < 0 else 0


@rule
def check_table(state: Any) -> int:
    """0, or the number of the first broken invariant of what lies between the players."""
    for colour in range(COLOURS):
        if not check_counts(state) or count_colour(state, colour) != TILES_PER_COLOUR:
            return 1
    if not check_plates(state):
        return 2
    if not check_stack(state):
        return 3
    if not check_factories(state):
        return 4
    if not check_chips(state):
        return 5
    return 0 if check_tokens(state) else 6


@rule
def check(state: Any) -> int:
    """0, or the number of the first broken invariant in CHECKS."""
    if not check_frame(state):
        return 13
    for seat in range(SEATS):
        broken = check_board(state.boards[seat])
        if broken:
            return broken
    broken = check_table(state)
    if broken:
        return broken
    return 0 if check_phase(state) else 12
