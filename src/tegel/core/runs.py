"""Runs of tiles on a wall or dome, and what a tile laid there scores (A4.3, D4.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import rule

WIDEST = 6  # of all walls and domes
LINE_BITS = 8  # room for the spaces of one line in a number


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


def _lengths() -> Any:
    """How long the run through a space is, by which spaces of its line are occupied, as bits; the space itself counts as occupied."""
    lengths = np.ones((1 << WIDEST, WIDEST), np.int8)
    for bits in range(1 << WIDEST):
        for at in range(WIDEST):
            for way in (-1, 1):
                to = at + way
                while 0 <= to < WIDEST and bits >> to & 1:
                    lengths[bits, at] += 1
                    to += way
    return lengths


LENGTHS = _lengths()


@rule
def occupied(wall: Any) -> Any:
    """Which spaces of the rows, and of the columns, are occupied: as bits, one line after the other. With them runs are looked up."""
    rows, columns = np.int64(0), np.int64(0)
    for row in range(len(wall)):
        for column in range(len(wall)):
            tile = np.int64(wall[row, column] >= 0)
            rows |= tile << (row * LINE_BITS + column)
            columns |= tile << (column * LINE_BITS + row)
    return rows, columns


@rule
def points_there(lines: Any, row: int, column: int) -> int:
    """What a tile laid on a space scores; `lines` is what is `occupied`."""
    rows, columns = lines
    across = int(LENGTHS[rows >> (row * LINE_BITS) & (1 << WIDEST) - 1, column])
    down = int(LENGTHS[columns >> (column * LINE_BITS) & (1 << WIDEST) - 1, row])
    return tile_points(across, down)
