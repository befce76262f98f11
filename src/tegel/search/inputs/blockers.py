"""What a network sees of Blockers!. Colours are counted from the viewer's: its own come first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from ...games.blockers.bitboard import NONE, ONE, ROW_BITS, UPPER_ROWS, beside, first_cell
from ...games.blockers.fitting import CELL_MOVES, tile_for
from ...games.blockers.groups import capturable_cells, group_around
from ...games.blockers.moves import RACK_MOVES
from ...games.blockers.racks import colour_at, colours_in_play, racks_each, unseen
from ...games.blockers.state import COLOURS, EMPTY, JOKER, LETTERS, NUMBERS, SEATS, SIZE, SYMBOLS, TILES
from ..values.blockers import FEATURES, describe_seat
from .parts import Layout, Part, Symmetry, join

OWN = 2  # racks a seat may have
CELLS = SIZE * SIZE
PARTS = (
    Part("lies", (COLOURS, SIZE, SIZE), "1 where a colour lies"),
    Part("fits", (OWN, SIZE, SIZE), "halves: tiles of the viewer's racks that fit a cell"),
    Part("may_fit", (COLOURS, SIZE, SIZE), "quarters: tiles of a colour that the viewer does not see and that fit a cell"),
    Part("joins", (OWN, SIZE, SIZE), "halves: groups of the viewer's colours next to a cell"),
    Part("exposed", (SIZE, SIZE), "1 where a tile may be captured"),
    Part("rack", (OWN, TILES), "1 for each tile on the viewer's racks"),
    Part("left", (COLOURS, 2), "fifths of the rack, and thirtieths of the pile of a colour"),
    Part("seats", (SEATS, len(FEATURES)), "quarters of the hand-made features of every seat"),
    Part("players", (SEATS - 1,), "1 at the number of players, from 2"),
    Part("classic", (1,), "1 if only groups count"),
    Part("progress", (1,), "the part of all cells that is taken"),
)
LAYOUT = Layout(PARTS)
LIES, FITS, MAY_FIT, JOINS, EXPOSED, RACK, LEFT, IN_SEATS, PLAYERS, CLASSIC, PROGRESS = LAYOUT.offsets.values()

ON_RACK, IN_PILE = range(2)  # of the two numbers for each colour

BY_TILE = OWN * CELLS  # heads: rack and cell; then rack and tile
HEADS = BY_TILE + OWN * TILES

MIXTURE = (  # what a network is trained on, and how often: most with four, where least is decided by looking ahead
    ({"players": 2}, 0.16),
    ({"players": 3}, 0.10),
    ({"players": 4}, 0.50),
    ({"players": 5}, 0.08),
    *(({"players": players, "scoring": "classic"}, 0.04) for players in (2, 3, 4, 5)),
)


@rule
def see_cells(upper: Any, lower: Any, out: Any, at: int, value: float) -> None:
    """Add a value at every cell of a set."""
    for word in range(2):
        cells = upper if word == 0 else lower
        for row in range(word * UPPER_ROWS, UPPER_ROWS if word == 0 else SIZE):
            for column in range(SIZE):
                if cells >> np.uint64((row - word * UPPER_ROWS) * ROW_BITS + column) & ONE:
                    out[at + row * SIZE + column] += value


@rule
def see_fitting(tiles: int, out: Any, at: int, value: float) -> None:
    """How many tiles of a set fit each cell."""
    for row in range(SIZE):
        for column in range(SIZE):
            count = 0
            for kind in range(CELL_MOVES):
                count += tiles >> tile_for(row, column, kind) & 1
            out[at + row * SIZE + column] = count * value


@rule
def see_joins(state: Any, colour: int, out: Any, at: int) -> None:
    """How many groups of a colour are next to each cell."""
    left_upper, left_lower = state.cells[colour, 0], state.cells[colour, 1]
    while left_upper | left_lower != NONE:
        upper, lower = first_cell(left_upper, left_lower)
        upper, lower = group_around(upper, lower, left_upper, left_lower)
        left_upper ^= upper
        left_lower ^= lower
        near_upper, near_lower = beside(upper, lower)
        see_cells(near_upper & ~upper, near_lower & ~lower, out, at, 0.5)


@rule
def see_tiles(tiles: int, out: Any, at: int) -> None:
    """1 for each tile of a set."""
    for tile in range(TILES):
        out[at + tile] = tiles >> tile & 1


@rule
def write_inputs(state: Any, viewer: int, out: Any) -> None:
    """The board, the racks and piles as the viewer knows them, and how every seat stands."""
    see(state, viewer, out, False)


@rule
def write_folded(state: Any, viewer: int, out: Any) -> None:
    """The same with each set of tiles once: `may_fit` begins with the tiles themselves, and `fits` is empty, as `rack` says it all."""
    see(state, viewer, out, True)


@rule
def see(state: Any, viewer: int, out: Any, folded: bool) -> None:
    """What `write_inputs` and `write_folded` tell."""
    for at in range(len(out)):
        out[at] = 0.0
    own, colours = racks_each(state), colours_in_play(state)
    taken = 0
    for n in range(colours):
        colour = colour_at(state, n, viewer)
        upper, lower = state.cells[colour, 0], state.cells[colour, 1]
        see_cells(upper, lower, out, LIES + n * CELLS, 1.0)
        exposed_upper, exposed_lower = capturable_cells(upper, lower)
        see_cells(exposed_upper, exposed_lower, out, EXPOSED, 1.0)
        hidden = unseen(state, colour, viewer)
        if folded:
            see_tiles(hidden, out, MAY_FIT + n * CELLS)
        else:
            see_fitting(hidden, out, MAY_FIT + n * CELLS, 0.25)
        out[LEFT + 2 * n + ON_RACK] = state.rack_size[colour] / 5.0
        out[LEFT + 2 * n + IN_PILE] = state.pile_size[colour] / 30.0
        if n < own:
            if not folded:
                see_fitting(state.racks[colour], out, FITS + n * CELLS, 0.5)
            see_joins(state, colour, out, JOINS + n * CELLS)
            see_tiles(state.racks[colour], out, RACK + n * TILES)
    for cell in range(CELLS):
        taken += state.board[cell // SIZE, cell % SIZE] != EMPTY
    see_seats(state, viewer, out)
    out[PLAYERS + state.players - 2] = 1.0
    out[CLASSIC] = state.classic
    out[PROGRESS] = taken / 81.0


def fold(enter: Any) -> Any:
    """The weights of a first layer for what `write_folded` tells: a tile counts for all cells it fits."""
    fitting = np.zeros((TILES, CELLS), np.float32)
    for cell in range(CELLS):
        for kind in range(CELL_MOVES):
            fitting[tile_for(cell // SIZE, cell % SIZE, kind), cell] = 1.0
    folded = enter.copy()
    folded[FITS:JOINS] = 0.0
    for n in range(COLOURS):
        at = MAY_FIT + n * CELLS
        folded[at : at + TILES] = fitting @ enter[at : at + CELLS] * 0.25
    for n in range(OWN):
        at = FITS + n * CELLS
        folded[RACK + n * TILES : RACK + (n + 1) * TILES] += fitting @ enter[at : at + CELLS] * 0.5
    return folded


@rule
def see_seats(state: Any, viewer: int, out: Any) -> None:
    """What the hand-made value looks at."""
    for n in range(state.players):
        first = IN_SEATS + n * len(FEATURES)
        features = out[first : first + len(FEATURES)]
        describe_seat(state, (viewer + n) % state.players, features)
        for at in range(len(features)):
            features[at] *= 0.25


@rule
def heads_of(state: Any, move: int) -> Any:
    """A move is rated by its cell, and by the tile that is given away."""
    rack, cell, kind = move // RACK_MOVES, move % RACK_MOVES // CELL_MOVES, move % CELL_MOVES
    return rack * CELLS + cell, BY_TILE + rack * TILES + tile_for(cell // SIZE, cell % SIZE, kind)


def symmetries() -> list[Symmetry]:
    """The board may be turned and mirrored; numbers, letters and symbols go with its columns, rows and blocks."""
    cells = np.arange(CELLS).reshape(SIZE, SIZE)
    boards = [np.rot90(board, turns) for board in (cells, cells.T) for turns in range(4)]
    return [_turned(board) for board in boards]


def _turned(board: Any) -> Symmetry:
    """The symmetry that brings the cell `board[row, column]` to row and column."""
    rows, columns = board // SIZE, board % SIZE
    blocks = rows // 3 * 3 + columns // 3
    swapped = rows[0, 0] != rows[0, 1]  # rows have become columns
    tiles = np.arange(TILES)
    tiles[NUMBERS:LETTERS] = LETTERS + rows[0] if swapped else NUMBERS + columns[0]
    tiles[LETTERS:SYMBOLS] = NUMBERS + columns[:, 0] if swapped else LETTERS + rows[:, 0]
    tiles[SYMBOLS:JOKER] = SYMBOLS + blocks[1::3, 1::3].reshape(-1)
    numbers = LAYOUT.numbered()
    for name in ("lies", "fits", "may_fit", "joins", "exposed"):
        numbers[name] = numbers[name].reshape(-1, CELLS)[:, board.reshape(-1)]
    numbers["rack"] = numbers["rack"][:, tiles]
    cells, given = np.arange(BY_TILE).reshape(OWN, CELLS), BY_TILE + np.arange(OWN * TILES).reshape(OWN, TILES)
    return Symmetry(join(list(numbers.values())), join([cells[:, board.reshape(-1)], given[:, tiles]]))
