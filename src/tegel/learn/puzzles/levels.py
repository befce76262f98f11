"""Which computer players find the move of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.view import View
from ...search.levels import LevelPlayer
from ...search.players import find_player
from ...search.review.numbers import Numbers
from ...search.settings import LEVELS
from .rating import TRIES

LOW = (1, 1, 2)  # levels 1 to 3 must not solve a puzzle: how many of their tries may find it all the same
GREEDY = "greedy"


def count_found(name: str, view: View, solution: Iterable[int], numbers: Numbers) -> int:
    """How many tries of a player find the move."""
    wanted = set(solution)
    return sum(find_player(name, seed=numbers.seed()).decide(view) in wanted for _ in range(TRIES))


def count_low(view: View, solution: list[int], numbers: Numbers) -> list[int] | None:
    """How many tries of the lowest levels find it; None if one need not think to find it: they do, or the greedy player does."""
    if count_found(GREEDY, view, solution, numbers):
        return None
    found: list[int] = []
    for level, most in enumerate(LOW, LEVELS[0]):
        found.append(count_found(f"{LevelPlayer.kind}:{level}", view, solution, numbers))
        if found[-1] > most:
            return None
    return found


def count_high(view: View, solution: list[int], numbers: Numbers) -> list[int]:
    """The same of all other levels."""
    return [count_found(f"{LevelPlayer.kind}:{level}", view, solution, numbers) for level in LEVELS[len(LOW) :]]
