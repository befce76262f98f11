"""What can be changed of a position of Blockers! as text."""

from __future__ import annotations

from ...core.editing import Editing, Family, Field, Pieces, seat_choices
from .moves import ROWS
from .state import COLOUR_LETTERS, COLOURS, RACK_SIZE, SEATS, SIZE
from .text import TILE_LETTERS

TILE = ("tile",)
COLOUR, SEAT = {"colour": (0, COLOURS)}, {"seat": (0, SEATS)}
CELL = {"row": (0, SIZE), "column": (0, SIZE)}
PILE = Family("pile", "set", TILE, ("pile",), "colour", 1, ranges=COLOUR)

EDITING = Editing(
    pieces=(Pieces("tile", tuple(colour + tile for colour in COLOUR_LETTERS for tile in TILE_LETTERS), 1, PILE),),
    places=(
        Family("cell", "word", TILE, tuple(ROWS), "row", "column", spot="cell-{row}-{column}", ranges=CELL, empty=".."),
        Family("rack", "set", TILE, ("rack",), "colour", 1, spot="rack-{colour}", ranges=COLOUR, most=RACK_SIZE),
        Family("captured", "list", TILE, ("captured",), "seat", 1, spot="captured-{seat}", ranges=SEAT),
    ),
    fields=(
        Field("turn", ("turn",), choices=seat_choices(SEATS, "-")),
        Field("start", ("start",), choices=seat_choices(SEATS)),
    ),
)
