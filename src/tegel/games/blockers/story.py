"""The events of Blockers!, and the places its tiles move between.

| place | its row and column |
| --- | --- |
| pile, rack, captured | row: the tile's colour as it is seen, 0-4; captured ones lie before the seat |
| board | row and column |

A tile that moves is its number, or -1 where it is drawn: only its owner knows it.
"""

from __future__ import annotations

EVENTS = ("forced", "lay", "capture", "skip", "groups", "captives")

_, LAY, CAPTURE, SKIP, GROUPS, CAPTIVES = range(len(EVENTS))

PLACES = ("pile", "rack", "board", "captured")

IN_PILE, ON_RACK, ON_BOARD, IN_CAPTIVITY = range(len(PLACES))
