"""What a search or a solution found: the choices with their prospects, and how certain they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

from ..core.view import View

SHOWN_LINE = 8  # moves of an expected continuation
KNOWN = 8  # visits before the worth of a move tells anything
CAUTION = 2  # standard errors by which a worth may be too high
LEAST_SPREAD = 0.1  # of single visits; those of a move that was tried a few times may agree by chance


@dataclass(frozen=True)
class Choice:
    """A move, and what is to be expected of it."""

    move: int
    code: str
    visits: int
    share: float  # of all visits: how much the search prefers it
    prior: float  # how likely it looked before searching
    worth: float  # what the seat to move strives for: win chance, and a little for points
    win: tuple[float, ...]  # every seat's chance to win
    points: tuple[float, ...]  # every seat's expected final points
    error: float  # standard error of the mover's win chance
    line: tuple[int, ...]  # the expected continuation, this move first

    @property
    def sure(self) -> float:
        """What the move is worth at the least, as far as the search can tell."""
        return self.worth - CAUTION * max(self.error, LEAST_SPREAD / sqrt(max(self.visits, 1)))


def rank(choices: Iterable[Choice], sure: bool) -> list[Choice]:
    """The most tried moves first; or first those that are known well, the one that is surely worth most before all."""
    ranked = sorted(choices, key=lambda choice: (-choice.visits, -choice.worth, choice.move))
    return sorted(ranked, key=lambda choice: -choice.sure if choice.visits >= KNOWN else inf) if sure else ranked


@dataclass(frozen=True)
class SearchResult:
    """What a search found, the best move first."""

    seat: int
    choices: tuple[Choice, ...]
    win: tuple[float, ...]  # with best play, as far as the search saw; empty where nothing was estimated
    points: tuple[float, ...]
    simulations: int
    seconds: float
    exact: bool = False  # whether the rest up to the horizon was solved rather than sampled
    chosen: int | None = None  # the move to play where it is not the best: lower levels err on purpose

    @property
    def move(self) -> int:
        """The move to play."""
        return self.best.move if self.chosen is None else self.chosen

    @property
    def line(self) -> tuple[int, ...]:
        """The expected continuation, from the move to play on."""
        return next((choice.line for choice in self.choices if choice.move == self.move), (self.move,))

    @property
    def best(self) -> Choice:
        """The best move."""
        return self.choices[0]

    @property
    def looked_at(self) -> tuple[Choice, ...]:
        """Those of which something is known: the search may not have come to all."""
        return tuple(choice for choice in self.choices if choice.visits or self.exact)

    @property
    def certainty(self) -> float:
        """How likely the best move is better than the second, from the spread of the simulations; 1 when solved."""
        if self.exact or len(self.looked_at) < 2:
            return 1.0
        first, second = self.looked_at[:2]
        spread = (first.error**2 + second.error**2) ** 0.5
        return NormalDist().cdf((first.worth - second.worth) / spread) if spread > 0 else 1.0


def chosen_alone(view: View, move: int) -> SearchResult:
    """A move of a player that estimates nothing."""
    choice = Choice(move, view.game.code(move), 0, 0.0, 0.0, 0.0, (), (), 0.0, (move,))
    return SearchResult(view.seat, (choice,), (), (), 0, 0.0)
