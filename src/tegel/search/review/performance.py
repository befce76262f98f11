"""How well somebody played: accuracy, and the level of our own players that decides as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from .effort import review_of

STEEP = 4.5  # a decision that loses 5 percent points of chance has an accuracy of 80, one that loses 20 has 41
SURE = 1.96  # standard errors to each side of a 95 % interval


@dataclass(frozen=True)
class Performance:
    """How well a seat decided. Intervals are 95 %, from how much its decisions differ."""

    decisions: int
    mean_loss: float  # of a decision, in chance
    accuracy: float  # 0 to 100
    accuracy_margin: float
    level: float | None  # of our players, 1 to 8; None where nobody measured them, or nothing was decided
    level_low: float | None
    level_high: float | None


def accuracy_of(loss: float) -> float:
    """How good a decision was, from 0 to 100.

    >>> accuracy_of(0), round(accuracy_of(0.05)), round(accuracy_of(0.2))
    (100.0, 80, 41)
    """
    return 100 * exp(-STEEP * loss)


def performance_of(game: str, players: int, gains: Sequence[float], points_gains: Sequence[float]) -> Performance:
    """From what each counted decision gained (below 0: lost) against the best, in chance and in points of lead.

    The level is found from points: they tell weak players apart, too, whose games are often decided early, so that no move costs any
    chance. It is the mean with its sign, in which the search's uncertainty cancels out.
    """
    losses = [max(0.0, -gain) for gain in gains]
    mean, margin = mean_and_margin([-gain for gain in points_gains])
    accuracy, accuracy_margin = mean_and_margin([accuracy_of(loss) for loss in losses]) if gains else (100.0, 0.0)
    scale = _scale(game, players)
    level = low = high = None
    if scale and len(gains) > 1:
        level, low, high = [level_at(scale, number) for number in (mean, mean + margin, mean - margin)]
    average = sum(losses) / len(losses) if losses else 0.0
    return Performance(len(gains), average, accuracy, accuracy_margin, level, low, high)


def mean_and_margin(numbers: Sequence[float]) -> tuple[float, float]:
    """A mean, and half of its 95 % interval."""
    count = len(numbers)
    if count == 0:
        return 0.0, 0.0
    mean = sum(numbers) / count
    if count == 1:
        return mean, 0.0
    spread = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return mean, SURE * sqrt(spread / count)


def level_at(scale: Sequence[float], loss: float) -> float:
    """The level with this mean loss of points, between two levels in proportion; `scale` falls from level 1 on.

    >>> level_at([0.08, 0.04, 0.02], 0.03), level_at([0.08, 0.04, 0.02], 0.5), level_at([0.08, 0.04, 0.02], 0.0)
    (2.5, 1.0, 3.0)
    """
    if loss >= scale[0]:
        return 1.0
    for at in range(1, len(scale)):
        if loss >= scale[at]:
            return at + (scale[at - 1] - loss) / (scale[at - 1] - scale[at])
    return float(len(scale))


def _scale(game: str, players: int) -> list[float]:
    """The mean losses of the levels with so many players; with the nearest number that was measured, where this one was not."""
    known = review_of(game).losses
    if not known:
        return []
    return sorted([(abs(int(number) - players), number, scale) for number, scale in known.items()])[0][2]
