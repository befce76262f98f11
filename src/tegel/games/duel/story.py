"""The events of Azul Duel, and the places its tiles move between.

| event | its fields |
| --- | --- |
| tile | a tile laid on the dome: colour, row, column, across, down, points |
| special | a special tile: row, column, points |
| broken | a line that can never be placed: colour, row, count |
| floor | broken tiles: count, points |
| floor_start | the same with the start tile, whose cost is in the points |
| drawn | a plate drawn from the stack: count (the how manieth of this turn), points |
| chip | a chip revealed: row (small factory 0-3), colour (chip type 0-9) |
| deal | a round begins: seat (who begins), count (its number) |
| scoring | a scoring tile at the end: row (tile 0-3), column (1 front, 2 back), points |

| place | its row and column |
| --- | --- |
| sun, moon | row: which factory, 0 the large one |
| building | row: the small factory on whose moon the tiles are to be stacked |
| hand, tower | none; the hand holds tiles taken, until they are laid |
| line | row: which line, column: the first space that they fill or leave |
| dome | row and column |
| broken | column: which space |
| start | the holder of the start tile: none |

A tile that moves is a colour, or -1 for the start tile. Plates are not told: who may see them differs.
"""

from __future__ import annotations

EVENTS = ("forced", "tile", "special", "broken", "floor", "floor_start", "drawn", "chip", "deal", "scoring")

_, TILE, SPECIAL_TILE, BROKEN, FLOOR, FLOOR_START, DRAWN, CHIP, DEAL, SCORING = range(len(EVENTS))

PLACES = ("sun", "moon", "building", "hand", "tower", "line", "dome", "broken", "start")

ON_SUN, ON_MOON, TO_BUILD, IN_HAND, IN_TOWER, ON_LINE, ON_DOME, ON_BROKEN, AT_START = range(len(PLACES))
