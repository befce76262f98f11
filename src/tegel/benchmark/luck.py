"""Scores with the luck of the draws taken out: the same on average, surer. What the draws gave is in the result, game by game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean

import msgspec

from ..arena.adjusted import coefficients
from ..arena.shares import margin
from ..search.review.effort import Effort

GIVEN = re.compile(r"-?[0-9]\.[0-9]{4}")


class Luck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A score less the player's luck, and that luck."""

    simulations: int  # with which it was measured,
    redraws: int  # and how often each draw was drawn again
    share: float
    margin: float
    given: str  # a game: what the draws gave the player, in parts of a victory

    @property
    def effort(self) -> Effort:
        """How it was measured."""
        return Effort(self.simulations, self.redraws)


def in_sets(numbers: Sequence[float], seats: int) -> list[float]:
    """The means of the sets.

    >>> in_sets([1, 0, 1, 1], 2)
    [0.5, 1.0]
    """
    return [fmean(numbers[at : at + seats]) for at in range(0, len(numbers), seats)]


def luck_of(effort: Effort, shares: Sequence[float], luck: Sequence[float], seats: int) -> Luck:
    """The adjusted score, from each game's part of a victory and what the draws gave.

    >>> luck_of(Effort(100, 4), [1.0, 0.0, 1.0, 1.0], [0.25, -0.25, 0.125, 0.125], 2)
    Luck(simulations=100, redraws=4, share=0.6875, margin=0.3675, given='0.2500 -0.2500 0.1250 0.1250')
    """
    given = " ".join(f"{each:.4f}" for each in luck)
    won, measured = in_sets(shares, seats), in_sets([float(each) for each in given.split()], seats)
    less = [share - slope * each for share, slope, each in zip(won, coefficients(won, measured), measured, strict=True)]
    return Luck(effort.simulations, effort.redraws, round(fmean(less), 4), round(margin(less), 4), given)


def follows(luck: Luck, shares: Sequence[float], seats: int) -> bool:
    """Whether an adjusted score is what its numbers come to."""
    given = luck.given.split()
    if len(given) != len(shares) or not all(GIVEN.fullmatch(each) for each in given):
        return False
    return luck_of(luck.effort, shares, [float(each) for each in given], seats) == luck
