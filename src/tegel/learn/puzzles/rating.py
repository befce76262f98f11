"""How hard a puzzle is: a rating on the scale of chess, from which levels find its move."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from ...search.settings import LEVELS

TRIES = 4  # of every level
LOWEST, STEP = 600, 200  # the rating of level 1, and from level to level
MEAN, SPREAD = 1400.0, 350.0  # what puzzles are thought to be before anybody tried
SCALE = 400 / log(10)  # Elo's
RANGE = (0, 3000)
ROUND = 10  # more digits would say nothing


def level_rating(level: int) -> int:
    """What a level counts as.

    >>> level_rating(1), level_rating(8)
    (600, 2000)
    """
    return LOWEST + STEP * (level - 1)


def expected(solver: float, puzzle: float) -> float:
    """How likely somebody solves a puzzle, by the two ratings.

    >>> expected(1500, 1500), round(expected(1900, 1500), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((puzzle - solver) / 400)))


def rating_from(solved: Sequence[int]) -> int:
    """The likeliest rating, given how many tries of each level found the move.

    >>> rating_from([0, 0, 0, 0, 0, 0, 0, 0]), rating_from([0, 0, 0, 2, 4, 4, 4, 4]), rating_from([0, 1, 2, 4, 4, 4, 4, 4])
    (2250, 1210, 970)
    """
    low, high = RANGE
    while high - low > 1:
        middle = (low + high) // 2
        surplus = sum(
            found - TRIES * expected(level_rating(level), middle) for level, found in zip(LEVELS, solved, strict=True)
        )  # above 0: easier than this
        if surplus / SCALE + (middle - MEAN) / SPREAD**2 > 0:
            high = middle
        else:
            low = middle
    return round(low / ROUND) * ROUND
