"""Runs of tiles on a wall or dome, and what a tile laid there scores (A4.3, D4.4)."""

from __future__ import annotations

from typing import Any

from .compiled import rule


@rule
def run(wall: Any, row: int, column: int, down: int, right: int) -> int:
    """Length of the unbroken run of occupied spaces through a space, in one direction; an empty space is negative."""
    size = len(wall)
    length = 1
    for way in (-1, 1):
        r, c = row + way * down, column + way * right
        while 0 <= r < size and 0 <= c < size and wall[r, c] >= 0:
            length += 1
            r += way * down
            c += way * right
    return length


@rule
def tile_points(across: int, down: int) -> int:
    """Points for a tile just laid: its runs across and down, or 1 if it touches no tile."""
    points = (across if across > 1 else 0) + (down if down > 1 else 0)
    return max(points, 1)
