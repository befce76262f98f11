"""Every invariant of a state of Blockers!, full or hidden."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .bitboard import NONE, cell_bits
from .fitting import fits
from .laying import lays_up_to_two
from .racks import colour_of, colours_in_play, count_tiles, owner_of, racks_each, seat_is_finished
from .state import COLOURS, EMPTY, KEPT, RACK_SIZE, SEATS, SIZE, TILES

CHECKS = (
    "all is well",
    "there are 28 tiles of each colour in play, each in one place, and none of another colour",
    "a rack holds 5 tiles, or 4 when its pile is empty, and the sizes of racks and piles are right",
    "a tile lies on a cell that it fits",
    "the bit boards show what lies on the board",
    "nobody has captured a tile of a colour of their own",
    "the seat to move is not finished and can lay or capture, and the game is over only when nobody can",
    "the players, the start player, the turn and the options are in range",
)


@rule
def check_board(state: Any) -> bool:
    """Only tiles of colours in play, on cells they fit."""
    for row in range(SIZE):
        for column in range(SIZE):
            colour, tile = state.board[row, column], state.tiles[row, column]
            if colour == EMPTY:
                if tile != EMPTY:
                    return False
            elif not (0 <= colour < colours_in_play(state) and fits(tile, row, column)):
                return False
    return True


@rule
def check_cells(state: Any, colour: int) -> bool:
    """A colour's bit board, made again from the board."""
    upper, lower = NONE, NONE
    for row in range(SIZE):
        for column in range(SIZE):
            if state.board[row, column] == colour:
                more_upper, more_lower = cell_bits(row, column)
                upper |= more_upper
                lower |= more_lower
    return upper == state.cells[colour, 0] and lower == state.cells[colour, 1]


@rule
def check_tiles(state: Any, colour: int) -> bool:
    """Rack, pile, board and captured tiles of a colour are 28 different ones, or none at all."""
    rack, pile = state.racks[colour], state.piles[colour]
    there = rack | pile
    count = count_tiles(rack) + count_tiles(pile)
    for row in range(SIZE):
        for column in range(SIZE):
            if state.board[row, column] == colour:
                there |= 1 << int(state.tiles[row, column])
                count += 1
    for seat in range(SEATS):
        there |= state.captured[seat, colour]
        count += count_tiles(state.captured[seat, colour])
    if colour >= colours_in_play(state):
        return there == 0
    return there == (1 << TILES) - 1 and count == TILES


@rule
def check_sizes(state: Any, colour: int) -> bool:
    """The sizes fit the game (B2, B4.1) and the sets of tiles, where a hidden rack lies in its pile (B7)."""
    rack, pile = int(state.rack_size[colour]), int(state.pile_size[colour])
    if colour >= colours_in_play(state):
        return rack == 0 and pile == 0
    if not (0 <= pile <= TILES - RACK_SIZE and (rack == RACK_SIZE or (rack == KEPT and pile == 0))):
        return False
    if state.racks[colour] == 0:
        return count_tiles(state.piles[colour]) == rack + pile
    return count_tiles(state.racks[colour]) == rack and count_tiles(state.piles[colour]) == pile


@rule
def check_captured(state: Any) -> bool:
    """Nobody captures a colour of their own (B3.3, B5.2), and empty seats nothing at all."""
    for seat in range(SEATS):
        for colour in range(COLOURS):
            if state.captured[seat, colour] != 0 and (seat >= state.players or owner_of(state, colour) == seat):
                return False
    return True


@rule
def may_move(state: Any, seat: int) -> bool:
    """Whether a seat can lay or capture (B3.5, B4.1)."""
    ways, _ = lays_up_to_two(state, seat)
    return ways > 0


@rule
def is_shown(state: Any, seat: int) -> bool:
    """Whether a seat's racks are not hidden."""
    for rack in range(racks_each(state)):
        if state.racks[colour_of(state, seat, rack)] == 0:
            return False
    return True


@rule
def check_turn(state: Any) -> bool:
    """Who is to move can, and when the game is over nobody can, as far as their racks are known (B3.5, B4.1)."""
    for seat in range(state.players):
        if state.turn == seat and seat_is_finished(state, seat):
            return False
        if is_shown(state, seat):
            if (state.turn == seat and not may_move(state, seat)) or (state.turn < 0 and may_move(state, seat)):
                return False
    return True


@rule
def check_colours(state: Any) -> bool:
    """Each of the five colours is named once (B1.2)."""
    named = 0
    for colour in range(COLOURS):
        if not 0 <= state.colours[colour] < COLOURS:
            return False
        named |= 1 << int(state.colours[colour])
    return named == (1 << COLOURS) - 1


@rule
def check(state: Any) -> int:
    """0, or the number of the first broken invariant in CHECKS."""
    if not (2 <= state.players <= SEATS and 0 <= state.classic <= 1 and check_colours(state)):
        return 7
    if not (0 <= state.starter < state.players and -1 <= state.turn < state.players):
        return 7
    if not check_board(state):
        return 3
    for colour in range(COLOURS):
        if not check_tiles(state, colour):
            return 1
        if not check_sizes(state, colour):
            return 2
        if not check_cells(state, colour):
            return 4
    if not check_captured(state):
        return 5
    if not check_turn(state):
        return 6
    return 0
