"""How people's first tries move the ratings of puzzles and of those who try them: Glicko on both sides, one try after the other.

What comes out depends on the log of tries alone, so whoever reads it finds the same (docs/puzzles.md has the formula).

>>> found = rate_tries({"a": 1500.0}, [Try("a", "ann", True), Try("a", "ben", False)])
>>> [round(number) for number in found["a"]]
[1448, 139, 2, 1]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log, pi, sqrt
from typing import NamedTuple

Q = log(10) / 400
SOLVER, OF_SOLVER = 1200.0, 250.0  # somebody new, and how unsure that is
OF_PUZZLE = 150.0  # how unsure a rating is that comes from the levels' tries
SUREST_SOLVER, SUREST_PUZZLE = 60.0, 40.0  # nothing becomes surer than this: people learn, and puzzles meet other people


class Try(NamedTuple):
    """Somebody's first try at a puzzle."""

    puzzle: str
    solver: str
    solved: bool


class PuzzleRating(NamedTuple):
    """What is known of a puzzle: one standard deviation on either side, tries, and how many of them solved it."""

    rating: float
    deviation: float
    tries: int
    solved: int


class _Side(NamedTuple):
    rating: float
    deviation: float


def rate_tries(puzzles: Mapping[str, float], tries: Iterable[Try]) -> dict[str, PuzzleRating]:
    """The ratings of the puzzles that were tried, in their order; `puzzles` are the levels' ratings. Unknown ones are left out."""
    solvers: dict[str, _Side] = {}
    found: dict[str, PuzzleRating] = {}
    for puzzle, solver, solved in tries:
        if puzzle not in puzzles:
            continue
        before = found.get(puzzle, PuzzleRating(puzzles[puzzle], OF_PUZZLE, 0, 0))
        hard, good = _Side(before.rating, before.deviation), solvers.get(solver, _Side(SOLVER, OF_SOLVER))
        harder = _after(hard, good, 0.0 if solved else 1.0, SUREST_PUZZLE)
        solvers[solver] = _after(good, hard, 1.0 if solved else 0.0, SUREST_SOLVER)
        found[puzzle] = PuzzleRating(harder.rating, harder.deviation, before.tries + 1, before.solved + solved)
    return found


def _after(own: _Side, other: _Side, score: float, surest: float) -> _Side:
    """Glicko's rating after one game."""
    damp = 1 / sqrt(1 + 3 * Q**2 * other.deviation**2 / pi**2)
    expected = 1 / (1 + 10 ** (damp * (other.rating - own.rating) / 400))
    precision = 1 / own.deviation**2 + (Q * damp) ** 2 * expected * (1 - expected)
    return _Side(own.rating + Q / precision * damp * (score - expected), max(surest, sqrt(1 / precision)))
