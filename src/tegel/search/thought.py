"""What a search or a solution found: the choices with their prospects, and how certain they are."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

SHOWN_LINE = 8  # moves of an expected continuation


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


@dataclass(frozen=True)
class Thought:
    """What a search found, the best move first."""

    seat: int
    choices: tuple[Choice, ...]
    win: tuple[float, ...]  # with best play, as far as the search saw
    points: tuple[float, ...]
    simulations: int
    seconds: float
    exact: bool = False  # whether the rest up to the horizon was solved rather than sampled

    @property
    def best(self) -> Choice:
        """The move to play."""
        return self.choices[0]

    @property
    def certainty(self) -> float:
        """How likely the best move is better than the second, from the spread of the simulations; 1 when solved."""
        if self.exact or len(self.choices) < 2:
            return 1.0
        first, second = self.choices[0], self.choices[1]
        spread = (first.error**2 + second.error**2) ** 0.5
        return NormalDist().cdf((first.worth - second.worth) / spread) if spread > 0 else 1.0
