"""Blockers!: how a colour hangs together and may still come together, and which tiles look good to lay."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...games.blockers.bitboard import DOWN, FOLD, NONE, ONE, beside, cell_bits, first_cell, two_of
from ...games.blockers.fitting import CELL_MOVES
from ...games.blockers.groups import capturable_cells, count_groups, group_around
from ...games.blockers.moves import RACK_MOVES
from ...games.blockers.racks import colour_of, colours_in_play, count_tiles, racks_each
from ...games.blockers.scoring import captive_points, captives
from ...games.blockers.state import EMPTY, KEPT, SIZE, TILES
from ..settings import Settings

EVERYWHERE = True  # any position is valued: nothing is dealt anew
SETTINGS = Settings(explore=0.3, untried=0.0, lean=-0.01, sharpness=1.5, play_on=0)
STAGES = 6
FEATURES = (
    *("one", "groups", "captive_points", "captives", "to_move"),
    *("lone", "regions", "near_groups", "bridges", "edges", "exposed", "to_lay"),
)
MOVE_FEATURES = (
    *("joins_0", "joins_1", "joins_2", "joins_more", "open_beside", "bridges"),
    *("capture", "dearer", "captures_lone", "blocks", "blocks_bridge"),
    *("joker", "number", "letter", "late_lone"),
)


def variant(state: Any) -> str:
    """Which set of weights: the number of players and the scoring."""
    return f"{'classic' if state.classic else 'full'} {state.players}"


@rule
def horizon(state: Any) -> int:
    """Tiles come one by one, so there is none."""
    return 0


@rule
def foreseeable(state: Any) -> bool:
    """Racks are hidden to the end (B7)."""
    return False


@rule
def same_as(state: Any, move: int) -> int:
    """Every move is its own."""
    return move


@rule
def distinct(state: Any, moves: Any, count: int) -> int:
    """Every move is its own."""
    return count


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
def free_cells(state: Any) -> Any:
    """The empty cells."""
    upper, lower = NONE, NONE
    for row in range(SIZE):
        for column in range(SIZE):
            if state.board[row, column] == EMPTY:
                more_upper, more_lower = cell_bits(row, column)
                upper |= more_upper
                lower |= more_lower
    return upper, lower


@rule
def groups_within(upper: Any, lower: Any, all_upper: Any, all_lower: Any) -> int:
    """Into how many parts a larger set falls that hold a cell of the smaller one."""
    count = 0
    while upper | lower != NONE:
        part_upper, part_lower = first_cell(upper, lower)
        part_upper, part_lower = group_around(part_upper, part_lower, all_upper, all_lower)
        upper &= ~part_upper
        lower &= ~part_lower
        count += 1
    return count


@rule
def shared_borders(upper: Any, lower: Any, free_upper: Any, free_lower: Any) -> Any:
    """Empty cells with two or more neighbours in a set."""
    found_upper = two_of(upper << ONE, upper >> ONE, upper << DOWN, upper >> DOWN | lower << FOLD)
    found_lower = two_of(lower << ONE, lower >> ONE, lower << DOWN | upper >> FOLD, lower >> DOWN)
    return found_upper & free_upper, found_lower & free_lower


@rule
def describe_seat(state: Any, seat: int, features: Any) -> None:
    """The seat's colours together: what they cost now, what they may still become."""
    free_upper, free_lower = free_cells(state)
    for at in range(len(features)):
        features[at] = 0.0
    features[0] = 1.0
    features[2] = captive_points(state, seat)
    features[3] = captives(state, seat)
    features[4] = 1.0 if state.turn == seat else 0.0
    for rack in range(racks_each(state)):
        colour = colour_of(state, seat, rack)
        upper, lower = state.cells[colour, 0], state.cells[colour, 1]
        near_upper, near_lower = beside(upper, lower)
        edge_upper, edge_lower = near_upper & free_upper, near_lower & free_lower
        features[1] += count_groups(state, colour)
        features[5] += count_cells(upper & ~near_upper, lower & ~near_lower)
        features[6] += groups_within(upper, lower, upper | free_upper, lower | free_lower)
        features[7] += groups_within(upper, lower, upper | edge_upper, lower | edge_lower)
        bridge_upper, bridge_lower = shared_borders(upper, lower, free_upper, free_lower)
        features[8] += count_cells(bridge_upper, bridge_lower)
        features[9] += count_cells(edge_upper, edge_lower)
        exposed_upper, exposed_lower = capturable_cells(upper, lower)
        features[10] += count_cells(exposed_upper, exposed_lower)
        features[11] += to_lay(state, colour)


@rule
def describe_moves(state: Any, moves: Any, count: int, features: Any) -> None:
    """Each tile on each cell."""
    free_upper, free_lower = free_cells(state)
    late = stage(state) / (STAGES - 1.0)
    for at in range(count):
        line = features[at]
        for feature in range(len(line)):
            line[feature] = 0.0
        move = int(moves[at])
        cell = move % RACK_MOVES // CELL_MOVES
        row, column = cell // SIZE, cell % SIZE
        kind = move % CELL_MOVES
        describe_cell(state, colour_of(state, state.turn, move // RACK_MOVES), row, column, free_upper, free_lower, late, line)
        describe_others(state, row, column, line)
        if kind == 3:
            line[11] = 1.0
        elif kind < 2:
            line[12 + kind] = 1.0


@rule
def describe_cell(state: Any, colour: int, row: int, column: int, free_upper: Any, free_lower: Any, late: float, line: Any) -> None:
    """What a cell means for the colour laid on it."""
    upper, lower = state.cells[colour, 0], state.cells[colour, 1]
    cell_upper, cell_lower = cell_bits(row, column)
    near_upper, near_lower = beside(cell_upper, cell_lower)
    joined = groups_within(near_upper & upper, near_lower & lower, upper, lower)
    line[min(joined, 3)] = 1.0
    line[4] = count_cells(near_upper & free_upper, near_lower & free_lower)
    if joined == 0:
        line[14] = late
        around_upper, around_lower = beside(near_upper & free_upper, near_lower & free_lower)
        line[5] = min(count_cells(around_upper & upper, around_lower & lower), 4)


@rule
def describe_others(state: Any, row: int, column: int, line: Any) -> None:
    """What laying on a cell does to the others: a capture, or a place taken that joins their groups."""
    taken = int(state.board[row, column])
    cell_upper, cell_lower = cell_bits(row, column)
    near_upper, near_lower = beside(cell_upper, cell_lower)
    if taken != EMPTY:
        line[6] = 1.0
        line[7] = 1.0 if count_tiles(state.captured[state.turn, taken]) >= captive_points(state, state.turn) else 0.0
        line[8] = 1.0 if near_upper & state.cells[taken, 0] | near_lower & state.cells[taken, 1] == NONE else 0.0
        return
    for colour in range(colours_in_play(state)):
        own = colour == colour_of(state, state.turn, 0) or colour == colour_of(state, state.turn, racks_each(state) - 1)
        if not own:
            beside_it = count_cells(near_upper & state.cells[colour, 0], near_lower & state.cells[colour, 1])
            if beside_it > 0:
                line[9] += 1.0
            if beside_it > 1:
                line[10] += 1.0
