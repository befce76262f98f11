"""Ratings: the strengths that make the places of all games likeliest (Plackett-Luce, for any number of players), on the Elo scale.

The model is in `tegel.ratings.plackett_luce`. Every player is given one draw against the average beside its games: that keeps the rating
of one who won all finite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..ratings.plackett_luce import ELO, Order, slopes

SURE = 1.959964  # standard errors on both sides of a 95 % interval


@dataclass(frozen=True)
class Ratings:
    """Strengths with what is known about their errors. The average of all players is 0 Elo."""

    elo: Any
    hessian: Any  # covariance if games were independent
    clustered: Any  # covariance from how duplicate sets differ

    def interval(self, weights: Sequence[float]) -> float:
        """Half the width of the 95 % interval of a sum of ratings with these weights: the more careful of two estimates.

        The first assumes independent games and stays wide when everything was won; the second sees what the games of a set have in common.
        """
        w = np.array(weights)
        return SURE * float(np.sqrt(max(w @ self.hessian @ w, w @ self.clustered @ w, 0.0)))

    def of(self, player: int) -> tuple[float, float]:
        """A player's rating and half its interval."""
        return float(self.elo[player]), self.interval(np.eye(len(self.elo))[player])

    def between(self, one: int, other: int) -> tuple[float, float]:
        """How much stronger one is than another, and half the interval."""
        unit = np.eye(len(self.elo))
        return float(self.elo[one] - self.elo[other]), self.interval(unit[one] - unit[other])


def rate(sets: Iterable[Iterable[Order]], players: int) -> Ratings:
    """Ratings from the orders of arrival in all games, given set by set."""
    counted = [Counter(orders) for orders in sets]
    total: Counter[Order] = Counter()
    for counts in counted:
        total.update(counts)
    strength = np.zeros(players)
    value, gradient, hessian = _all_slopes(total, strength)
    for _ in range(100):
        step = np.linalg.solve(-hessian, gradient)
        scale = 1.0
        while True:
            tried = _all_slopes(total, strength + scale * step)
            if tried[0] >= value or scale < 1e-9:
                break
            scale /= 2
        strength = strength + scale * step
        value, gradient, hessian = tried
        if np.abs(scale * step).max() < 1e-10:
            break
    bread = np.linalg.inv(-hessian)
    gradients = {order: slopes(order, strength)[1] for order in total}
    scores = [sum((count * gradients[order] for order, count in counts.items()), np.zeros(players)) for counts in counted]
    spread = sum((np.outer(score, score) for score in scores), np.zeros((players, players))) * len(scores) / max(len(scores) - 1, 1)
    centre = np.eye(players) - 1 / players
    return Ratings(
        elo=ELO * centre @ strength,
        hessian=ELO**2 * centre @ bread @ centre,
        clustered=ELO**2 * centre @ bread @ spread @ bread @ centre,
    )


def _all_slopes(total: Counter[Order], strength: Any) -> tuple[float, Any, Any]:
    """The sum over all games, and everybody's draw against the average."""
    won = 1 / (1 + np.exp(-strength))
    value = float(0.5 * (np.log(won) + np.log(1 - won)).sum())
    gradient, hessian = 0.5 - won, np.diag(-won * (1 - won))
    for order, count in total.items():
        one, slope, bend = slopes(order, strength)
        value += count * one
        gradient = gradient + count * slope
        hessian = hessian + count * bend
    return value, gradient, hessian
