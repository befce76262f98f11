"""Laying and capturing (B3)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.story import carry, tell
from .bitboard import NONE, ONE, lowest, row_bits
from .fitting import ALL_KINDS, CELL_MOVES, fitting_in_row, tile_for
from .groups import capturable_cells, flip_cell
from .moves import RACK_MOVES, lay_move
from .racks import colour_is_finished, colour_of, colours_in_play, owner_of, racks_each, shown_colour
from .state import EMPTY, SIZE
from .story import CAPTURE, IN_CAPTIVITY, LAY, ON_BOARD, ON_RACK


@rule
def playable(state: Any, seat: int, rack: int) -> int:
    """The tiles a seat may lay from a rack: none once its colour is finished (B4.1, B5.3)."""
    colour = colour_of(state, seat, rack)
    if colour_is_finished(state, colour):
        return 0
    return state.racks[colour]


@rule
def open_cells(state: Any, seat: int) -> Any:
    """Where a seat may lay a fitting tile: empty cells, and opponents' tiles that can be captured (B3.1-B3.3, B5.2)."""
    taken_upper, taken_lower = NONE, NONE
    open_upper, open_lower = NONE, NONE
    for colour in range(colours_in_play(state)):
        upper, lower = state.cells[colour, 0], state.cells[colour, 1]
        taken_upper |= upper
        taken_lower |= lower
        if owner_of(state, colour) != seat:
            upper, lower = capturable_cells(upper, lower)
            open_upper |= upper
            open_lower |= lower
    return open_upper | ~taken_upper, open_lower | ~taken_lower


@rule
def lays_in_row(tiles: int, row: int, open_upper: Any, open_lower: Any) -> Any:
    """What may be laid in a row with a set of tiles, given the open cells (B3.1)."""
    return fitting_in_row(tiles, row) & ALL_KINDS[row_bits(open_upper, open_lower, row)]


@rule
def legal_lays(state: Any, moves: Any) -> int:
    """Every way of the seat to move to lay a tile or capture, ascending (B3.1)."""
    seat = int(state.turn)
    open_upper, open_lower = open_cells(state, seat)
    count = 0
    for rack in range(racks_each(state)):
        tiles = playable(state, seat, rack)
        for row in range(SIZE):
            lays = lays_in_row(tiles, row, open_upper, open_lower)
            first = lay_move(rack, row, 0, 0)
            while lays != NONE:
                moves[count] = first + lowest(lays)
                lays &= lays - ONE
                count += 1
    return count


@rule
def lays_up_to_two(state: Any, seat: int) -> Any:
    """How many ways a seat has to lay or capture, counted no further than 2, and the first of them, or -1."""
    open_upper, open_lower = open_cells(state, seat)
    count, first = 0, -1
    for rack in range(racks_each(state)):
        tiles = playable(state, seat, rack)
        for row in range(SIZE):
            lays = lays_in_row(tiles, row, open_upper, open_lower)
            if lays != NONE:
                if count == 0:
                    first = lay_move(rack, row, 0, 0) + lowest(lays)
                count += 1 if lays & (lays - ONE) == NONE else 2
                if count > 1:
                    return 2, first
    return count, first


@rule
def lay(state: Any, move: int, story: Any) -> int:
    """Lay a tile on a cell, capturing what lies there (B3.1); the answer is its colour."""
    rack = move // RACK_MOVES
    cell = move % RACK_MOVES // CELL_MOVES
    row, column = cell // SIZE, cell % SIZE
    tile = int(tile_for(row, column, move % CELL_MOVES))
    colour = colour_of(state, state.turn, rack)
    state.racks[colour] ^= 1 << tile
    state.rack_size[colour] -= 1
    shown = int(shown_colour(state, colour))
    tell(story, LAY, state.turn, colour=shown, row=row, column=column, tile=tile)
    carry(story, state.turn, tile, 1, (ON_RACK, shown, -1), (ON_BOARD, row, column))
    if state.board[row, column] != EMPTY:
        capture(state, row, column, story)
    state.board[row, column] = colour
    state.tiles[row, column] = tile
    flip_cell(state, colour, row, column)
    return colour


@rule
def capture(state: Any, row: int, column: int, story: Any) -> None:
    """The seat to move takes the tile on a cell in front of it (B3.1)."""
    colour, tile = int(state.board[row, column]), int(state.tiles[row, column])
    state.captured[state.turn, colour] |= 1 << tile
    flip_cell(state, colour, row, column)
    shown = int(shown_colour(state, colour))
    tell(story, CAPTURE, state.turn, colour=shown, row=row, column=column, tile=tile)
    carry(story, state.turn, tile, 1, (ON_BOARD, row, column), (IN_CAPTIVITY, shown, -1))
