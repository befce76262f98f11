"""Every invariant of a state of Azul."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .offer import on_wall
from .state import CENTRE, COLOURS, DISC_SIZE, DISCS, EMPTY, FLOOR_SIZE, MARKER, OFFER, OVER, SIZE, TILES_PER_COLOUR, WALL
from .wall import ASK, column_for, home

CHECKS = (
    "all is well",
    "there are 20 tiles of each colour",
    "a disc holds at most 4 tiles, and only the discs of this number of players are used",
    "a pattern line holds one colour, up to its length, that its wall row lacks",
    "a wall holds each colour once in a row, in its place, and on the grey wall once in a column",
    "a floor line is filled from the left",
    "the marker lies with the seat that took it, if that had room",
    "a score is not negative",
    "the phase, the turn and the line being worked fit together",
    "the players, the start player and the round are in range",
)


@rule
def count_colour(state: Any, colour: int) -> int:
    """All tiles of a colour, wherever they are."""
    count = state.bag[colour] + state.lid[colour] + state.centre[colour]
    for disc in range(DISCS):
        count += state.discs[disc, colour]
    for seat in range(state.players):
        board = state.boards[seat]
        for row in range(SIZE):
            if board.line_colour[row] == colour:
                count += board.line_count[row]
            for column in range(SIZE):
                if board.wall[row, column] == colour:
                    count += 1
        for space in range(FLOOR_SIZE):
            if board.floor[space] == colour:
                count += 1
    return count


@rule
def check_discs(state: Any) -> bool:
    for disc in range(DISCS):
        total = 0
        for colour in range(COLOURS):
            if state.discs[disc, colour] < 0:
                return False
            total += state.discs[disc, colour]
        if total > (DISC_SIZE if disc < 2 * state.players + 1 else 0):
            return False
    return True


@rule
def check_lines(board: Any) -> bool:
    for row in range(SIZE):
        colour, count = board.line_colour[row], board.line_count[row]
        if count < 0 or count > row + 1 or (count == 0) != (colour == EMPTY) or not EMPTY <= colour < COLOURS:
            return False
        if colour != EMPTY and on_wall(board, row, colour):
            return False
    return True


@rule
def check_wall(board: Any, grey: int) -> bool:
    for row in range(SIZE):
        for column in range(SIZE):
            colour = board.wall[row, column]
            if not EMPTY <= colour < COLOURS:
                return False
            if colour != EMPTY:
                if not grey and column != home(row, colour):
                    return False
                for other in range(SIZE):
                    if other != column and board.wall[row, other] == colour:
                        return False
                    if other != row and board.wall[other, column] == colour:
                        return False
    return True


@rule
def check_floor(board: Any) -> bool:
    for space in range(FLOOR_SIZE):
        if not EMPTY <= board.floor[space] <= MARKER:
            return False
        if space > 0 and board.floor[space] != EMPTY and board.floor[space - 1] == EMPTY:
            return False
    return True


@rule
def check_marker(state: Any) -> bool:
    if not CENTRE <= state.marker < state.players:
        return False
    for seat in range(state.players):
        markers = 0
        full = True
        for space in range(FLOOR_SIZE):
            if state.boards[seat].floor[space] == MARKER:
                markers += 1
            if state.boards[seat].floor[space] == EMPTY:
                full = False
        if markers > 1 or (markers == 1 and state.marker != seat):
            return False
        if state.phase == OFFER and state.marker == seat and markers == 0 and not full:
            return False
    return True


@rule
def check_phase(state: Any) -> bool:
    left = 0
    for colour in range(COLOURS):
        left += state.centre[colour]
        for disc in range(DISCS):
            left += state.discs[disc, colour]
    if state.phase == OFFER:
        return left > 0 and 0 <= state.turn < state.players and state.line == -1
    if left > 0:
        return False
    if state.phase == WALL:
        if not (state.grey and 0 <= state.turn < state.players and 0 <= state.line < SIZE):
            return False
        board = state.boards[state.turn]
        return board.line_count[state.line] > state.line and column_for(state, board, state.line) == ASK
    return state.phase == OVER and state.turn == -1 and state.line == -1


@rule
def check(state: Any) -> int:
    """0, or the number of the first broken invariant in CHECKS."""
    if not (2 <= state.players <= 4 and 0 <= state.starter < state.players and state.round_number >= 1):
        return 9
    for colour in range(COLOURS):
        if state.bag[colour] < 0 or state.lid[colour] < 0 or state.centre[colour] < 0:
            return 1
    if not check_discs(state):
        return 2
    for seat in range(state.players):
        board = state.boards[seat]
        if not check_lines(board):
            return 3
        if not check_wall(board, state.grey):
            return 4
        if not check_floor(board):
            return 5
        if board.score < 0:
            return 7
    for colour in range(COLOURS):
        if count_colour(state, colour) != TILES_PER_COLOUR:
            return 1
    if not check_marker(state):
        return 6
    if not check_phase(state):
        return 8
    return 0
