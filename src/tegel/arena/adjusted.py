"""Results without the luck of the draws. Luck is 0 on average whoever plays, so what is left has the same mean and a narrower interval.

Not all of the measured luck is real: it counts with a coefficient, the slope of results on luck. The slope comes from the other half of
the sets, so that no set's own result decides how much its luck counts, and the mean stays unbiased.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from .playing import Played
from .shares import margin, wins_of

FEW = 20  # sets; with fewer the luck counts as measured


@dataclass(frozen=True)
class Adjusted:
    """A player's wins, as they were and with the luck taken out; margins are half of 95 % intervals, from how sets differ."""

    player: str
    luck: float  # what the draws gave it, a game
    luck_margin: float
    coefficient: float  # how much of it counts
    win_share: float
    win_margin: float
    adjusted_share: float
    adjusted_margin: float
    fewer: float | None  # how many times fewer games would do for the same interval


def adjust(player: str, sets: list[list[Played]]) -> Adjusted:
    """The results of a player, set by set, less its luck."""
    won, luck = [], []
    for games in sets:
        own = [(game, seat) for game in games for seat, name in enumerate(game.seats) if name == player]
        if own:
            won.append(fmean(wins_of(game)[seat] for game, seat in own))
            luck.append(fmean(game.luck[seat] if game.luck else 0.0 for game, seat in own))
    slopes = coefficients(won, luck)
    less = [share - slope * given for share, slope, given in zip(won, slopes, luck, strict=True)]
    plain, adjusted = margin(won), margin(less)
    return Adjusted(
        player=player,
        luck=fmean(luck) if luck else 0.0,
        luck_margin=margin(luck),
        coefficient=fmean(slopes) if slopes else 1.0,
        win_share=fmean(won) if won else 0.0,
        win_margin=plain,
        adjusted_share=fmean(less) if less else 0.0,
        adjusted_margin=adjusted,
        fewer=(plain / adjusted) ** 2 if adjusted > 0 else None,
    )


def coefficients(won: Sequence[float], luck: Sequence[float]) -> list[float]:
    """For every set how much its luck counts: the slope among the sets of the other parity.

    >>> coefficients([1, 0], [0.3, -0.2])
    [1.0, 1.0]
    """
    if len(won) < FEW:
        return [1.0] * len(won)
    halves = [slope_of(won[parity::2], luck[parity::2]) for parity in (0, 1)]
    return [halves[1 - at % 2] for at in range(len(won))]


def slope_of(won: Sequence[float], luck: Sequence[float]) -> float:
    """How much a result rises with luck, by least squares.

    >>> slope_of([0, 1, 2], [0, 2, 4])
    0.5
    """
    middle, usual = fmean(luck), fmean(won)
    spread = sum((given - middle) ** 2 for given in luck)
    return sum((given - middle) * (share - usual) for given, share in zip(luck, won, strict=True)) / spread if spread > 0 else 1.0
