"""The state of a game of Azul: one record, with the players' boards inside it (A1)."""

from __future__ import annotations

import numpy as np

COLOURS = 5  # blue, yellow, red, black, white
TILES_PER_COLOUR = 20
SIZE = 5  # pattern lines, wall rows, wall columns
SEATS = 4
DISCS = 9
DISC_SIZE = 4
FLOOR_SIZE = 7

EMPTY = -1  # no tile here
MARKER = 5  # the start-player marker, on a floor line
CENTRE = -1  # the marker is still in the centre

OFFER, WALL, OVER = range(3)  # phases

BOARD = np.dtype(
    [
        ("score", "i2"),
        ("line_colour", "i1", (SIZE,)),  # EMPTY where the line is
        ("line_count", "i1", (SIZE,)),
        ("wall", "i1", (SIZE, SIZE)),  # colour, or EMPTY
        ("floor", "i1", (FLOOR_SIZE,)),  # left to right: colour, MARKER, or EMPTY
    ],
    align=True,
)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8", (4,)),
                ("draws", "u4"),
                ("limit", "u2"),  # option: the largest number of rounds, 0 for none (A5.4)
                ("round_number", "u2"),  # from 1
                ("players", "i1"),  # option
                ("grey", "i1"),  # option: 1 on the grey wall (A7)
                ("phase", "i1"),
                ("turn", "i1"),  # the seat that decides, -1 when over
                ("starter", "i1"),  # who began this round
                ("marker", "i1"),  # CENTRE, or the seat that took it in this round
                ("line", "i1"),  # wall phase: the line being worked, else -1
                ("bag", "i1", (COLOURS,)),
                ("lid", "i1", (COLOURS,)),
                ("centre", "i1", (COLOURS,)),
                ("discs", "i1", (DISCS, COLOURS)),
                ("boards", BOARD, (SEATS,)),
            ],
            align=True,
        ),
    )
)
