"""The state of a game of heaps: one record."""

from __future__ import annotations

import numpy as np

SEATS = 2
HEAPS = 3
FEWEST, MOST = 2, 5  # tiles of a heap to begin with (H1)
TAKEN = 3  # tiles that may be taken at once (H2)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8", (4,)),
                ("draws", "u4"),
                ("points", "i2", (SEATS,)),
                ("players", "i1"),
                ("turn", "i1"),  # the seat that decides, -1 when over
                ("bonus", "i1"),  # option
                ("latest", "i1"),  # who took last, -1 before the first move
                ("heaps", "i1", (HEAPS,)),
            ],
            align=True,
        ),
    )
)
