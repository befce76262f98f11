"""The rules of heaps as the generic functions know them."""

from __future__ import annotations

from typing import Any

from tegel.core.chance import below, use_key
from tegel.core.compiled import rule
from tegel.core.story import tell

from .check import check
from .knowledge import hide, sample
from .state import FEWEST, HEAPS, MOST, TAKEN
from .story import BONUS

__all__ = [
    "act",
    "check",
    "has_pending",
    "hide",
    "legal",
    "only_move",
    "resolve_pending",
    "result",
    "reveals",
    "sample",
    "score_now",
    "setup",
]


@rule
def setup(state: Any, key: Any) -> None:
    """Three heaps, drawn at random (H1)."""
    use_key(state, key)
    state.points[0] = 0
    state.points[1] = 0
    state.latest = -1
    for heap in range(HEAPS):
        state.heaps[heap] = FEWEST + below(state, MOST - FEWEST + 1)
    state.turn = 0


@rule
def legal(state: Any, moves: Any) -> int:
    """Up to three tiles of any heap (H2)."""
    count = 0
    for heap in range(HEAPS):
        for tiles in range(min(TAKEN, state.heaps[heap])):
            moves[count] = heap * TAKEN + tiles
            count += 1
    return count


@rule
def tiles_left(state: Any) -> int:
    """In all heaps together."""
    left = 0
    for heap in range(HEAPS):
        left += state.heaps[heap]
    return left


@rule
def only_move(state: Any) -> int:
    """The last tile of all, or -1 where there is a choice."""
    if tiles_left(state) == 1:
        for heap in range(HEAPS):
            if state.heaps[heap] == 1:
                return heap * TAKEN
    return -1


@rule
def act(state: Any, move: int, story: Any) -> None:
    """Take tiles; each is a point (H2)."""
    tiles = move % TAKEN + 1
    state.heaps[move // TAKEN] -= tiles
    state.points[state.turn] += tiles
    state.latest = state.turn
    state.turn = 1 - state.turn


@rule
def has_pending(state: Any) -> bool:
    """Whether the last tile is gone."""
    return tiles_left(state) == 0


@rule
def resolve_pending(state: Any, story: Any) -> None:
    """Give the bonus (H3); the game is over."""
    state.points[state.latest] += state.bonus
    tell(story, BONUS, state.latest, state.bonus)
    state.turn = -1


@rule
def reveals(before: Any, move: int, after: Any) -> bool:
    """Nothing is drawn after the setup, and nothing is hidden."""
    return False


@rule
def result(state: Any, points: Any, places: Any) -> None:
    """Most points win (H4)."""
    for seat in range(state.players):
        points[seat] = state.points[seat]
        places[seat] = 1 + (state.points[1 - seat] > state.points[seat])


@rule
def score_now(state: Any, story: Any) -> None:
    """As it stands: the bonus is nobody's before the last tile is taken."""
    for heap in range(HEAPS):
        state.heaps[heap] = 0
    state.turn = -1
