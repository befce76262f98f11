"""Who sits in the other seats: named players, or one's own functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ..core.errors import BadOption
from ..core.game import Game
from ..core.generic import hide
from ..core.view import View
from ..search.players import find_player

Opponent = str | Callable[[View], int]
Kind = TypeVar("Kind", bound=str | Callable[..., Any])


def seat_opponents(opponents: Kind | Sequence[Kind], seats: int) -> list[Kind]:
    """One opponent for each of the other seats; a single one is seated everywhere.

    >>> seat_opponents("greedy", 3)
    ['greedy', 'greedy', 'greedy']
    """
    if isinstance(opponents, str) or callable(opponents):
        return [opponents] * seats
    if len(opponents) != seats:
        raise BadOption(f"{len(opponents)} opponents were given for {seats} other seats")
    return list(opponents)


def decider(opponent: Opponent, seed: int) -> Callable[[View], int]:
    """The function by which an opponent chooses its moves."""
    if callable(opponent):
        return opponent
    return find_player(opponent, seed).decide


def view_for(game: Game, state: Any, seat: int) -> View:
    """What an opponent is shown: nothing it may not know."""
    copy = game.copy(state)
    hide(copy, seat)
    return View(game, copy, seat)
