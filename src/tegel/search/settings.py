"""How a search weighs things, and how long it may take."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np

from ..core.errors import BadOption

LEVELS = range(1, 9)  # of computer players, in every game
RELEASES = ("0.1.0",)  # whose levels can still be had, from levels_RELEASE.toml
MOST_SIMULATIONS = 100_000_000
PER_SECOND = 25_000  # roughly, to weigh a solution's cost against a budget of time


@dataclass(frozen=True)
class Settings:
    """The knobs of a search; each game has its own in its values module. The order is that of the constants in `tree`."""

    explore: float  # how much likely and little tried moves are favoured
    untried: float  # how much worse than its parent a move is thought before it is tried
    lean: float  # what a point of lead is worth, compared with a certain win
    sharpness: float  # how much playing on prefers the likeliest moves
    rollout: int  # how many moves at most are played on from a leaf before it is valued
    max_depth: int = 1000  # how many moves the tree may be deep
    spread: float = 0.0  # which part of the first move's likelihood every move has alike: looking again where a network is too sure
    beyond: int = 0  # visits of the root, of all trees together, from which on a search looks beyond the horizon; 0: it does not
    long: bool = False  # whether the search is long, as `within` says; only then the next two count
    guided: bool = False  # whether rollouts ask the network where the hand-made rating says little
    further: float = 0.0  # weight, 0 to 1, of the value one horizon later, to which rollouts then play on; 0: they stop at the first
    sure: bool = False  # whether the move is played that is surely worth most, or else the most tried one
    solve: int = 0  # how many positions an exact solution may cost for every simulation of the budget
    prove: int = 0  # the same for proofs that a move wins or loses the game at the horizon, after the search
    long_from: int = 0  # simulations of a budget from which on a search is long; 0: none is

    def __post_init__(self) -> None:
        for name in ("spread", "further"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadOption(f"{name} is a part, 0 to 1, not {getattr(self, name):g}")

    def numbers(self) -> Any:
        """As the compiled code takes them."""
        return np.array(astuple(self), np.float64)

    def within(self, budget: Budget) -> Settings:
        """The same for a search of so long."""
        return replace(self, long=True) if 0 < self.long_from <= budget.expected else self

    def shared(self, trees: int) -> Settings:
        """The same for each of so many trees that grow at once: together they look as far as one that has all their visits.

        >>> Settings(1, 0, 0, 1, 1, beyond=10_000).shared(3).beyond
        3334
        """
        return replace(self, beyond=-(-self.beyond // trees))


@dataclass(frozen=True)
class Budget:
    """So many simulations, or so many seconds, or whichever ends first.

    >>> Budget(simulations=100)
    Budget(simulations=100, seconds=None)
    >>> Budget()
    Traceback (most recent call last):
        ...
    tegel.core.errors.BadOption: a search needs a budget: simulations (1 to 100000000), seconds (more than 0), or both
    """

    simulations: int | None = None
    seconds: float | None = None

    @property
    def expected(self) -> int:
        """About how many simulations this allows."""
        by_time = int((self.seconds or 0) * PER_SECOND)
        return min(self.simulations or by_time, by_time or MOST_SIMULATIONS)

    def __post_init__(self) -> None:
        few = self.simulations is not None and not 1 <= self.simulations <= MOST_SIMULATIONS
        short = self.seconds is not None and not 0 < self.seconds < float("inf")
        if few or short or (self.simulations is None and self.seconds is None):
            raise BadOption(f"a search needs a budget: simulations (1 to {MOST_SIMULATIONS}), seconds (more than 0), or both")
