"""The state of a game of Blockers!: one record, with the board and every colour's rack and pile (B1)."""

from __future__ import annotations

import numpy as np

COLOURS = 5  # inside the rules they are numbered in the order of the seats: seat 0 has colour 0
COLOUR_LETTERS = "rgbyv"  # red, green, blue, yellow, violet: the colours as people see them (B1.2)
SEATS = 5
SIZE = 9  # rows, columns, blocks
NUMBERS, LETTERS, SYMBOLS, JOKER = 0, 9, 18, 27  # B1.2: where each sort begins among the tiles 0-27
TILES = 28  # of each colour
RACK_SIZE = 5  # B2
KEPT = 4  # B4.1: tiles left on the rack of a finished colour

EMPTY = -1  # no tile here

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8", (4,)),
                ("cells", "u8", (COLOURS, 2)),  # the cells each colour lies on, as a bit board (bitboard.py)
                ("draws", "u4"),
                ("racks", "i4", (COLOURS,)),  # a set of tiles is a mask of 28 bits; 0 for a rack that is hidden
                ("piles", "i4", (COLOURS,)),  # with the rack's tiles among them where that is hidden
                ("captured", "i4", (SEATS, COLOURS)),  # the tiles a seat has captured
                ("rack_size", "i1", (COLOURS,)),  # public, like the sizes of the piles
                ("pile_size", "i1", (COLOURS,)),
                ("players", "i1"),  # option
                ("classic", "i1"),  # option: 1 if only groups count (B4.4)
                ("colours", "i1", (COLOURS,)),  # option: which of the COLOUR_LETTERS each colour is (B2)
                ("starter", "i1"),  # who began the game (B2)
                ("turn", "i1"),  # the seat that decides, -1 when over
                ("board", "i1", (SIZE, SIZE)),  # colour, or EMPTY
                ("tiles", "i1", (SIZE, SIZE)),  # the tile of that colour, or EMPTY
            ],
            align=True,
        ),
    )
)
