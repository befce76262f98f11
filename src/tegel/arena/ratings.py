"""Ratings: the strengths that make the places of all games likeliest (Plackett-Luce, for any number of players), on the Elo scale.

With two players this is the Bradley-Terry model. Who comes first is drawn with chances in proportion to exp(strength), then the second
among the rest, and so on. Players who share a place count as every order among them, each with an equal share, so a draw is half a win and
half a loss. Every player is given one draw against the average beside its games: that keeps the rating of one who won all finite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, permutations, product
from math import log
from typing import Any

import numpy as np

ELO = 400 / log(10)  # Elo points of one natural unit of strength
SURE = 1.959964  # standard errors on both sides of a 95 % interval

Order = tuple[tuple[int, ...], ...]  # who came first (several if they share), who next, ...


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


def order_of(players: Sequence[int], places: Sequence[int]) -> Order:
    """Who came first, and so on.

    >>> order_of([0, 1, 2], [2, 1, 2])
    ((1,), (0, 2))
    """
    return tuple(tuple(sorted(p for p, at in zip(players, places, strict=True) if at == place)) for place in sorted(set(places)))


@cache
def _resolved(order: Order) -> list[tuple[int, ...]]:
    """Every order without shared places that fits."""
    return [tuple(chain(*choice)) for choice in product(*(permutations(group) for group in order))]


def _slopes(order: Order, strength: Any) -> tuple[float, Any, Any]:
    """Log-likelihood of an order, its gradient and its Hessian."""
    size = len(strength)
    value, gradient, hessian = 0.0, np.zeros(size), np.zeros((size, size))
    ways = _resolved(order)
    for way in ways:
        for at in range(len(way) - 1):
            left = list(way[at:])
            chances = np.zeros(size)
            np.add.at(chances, left, np.exp(strength[left]))
            total = chances.sum()
            chances /= total
            value += strength[way[at]] - np.log(total)
            gradient[way[at]] += 1
            gradient -= chances
            hessian += np.outer(chances, chances) - np.diag(chances)
    return value / len(ways), gradient / len(ways), hessian / len(ways)


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
    slopes = {order: _slopes(order, strength)[1] for order in total}
    scores = [sum((count * slopes[order] for order, count in counts.items()), np.zeros(players)) for counts in counted]
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
        one, slope, bend = _slopes(order, strength)
        value += count * one
        gradient = gradient + count * slope
        hessian = hessian + count * bend
    return value, gradient, hessian
