"""Runs of tiles on a wall or a dome, counted a second time."""

from __future__ import annotations

from collections.abc import Sequence

Cells = Sequence[Sequence[int | None]]


def tile_points(cells: Cells, row: int, column: int) -> int:
    """What a tile scores where it lies: its runs across and down, or 1 if it stands alone."""
    across, down = _run(cells[row], column), _run([line[column] for line in cells], row)
    return across + down if across > 1 and down > 1 else max(across, down)


def _run(cells: Sequence[int | None], at: int) -> int:
    first, last = at, at
    while first > 0 and cells[first - 1] is not None:
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] is not None:
        last += 1
    return last - first + 1
