"""Ratings from all games at once: the strengths that are likeliest given every result and what was believed before (maximum a posteriori).

The result does not depend on the order of the games, so there is nothing to keep up: whoever has the games has the ratings. Newton's
method, each step solved by conjugate gradients, so time and memory grow with the number of seats played and not with its square.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from .beliefs import Belief
from .plackett_luce import ELO, order_of, resolved

EXACT = 1e-9  # natural units; a step that is smaller ends the search
STEPS, TURNS = 60, 400  # of Newton's method, and of conjugate gradients for one of them


@dataclass(frozen=True)
class Draws:
    """What measured luck is worth, from games between equals (`benchmarks/luck.py`)."""

    slope: float  # how much a result rises with it
    explained: float  # how much of the variance of results it explains

    @property
    def stretch(self) -> float:
        """Without that part of the chance the same difference in strength decides more."""
        return 1 / sqrt(1 - self.explained)


class Played(NamedTuple):
    """A game: who played, numbered from 0, and how it ended."""

    players: tuple[int, ...]
    places: tuple[int, ...]  # may be shared
    weight: float = 1.0
    luck: tuple[float, ...] | None = None  # of each seat, in chances to win, as a review measures it; None: not known, or to be ignored


@dataclass(frozen=True)
class _Table:
    """All games with equally many seats, a line for each order of arrival; shared places count as all orders among them."""

    orders: Any  # players
    weights: Any
    scale: Any  # how much a difference in strength decides
    given: Any  # natural units of strength that the draws gave


def fit(games: Sequence[Played], priors: Sequence[Belief], draws: Draws | None = None) -> list[Belief]:
    """Everybody's rating.

    >>> [round(belief.mean) for belief in fit([Played((0, 1), (1, 2))], [Belief(), Belief()])]
    [1630, 1370]
    """
    tables = [_arrange(games, seats, draws) for seats in sorted({len(game.players) for game in games})]
    middle = np.array([belief.mean for belief in priors]) / ELO
    precision = (ELO / np.array([belief.deviation for belief in priors])) ** 2
    strength = middle.copy()
    for _ in range(STEPS):
        gradient = precision * (middle - strength)
        for table in tables:
            gradient += _slope(table, strength)
        step = _solve(tables, strength, precision, gradient)
        furthest = float(np.abs(step).max()) if len(step) else 0.0
        strength = strength + step * min(1.0, 2.0 / furthest if furthest > 0 else 1.0)
        if furthest < EXACT:
            break
    wide = np.sqrt(_variance(tables, strength, precision))
    return [Belief(float(mean), float(deviation)) for mean, deviation in zip(ELO * strength, ELO * wide, strict=True)]


def _arrange(games: Sequence[Played], seats: int, draws: Draws | None) -> _Table:
    orders, weights, scale, given = [], [], [], []
    for game in games:
        if len(game.players) != seats:
            continue
        told = draws is not None and game.luck is not None
        offset = [seats * draws.slope * luck for luck in game.luck] if draws and game.luck else [0.0] * seats
        ways = resolved(order_of(range(seats), game.places))
        for way in ways:
            orders.append([game.players[at] for at in way])
            weights.append(game.weight / len(ways))
            scale.append(draws.stretch if draws and told else 1.0)
            given.append([offset[at] for at in way])
    return _Table(np.array(orders), np.array(weights)[:, None], np.array(scale)[:, None], np.array(given))


def _chances(table: _Table, strength: Any) -> tuple[Any, Any]:
    """Of each line everybody's weight, and the weight of all who are left when the first, the second, ... is chosen."""
    powers = table.scale * strength[table.orders] + table.given
    weights = np.exp(powers - powers.max(axis=1, keepdims=True))
    return weights, np.cumsum(weights[:, ::-1], axis=1)[:, :0:-1]


def _sums(choices: Any) -> Any:
    """Sums over the choices that each one of a line took part in; the last one took part in as many as the one before."""
    summed = np.cumsum(choices, axis=1)
    return np.concatenate([summed, summed[:, -1:]], axis=1)


def _gather(table: _Table, parts: Any, players: int) -> Any:
    """Sums over all lines for each player."""
    return np.bincount(table.orders.ravel(), (table.weights * parts).ravel(), minlength=players)


def _slope(table: _Table, strength: Any) -> Any:
    """The gradient of the log-likelihood."""
    weights, left = _chances(table, strength)
    parts = -weights * _sums(1 / left)
    parts[:, :-1] += 1
    return _gather(table, table.scale * parts, len(strength))


def _solve(tables: Sequence[_Table], strength: Any, precision: Any, target: Any) -> Any:
    """Newton's step: the curvature applied to it is `target`. Conjugate gradients, preconditioned with the diagonal."""
    known = [(table, *_chances(table, strength)) for table in tables]
    diagonal = precision.copy()
    for table, weights, left in known:
        chosen, squares = _sums(1 / left), _sums(1 / left**2)
        diagonal += _gather(table, table.scale**2 * (weights * chosen - weights**2 * squares), len(strength))

    def curved(vector: Any) -> Any:
        found = precision * vector
        for table, weights, left in known:
            moved = table.scale * vector[table.orders]
            means = np.cumsum((weights * moved)[:, ::-1], axis=1)[:, :0:-1] / left
            parts = weights * (moved * _sums(1 / left) - _sums(means / left))
            found = found + _gather(table, table.scale * parts, len(vector))
        return found

    step, rest = np.zeros_like(target), target.copy()
    ready = rest / diagonal
    way, size = ready.copy(), float(rest @ ready)
    goal = 1e-20 * size
    for _ in range(TURNS):
        if size <= goal:
            break
        ahead = curved(way)
        far = size / float(way @ ahead)
        step, rest = step + far * way, rest - far * ahead
        ready = rest / diagonal
        size, before = float(rest @ ready), size
        way = ready + size / before * way
    return step


def _variance(tables: Sequence[_Table], strength: Any, precision: Any) -> Any:
    """How uncertain each strength is compared with all others', opponents' own uncertainty included.

    The inverse of the curvature would take the cube of the number of players; this is its second-order expansion.
    """
    players = len(strength)
    diagonal, pairs, shared = precision.copy(), [], []
    for table in tables:
        weights, left = _chances(table, strength)
        chosen, squares = _sums(1 / left), _sums(1 / left**2)
        scale = table.weights * table.scale**2
        diagonal += _gather(table, table.scale**2 * (weights * chosen - weights**2 * squares), players)
        for one in range(weights.shape[1]):
            for other in range(one):
                both = (scale * weights[:, [one]] * weights[:, [other]] * squares[:, [other]]).ravel()
                for first, second in ((one, other), (other, one)):
                    pairs.append(table.orders[:, first] * players + table.orders[:, second])
                    shared.append(both)
    if not pairs:
        return 1 / diagonal
    keys, at = np.unique(np.concatenate(pairs), return_inverse=True)
    met = np.bincount(at, np.concatenate(shared))
    lost = np.bincount(keys // players, met**2 / diagonal[keys % players], minlength=players)
    return 1 / np.maximum(diagonal - lost, precision)
