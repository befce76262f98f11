"""What is answered about puzzles."""

from __future__ import annotations

import msgspec


class TriedPuzzle(msgspec.Struct):
    """Whether my first try was right."""

    solved: bool


class RatedPuzzle(msgspec.Struct):
    """How hard people find a puzzle; `deviation` is one standard deviation."""

    puzzle: str
    rating: int
    deviation: int
    tries: int
    solved: int


class PuzzleRatings(msgspec.Struct):
    """Of the puzzles that were tried; all others have the rating they came with."""

    ratings: list[RatedPuzzle]
