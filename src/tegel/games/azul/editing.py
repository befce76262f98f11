"""What can be changed of a position of Azul as text."""

from __future__ import annotations

from ...core.editing import Editing, Family, Field, Pieces, seat_choices
from .moves import LETTERS
from .state import DISCS, SEATS, SIZE, TILES_PER_COLOUR
from .text import PHASES

SEAT, ROW, COLUMN = (0, SEATS), (0, SIZE), (0, SIZE)
TILE = ("tile",)

EDITING = Editing(
    pieces=(Pieces("tile", tuple(LETTERS), TILES_PER_COLOUR, Family("bag", "totals", TILE, ("bag",), most=TILES_PER_COLOUR)),),
    places=(
        Family("disc", "counts", TILE, ("discs",), word="disc", spot="disc-{disc}", ranges={"disc": (0, DISCS)}),
        Family("centre", "counts", TILE, ("centre",), spot="centre"),
        Family("line", "line", TILE, ("lines",), "seat", "row", spot="line-{seat}-{row}", ranges={"seat": SEAT, "row": ROW}),
        Family(
            *("wall", "cell", TILE, ("wall",), "seat", "row", "column"),
            spot="wall-{seat}-{row}-{column}",
            ranges={"seat": SEAT, "row": ROW, "column": COLUMN},
        ),
        Family("floor", "row", TILE, ("floor",), "seat", spot="floor-{seat}", ranges={"seat": SEAT}),
        Family("lid", "totals", TILE, ("lid",), spot="lid", most=TILES_PER_COLOUR),
    ),
    fields=(
        Field("turn", ("turn",), choices=seat_choices(SEATS, "-")),
        Field("round", ("round",), least=1, most=65535),
        Field("score", ("board",), word=2, most=32767, each_seat=True),
        Field("start", ("start",), choices=seat_choices(SEATS)),
        Field("marker", ("marker",), choices=seat_choices(SEATS, "centre"), carries=("*", "floor")),
        Field("phase", ("phase",), choices=PHASES, rare=True),
        Field("line", ("line",), choices=("-", *(str(row) for row in range(1, SIZE + 1))), rare=True),
    ),
)
