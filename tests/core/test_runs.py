"""Runs of tiles looked up in a table are the runs that are counted."""

from __future__ import annotations

import numpy as np
import pytest

from tegel.core.runs import occupied, points_there, run, tile_points


@pytest.mark.parametrize("size", [5, 6])
def test_points_looked_up_are_points_counted(size: int) -> None:
    source = np.random.default_rng(size)
    for part in np.linspace(0, 1, 40):
        wall = np.where(source.random((size, size)) < part, source.integers(0, 5, (size, size)), -1).astype(np.int8)
        lines = occupied(wall)
        for row in range(size):
            for column in range(size):
                counted = tile_points(run(wall, row, column, 0, 1), run(wall, row, column, 1, 0))
                assert points_there(lines, row, column) == counted
