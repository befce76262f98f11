"""Moves of Blockers! as numbers and codes: `G2n` lays the number of cell G2 there; `G2j/2` the joker of the second rack."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.errors import IllegalMove
from .fitting import CELL_MOVES, tile_for
from .state import RACK_SIZE, SIZE

ROWS = "ABCDEFGHI"
COLUMNS = "123456789"
KINDS = "nlsj"  # the cell's number, letter or symbol, or the joker
SECOND = "/2"  # marks the second rack

RACK_MOVES = SIZE * SIZE * CELL_MOVES
MOVES = 2 * RACK_MOVES
MOST_LEGAL = 2 * (SIZE * SIZE + (RACK_SIZE - 1) * SIZE)  # two racks, each with its joker for 81 cells and four tiles for nine

ALLOWED = (
    "a move is a row A-I, a column 1-9 and n for the cell's number, l for its letter, s for its symbol or j for the joker (such as G2n), "
    "with /2 for the second rack"
)


@rule
def lay_move(rack: int, row: int, column: int, kind: int) -> int:
    """The move that lays a tile of a rack on a cell."""
    return rack * RACK_MOVES + (row * SIZE + column) * CELL_MOVES + kind


def parts(move: int) -> dict[str, Any]:
    """What a move says, as plain data; the tile is one of 0-27.

    >>> parts(220)
    {'kind': 'lay', 'rack': 0, 'row': 6, 'column': 1, 'tile': 1}
    >>> parts(324 + 222)
    {'kind': 'lay', 'rack': 1, 'row': 6, 'column': 1, 'tile': 24}
    """
    rack, rest = divmod(move, RACK_MOVES)
    cell, kind = divmod(rest, CELL_MOVES)
    row, column = divmod(cell, SIZE)
    return {"kind": "lay", "rack": rack, "row": row, "column": column, "tile": int(tile_for(row, column, kind))}


def code(move: int) -> str:
    """
    >>> code(0), code(220), code(324 + 223), code(647)
    ('A1n', 'G2n', 'G2j/2', 'I9j/2')
    """
    said = parts(move)
    return cell_name(said["row"], said["column"]) + KINDS[said["tile"] // SIZE] + (SECOND if said["rack"] else "")


def cell_name(row: int, column: int) -> str:
    """
    >>> cell_name(6, 1)
    'G2'
    """
    return ROWS[row] + COLUMNS[column]


def parse(text: str) -> int:
    """
    >>> parse("G2n"), parse("G2j/2")
    (220, 547)
    """
    if len(text) >= 3 and text[0] in ROWS and text[1] in COLUMNS and text[2] in KINDS and text[3:] in ("", SECOND):
        rack = 1 if text[3:] else 0
        return int(lay_move(rack, ROWS.index(text[0]), COLUMNS.index(text[1]), KINDS.index(text[2])))
    raise IllegalMove(f"{text!r} is no move of Blockers!: {ALLOWED}")
