"""The state of a game of Azul Duel: one record, with the players' boards inside it (D1)."""

from __future__ import annotations

import numpy as np

SEATS = 2
COLOURS = 5  # blue, yellow, red, black, turquoise
TILES_PER_COLOUR = 13
ROUNDS = 5
SIZE = 6  # pattern lines, dome rows, dome columns
SPACES = 9  # plate spaces of a dome, row by row
PLATES = 18  # 0-8 special, 9-17 joker
SLOTS = 3  # open plates on display
MOST_DRAWN = 13  # the stack is never higher when somebody draws from it
FACTORIES = 5  # the large one, then the small ones
SMALL = 4  # small factories
LARGE = 0
LARGE_SUN, SMALL_SUN = 5, 4  # spaces
LARGE_MOON, SMALL_MOON = 4, 3
CHIP_TYPES = 10
CHIPS_PER_TYPE = 2
BROKEN_SIZE = 4
TOKENS = 2  # dome tokens a round (D3.1)
MOST_CHIPS = 2  # chips one may take in a round (D3.6)
SCORING_TILES = 4

EMPTY = -1  # nothing here: no tile, no plate, no line, no factory
SPECIAL = 5  # a special tile, or a cell for one
JOKER = 6  # a joker cell
UNKNOWN_SPECIAL, UNKNOWN_JOKER, UNKNOWN = 18, 19, 20  # plates of which the viewer knows the back only, or not even that (D8)
GONE, DOWN = -1, -2  # a factory's chip was taken, or lies face down
FACTORY = -1  # the start tile is still on the large factory
ABSENT, FRONT, BACK = range(3)  # a scoring tile

# The phases are the kinds of decision: the steps of the opening and of a turn in phase 1, then those of the tiling. In the last of all
# nobody has to decide: the round is over.
OPENING, TAKING, STACKING, DRAWING, KEEPING, RETURNING, LAYING, COMPLETING, PAYING, PLACING, OVER, TILED = range(12)

BOARD = np.dtype(
    [
        ("score", "i2"),
        ("tokens", "i1"),  # still to use in this round
        ("chips_taken", "i1"),  # in this round
        ("chips", "i1", (CHIP_TYPES,)),
        ("line_colour", "i1", (SIZE,)),  # EMPTY where the line is
        ("line_count", "i1", (SIZE,)),  # real tiles only, also while missing ones are paid for
        ("plates", "i1", (SPACES,)),  # plate, or EMPTY
        ("turns", "i1", (SPACES,)),  # quarter turns of the plate, clockwise
        ("tiles", "i1", (SIZE, SIZE)),  # colour, SPECIAL, or EMPTY
        ("broken", "i1", (BROKEN_SIZE,)),  # in the order they came: colour, or EMPTY
    ],
    align=True,
)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8", (4,)),
                ("turn", "i8"),  # the seat that decides, -1 when over; as wide as the rules count, like the line
                ("line", "i8"),  # tiling: the line being worked, else EMPTY
                ("draws", "u4"),
                ("players", "i1"),  # always 2
                ("scoring", "i1", (SCORING_TILES,)),  # option: ABSENT, FRONT or BACK for each scoring tile (D1.4)
                ("round_number", "i1"),  # 1-5
                ("phase", "i1"),
                ("starter", "i1"),  # who began this round
                ("start_tile", "i1"),  # FACTORY, or the seat that took it in this round
                ("missing", "i1"),  # paying: tiles of that line still to be paid for, else 0
                ("bag", "i1", (COLOURS,)),
                ("tower", "i1", (COLOURS,)),
                ("suns", "i1", (FACTORIES, COLOURS)),
                ("large_moon", "i1", (COLOURS,)),
                ("moons", "i1", (SMALL, SMALL_MOON)),  # of the small factories, from the bottom: colour, or EMPTY
                ("chips", "i1", (SMALL,)),  # of the small factories: chip type, DOWN or GONE
                ("chips_left", "i1", (CHIP_TYPES,)),  # not yet revealed, on the factories and in the supply
                ("building", "i1", (COLOURS,)),  # tiles still to be stacked on the moon
                ("building_at", "i1"),  # of this small factory (1-4), else EMPTY
                ("display", "i1", (SLOTS,)),  # plate, or EMPTY
                ("stack", "i1", (PLATES,)),  # plates from the top, then EMPTY
                ("stack_known", "i1", (PLATES,)),  # who knows its front: bit 0 for seat 0, bit 1 for seat 1; 0 if it was never drawn
                ("drawn", "i1", (MOST_DRAWN,)),  # plates drawn in this turn, EMPTY where kept or returned
                ("drawn_known", "i1", (MOST_DRAWN,)),
                ("drawn_count", "i1"),  # how many were drawn, 0 once all are gone
                ("hand", "i1"),  # the plate to be laid, or EMPTY
                ("random_tiles", "i1"),  # option: how many scoring tiles set-up draws, 0 if they are chosen (D1.4)
                ("boards", BOARD, (SEATS,)),
            ],
            align=True,
        ),
    )
)
