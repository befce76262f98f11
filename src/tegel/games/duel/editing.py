"""What can be changed of a position of Azul Duel as text. What happens within a turn (plates drawn, lines being paid for) is left to the
text itself.
"""

from __future__ import annotations

from ...core.editing import Editing, Family, Field, Pieces, seat_choices
from .chips import NAMES as CHIPS
from .moves import LETTERS
from .plates import NAMES as PLATES
from .state import (
    BROKEN_SIZE,
    CHIPS_PER_TYPE,
    MOST_CHIPS,
    ROUNDS,
    SEATS,
    SIZE,
    SLOTS,
    SMALL,
    SMALL_MOON,
    SPACES,
    TILES_PER_COLOUR,
    TOKENS,
)
from .text import PHASES

SEAT, ROW = (0, SEATS), (0, SIZE)
TILE, SPECIAL, PLATE, CHIP, DOWN = ("tile",), ("special",), ("plate",), ("chip",), ("down",)
FACTORY = {"factory": (1, SMALL)}

EDITING = Editing(
    pieces=(
        Pieces("tile", tuple(LETTERS), TILES_PER_COLOUR, Family("bag", "totals", TILE, ("bag",), most=TILES_PER_COLOUR)),
        Pieces("special", ("*",)),
        Pieces("plate", PLATES, 1, Family("stack", "pile", PLATE, ("stack",))),
        Pieces("chip", CHIPS, 0, Family("chips_left", "numbers", CHIP, ("chips-left",), most=CHIPS_PER_TYPE)),
        Pieces("down", ("down",)),
    ),
    places=(
        Family("large_sun", "counts", TILE, ("suns",), spot="sun-0"),
        Family("sun", "counts", TILE, ("suns",), word="factory", skip=1, spot="sun-{factory}", ranges=FACTORY),
        Family("large_moon", "counts", TILE, ("large-moon",), spot="moon-0"),
        Family("moon", "stack", TILE, ("moons",), word="factory", spot="moon-{factory}", ranges=FACTORY, most=SMALL_MOON),
        Family("chip", "word", CHIP + DOWN, ("chips",), word="factory", spot="moon-{factory}", ranges=FACTORY),
        Family("display", "word", PLATE, ("display",), word="slot", spot="display-{slot}", ranges={"slot": (0, SLOTS)}),
        Family("line", "line", TILE, ("lines",), "seat", "row", spot="line-{seat}-{row}", ranges={"seat": SEAT, "row": ROW}),
        Family(
            *("space", "turned", PLATE, ("plates",), "seat", "space"),
            spot="space-{seat}-{space}",
            ranges={"seat": SEAT, "space": (0, SPACES)},
        ),
        Family(
            *("dome", "cell", TILE + SPECIAL, ("tiles",), "seat", "row", "column"),
            spot="dome-{seat}-{row}-{column}",
            ranges={"seat": SEAT, "row": ROW, "column": ROW},
        ),
        Family("broken", "row", TILE, ("broken",), "seat", spot="broken-{seat}", ranges={"seat": SEAT}, most=BROKEN_SIZE),
        Family("supply", "numbers", CHIP, ("supply",), "seat", spot="chips-{seat}", ranges={"seat": SEAT}, most=CHIPS_PER_TYPE),
        Family("building", "counts", TILE, ("building",), spot="building"),
        Family("hand", "word", PLATE, ("hand",), spot="hand"),
        Family("tower", "totals", TILE, ("tower",), spot="tower", most=TILES_PER_COLOUR),
    ),
    fields=(
        Field("turn", ("turn",), choices=seat_choices(SEATS, "-")),
        Field("round", ("round",), least=1, most=ROUNDS),
        Field("score", ("board",), word=2, most=32767, each_seat=True),
        Field("tokens", ("board",), word=4, most=TOKENS, each_seat=True),
        Field("taken", ("board",), word=6, most=MOST_CHIPS, each_seat=True),
        Field("start", ("start",), choices=seat_choices(SEATS)),
        Field("start_tile", ("start-tile",), choices=seat_choices(SEATS, "factory")),
        Field("phase", ("phase",), choices=PHASES, rare=True),
    ),
)
