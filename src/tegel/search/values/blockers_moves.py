"""Blockers!: which tiles look good to lay. The board is described once, as sets of cells; a move's features are looked up in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.compiled import busy_rule, rule
from ...games.blockers.bitboard import DOWN, FOLD, NONE, ONE, ROW, ROW_BITS, UPPER_ROWS, above, below, beside, first_cell, two_of
from ...games.blockers.fitting import ANY, CELL_MOVES, LETTER, NUMBER
from ...games.blockers.groups import group_around
from ...games.blockers.moves import RACK_MOVES
from ...games.blockers.racks import colour_of, colours_in_play, count_tiles, owner_of
from ...games.blockers.scoring import captive_points
from ...games.blockers.state import KEPT, SIZE, TILES

STAGES = 6
MOVE_FEATURES = (
    *("joins_0", "joins_1", "joins_2", "joins_more", "open_beside", "bridges"),
    *("capture", "dearer", "captures_lone", "blocks", "blocks_bridge", "late_lone"),
    *("joker", "number", "letter"),
)
(
    MOVE_JOINS_0, MOVE_JOINS_1, MOVE_JOINS_2, MOVE_JOINS_MORE, MOVE_OPEN_BESIDE, MOVE_BRIDGES,
    MOVE_CAPTURE, MOVE_DEARER, MOVE_CAPTURES_LONE, MOVE_BLOCKS, MOVE_BLOCKS_BRIDGE, MOVE_LATE_LONE,
    MOVE_JOKER, MOVE_NUMBER, MOVE_LETTER,
) = range(len(MOVE_FEATURES))  # fmt: skip

TWO = np.uint64(2)
BOARD_UPPER = np.uint64(sum(int(ROW) << ROW_BITS * row for row in range(UPPER_ROWS)))
BOARD_LOWER = np.uint64(sum(int(ROW) << ROW_BITS * row for row in range(SIZE - UPPER_ROWS)))

# Sets of cells. A number for every cell is two or more sets, its binary digits.
FREE, OPEN, BLOCKS, BLOCKS_BRIDGE, DEARER, LONE, JOINS, BRIDGES = 0, 1, 4, 7, 9, 10, 11, 14
BRIDGE_DIGITS = 4  # up to eight tiles are two steps away; no more than 4 count
SETS = BRIDGES + BRIDGE_DIGITS


@rule
def to_lay(state: Any, colour: int) -> int:
    """How many tiles a colour will still lay."""
    return max(int(state.pile_size[colour]) + int(state.rack_size[colour]) - KEPT, 0)


@rule
def stage(state: Any) -> int:
    """How much of the game is left, in sixths, from the beginning on."""
    colours = colours_in_play(state)
    left = 0
    for colour in range(colours):
        left += to_lay(state, colour)
    return STAGES - 1 - min(left * STAGES // (colours * (TILES - KEPT) + 1), STAGES - 1)


@rule
def free_cells(state: Any) -> Any:
    """The empty cells."""
    upper, lower = BOARD_UPPER, BOARD_LOWER
    for colour in range(colours_in_play(state)):
        upper &= ~state.cells[colour, 0]
        lower &= ~state.cells[colour, 1]
    return upper, lower


@rule
def count_cells(upper: Any, lower: Any) -> int:
    """How many cells a bit board has."""
    count = 0
    while upper != NONE:
        upper &= upper - ONE
        count += 1
    while lower != NONE:
        lower &= lower - ONE
        count += 1
    return count


@rule
def count_up(sets: Any, first: int, digits: int, upper: Any, lower: Any) -> None:
    """Add one to the number of every cell of a set."""
    for digit in range(first, first + digits):
        carry_upper, carry_lower = sets[digit, 0] & upper, sets[digit, 1] & lower
        sets[digit, 0] ^= upper
        sets[digit, 1] ^= lower
        upper, lower = carry_upper, carry_lower


@rule
def number_at(sets: Any, first: int, digits: int, word: int, shift: Any) -> Any:
    """The number of a cell."""
    number = np.int64(0)
    for digit in range(digits):
        number |= np.int64(sets[first + digit, word] >> shift & ONE) << digit
    return number


@rule
def shared_borders(upper: Any, lower: Any) -> Any:
    """Cells with two or more neighbours in a set."""
    found_upper = two_of(upper << ONE, upper >> ONE, upper << DOWN, upper >> DOWN | lower << FOLD)
    found_lower = two_of(lower << ONE, lower >> ONE, lower << DOWN | upper >> FOLD, lower >> DOWN)
    return found_upper, found_lower


@rule
def describe_board(state: Any, sets: Any) -> None:
    """The sets of cells that are the same for all moves of the seat to move, but for what its racks join."""
    for at in range(JOINS):
        sets[at, 0], sets[at, 1] = NONE, NONE
    free_upper, free_lower = free_cells(state)
    sets[FREE, 0], sets[FREE, 1] = free_upper, free_lower
    count_up(sets, OPEN, 3, free_upper << ONE, free_lower << ONE)
    count_up(sets, OPEN, 3, free_upper >> ONE, free_lower >> ONE)
    count_up(sets, OPEN, 3, *above(free_upper, free_lower))
    count_up(sets, OPEN, 3, *below(free_upper, free_lower))
    most = captive_points(state, state.turn)
    for colour in range(colours_in_play(state)):
        if owner_of(state, colour) != state.turn:
            upper, lower = state.cells[colour, 0], state.cells[colour, 1]
            near_upper, near_lower = beside(upper, lower)
            shared_upper, shared_lower = shared_borders(upper, lower)
            count_up(sets, BLOCKS, 3, near_upper & free_upper, near_lower & free_lower)
            count_up(sets, BLOCKS_BRIDGE, 2, shared_upper & free_upper, shared_lower & free_lower)
            sets[LONE, 0] |= upper & ~near_upper
            sets[LONE, 1] |= lower & ~near_lower
            if count_tiles(state.captured[state.turn, colour]) >= most:
                sets[DEARER, 0] |= upper
                sets[DEARER, 1] |= lower


@rule
def describe_joins(state: Any, colour: int, sets: Any) -> None:
    """The cells next to at least one, two and three groups of a colour."""
    for at in range(JOINS, JOINS + 3):
        sets[at, 0], sets[at, 1] = NONE, NONE
    left_upper, left_lower = state.cells[colour, 0], state.cells[colour, 1]
    while left_upper | left_lower != NONE:
        upper, lower = first_cell(left_upper, left_lower)
        upper, lower = group_around(upper, lower, left_upper, left_lower)
        left_upper ^= upper
        left_lower ^= lower
        near_upper, near_lower = beside(upper, lower)
        for at in range(JOINS, JOINS + 3):
            more_upper, more_lower = sets[at, 0] & near_upper, sets[at, 1] & near_lower
            sets[at, 0] |= near_upper
            sets[at, 1] |= near_lower
            near_upper, near_lower = more_upper, more_lower


@rule
def describe_bridges(state: Any, colour: int, sets: Any) -> None:
    """How many tiles of a colour are two steps from each cell, with a free cell between; counted no further than 4."""
    for at in range(BRIDGES, BRIDGES + BRIDGE_DIGITS):
        sets[at, 0], sets[at, 1] = NONE, NONE
    free_upper, free_lower = sets[FREE, 0], sets[FREE, 1]
    upper, lower = state.cells[colour, 0], state.cells[colour, 1]
    count_up(sets, BRIDGES, BRIDGE_DIGITS, upper << TWO & free_upper << ONE, lower << TWO & free_lower << ONE)
    count_up(sets, BRIDGES, BRIDGE_DIGITS, upper >> TWO & free_upper >> ONE, lower >> TWO & free_lower >> ONE)
    for way in range(2):
        near_upper, near_lower = above(upper, lower) if way == 0 else below(upper, lower)
        far_upper, far_lower = above(near_upper, near_lower) if way == 0 else below(near_upper, near_lower)
        open_upper, open_lower = above(free_upper, free_lower) if way == 0 else below(free_upper, free_lower)
        count_up(sets, BRIDGES, BRIDGE_DIGITS, far_upper & open_upper, far_lower & open_lower)
        left_upper, left_lower = open_upper | free_upper << ONE, open_lower | free_lower << ONE
        count_up(sets, BRIDGES, BRIDGE_DIGITS, near_upper << ONE & left_upper, near_lower << ONE & left_lower)
        right_upper, right_lower = open_upper | free_upper >> ONE, open_lower | free_lower >> ONE
        count_up(sets, BRIDGES, BRIDGE_DIGITS, near_upper >> ONE & right_upper, near_lower >> ONE & right_lower)
    for word in range(2):
        many = sets[BRIDGES + 2, word] | sets[BRIDGES + 3, word]
        sets[BRIDGES, word] &= ~many
        sets[BRIDGES + 1, word] &= ~many
        sets[BRIDGES + 2, word] = many


@busy_rule
def rate_moves(state: Any, moves: Any, count: int, weights: Sequence[float], sets: Any, ratings: Any) -> None:
    """Each tile on each cell. Moves come rack by rack and cell by cell, so what they have in common is worked out once."""
    describe_board(state, sets)
    late = stage(state) / (STAGES - 1.0)
    rack, cell, rating = -1, -1, 0.0
    for at in range(count):
        move = int(moves[at])
        if move // RACK_MOVES != rack:
            rack, cell = move // RACK_MOVES, -1
            describe_joins(state, colour_of(state, state.turn, rack), sets)
            describe_bridges(state, colour_of(state, state.turn, rack), sets)
        if move % RACK_MOVES // CELL_MOVES != cell:
            cell = move % RACK_MOVES // CELL_MOVES
            rating = rate_cell(cell, late, sets, weights)
        ratings[at] = rating + rate_kind(move % CELL_MOVES, weights)


@rule
def rate_kind(kind: int, weights: Sequence[float]) -> float:
    """What it means to give a tile of this kind away."""
    if kind == ANY:
        return weights[MOVE_JOKER]
    if kind == NUMBER:
        return weights[MOVE_NUMBER]
    return weights[MOVE_LETTER] if kind == LETTER else 0.0


@rule
def rate_cell(cell: int, late: float, sets: Any, weights: Sequence[float]) -> float:
    """What a cell means for the colour laid on it, and for the others: a capture, or a place taken that joins their groups.

    Almost without branches, which no processor could guess: what does not count there is 0.
    """
    row, column = cell // SIZE, cell % SIZE
    word = 0 if row < UPPER_ROWS else 1
    shift = np.uint64((row - word * UPPER_ROWS) * ROW_BITS + column)
    joined: Any = np.int64(0)
    for at in range(JOINS, JOINS + 3):
        joined += np.int64(sets[at, word] >> shift & ONE)
    alone = 1.0 if joined == 0 else 0.0
    capture = 1 - np.int64(sets[FREE, word] >> shift & ONE)
    rating: float = weights[MOVE_JOINS_0 + joined] + weights[MOVE_OPEN_BESIDE] * number_at(sets, OPEN, 3, word, shift)
    rating += alone * (weights[MOVE_BRIDGES] * number_at(sets, BRIDGES, 3, word, shift) + weights[MOVE_LATE_LONE] * late)
    rating += weights[MOVE_BLOCKS] * number_at(sets, BLOCKS, 3, word, shift)
    rating += weights[MOVE_BLOCKS_BRIDGE] * number_at(sets, BLOCKS_BRIDGE, 2, word, shift)
    rating += weights[MOVE_CAPTURE] * capture + weights[MOVE_DEARER] * number_at(sets, DEARER, 1, word, shift)
    rating += weights[MOVE_CAPTURES_LONE] * number_at(sets, LONE, 1, word, shift)
    return rating
