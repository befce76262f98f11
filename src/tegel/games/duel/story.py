"""The events of Azul Duel.

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
"""

from __future__ import annotations

EVENTS = ("forced", "tile", "special", "broken", "floor", "floor_start", "drawn", "chip", "deal", "scoring")

_, TILE, SPECIAL_TILE, BROKEN, FLOOR, FLOOR_START, DRAWN, CHIP, DEAL, SCORING = range(len(EVENTS))
