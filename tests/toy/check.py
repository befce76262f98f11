"""Every invariant of a state of heaps."""

from __future__ import annotations

from typing import Any

from tegel.core.compiled import rule

from .state import HEAPS, MOST, SEATS

CHECKS = (
    "all is well",
    "a heap has 0 to 5 tiles",
    "a game with tiles left is not over, and one without is",
    "the players are in range, and nobody has fewer than 0 points",
)


@rule
def check(state: Any) -> int:
    """0, or the number of the first invariant that does not hold."""
    left = 0
    for heap in range(HEAPS):
        if not 0 <= state.heaps[heap] <= MOST:
            return 1
        left += state.heaps[heap]
    if (left == 0) != (state.turn < 0):
        return 2
    if state.players != SEATS or not -1 <= state.turn < SEATS or min(state.points[0], state.points[1]) < 0:
        return 3
    return 0
