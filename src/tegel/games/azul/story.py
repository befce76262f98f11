"""The events of Azul, and the places its tiles move between.

| place | its row and column |
| --- | --- |
| bag, lid, centre | none |
| disc | row: which disc |
| hand | none: tiles taken, until they are laid |
| line | row: which line, column: the first space that they fill or leave |
| wall | row and column |
| floor | column: which space; -1 for the marker beside it, where the floor is full or scored |

A tile that moves is a colour, or the marker.
"""

from __future__ import annotations

EVENTS = ("forced", "tile", "fell", "floor", "row", "column", "colour", "deal")

_, TILE, FELL, FLOOR, ROW, COLUMN, COLOUR, DEAL = range(len(EVENTS))

PLACES = ("bag", "lid", "disc", "centre", "hand", "line", "wall", "floor")

IN_BAG, IN_LID, ON_DISC, IN_CENTRE, IN_HAND, ON_LINE, ON_WALL, ON_FLOOR = range(len(PLACES))
