"""The Plackett-Luce model: who comes first is drawn with chances in proportion to exp(strength), then the second among the rest, and so on.

With two players it is the Bradley-Terry model. Players who share a place count as every order among them, each with an equal share, so a
draw is half a win and half a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, permutations, product
from math import log
from typing import Any

import numpy as np

ELO = 400 / log(10)  # Elo points of one natural unit of strength

Order = tuple[tuple[int, ...], ...]  # who came first (several if they share), who next, ...


def order_of(players: Sequence[int], places: Sequence[int]) -> Order:
    """Who came first, and so on.

    >>> order_of([0, 1, 2], [2, 1, 2])
    ((1,), (0, 2))
    """
    return tuple(tuple(sorted(p for p, at in zip(players, places, strict=True) if at == place)) for place in sorted(set(places)))


@cache
def resolved(order: Order) -> list[tuple[int, ...]]:
    """Every order without shared places that fits."""
    return [tuple(chain(*choice)) for choice in product(*(permutations(group) for group in order))]


def slopes(order: Order, strength: Any) -> tuple[float, Any, Any]:
    """Log-likelihood of an order, its gradient and its Hessian."""
    size = len(strength)
    value, gradient, hessian = 0.0, np.zeros(size), np.zeros((size, size))
    ways = resolved(order)
    for way in ways:
        at = np.array(way)
        more, slope, bend = _in_order(strength[at])
        value += more
        np.add.at(gradient, at, slope)
        np.add.at(hessian, (at[:, None], at), bend)
    return value / len(ways), gradient / len(ways), hessian / len(ways)


def _in_order(strength: Any) -> tuple[float, Any, Any]:
    """The same for players who came in in this order. Row r of `chances` is the choice of who comes r-th, among those still left."""
    weights = np.exp(strength - strength.max())
    left = np.cumsum(weights[::-1])[:0:-1]
    chances = np.triu(weights / left[:, None])
    chosen = chances.sum(axis=0)
    slope = -chosen
    slope[:-1] += 1
    return float(np.log(weights[:-1] / left).sum()), slope, chances.T @ chances - np.diag(chosen)
