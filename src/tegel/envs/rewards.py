"""Rewards at the end of a game, or round by round, by choice."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.errors import BadOption

WIN, PLACES, POINTS, ROUNDS, NOW = KINDS = ("win", "places", "points", "rounds", "now")
GRADUAL = (ROUNDS, NOW)  # those that come little by little
MEANINGS = {
    WIN: "1 for a sole winner, 0 for each who shares the first place, -1 for the others",
    PLACES: "evenly from 1 for the first place to -1 for the last; who shares places gets their mean",
    POINTS: "how many points one is ahead of the best other player (with fewest points winning: how many fewer)",
    ROUNDS: "the same as it comes, by how much that lead has grown since the agent last decided; in all it adds up to `points`",
    NOW: "as `rounds`, with all that lies on the boards counted as if it were scored at once: every move tells what it is worth",
}
MOST_POINTS = 32767  # what a score can hold


def check_kind(kind: str) -> str:
    """The kind of reward, if there is one of that name."""
    if kind not in KINDS:
        raise BadOption(f"there is no reward {kind!r}; the rewards are {', '.join(KINDS)}")
    return kind


def bounds(kind: str) -> tuple[float, float]:
    """The least and the greatest reward there can be."""
    return (-MOST_POINTS, MOST_POINTS) if kind in (POINTS, *GRADUAL) else (-1.0, 1.0)


def rewards(kind: str, points: Any, places: Any, fewest_wins: bool) -> Any:
    """The rewards of the seats of N games, from their points and places (both N x seats); of `rounds` and `now` the whole sum so far.

    >>> rewards("win", np.array([[5, 5, 1]]), np.array([[1, 1, 3]]), False).tolist()
    [[0.0, 0.0, -1.0]]
    >>> rewards("places", np.array([[5, 5, 1]]), np.array([[1, 1, 3]]), False).tolist()
    [[0.5, 0.5, -1.0]]
    >>> rewards("points", np.array([[5, 7, 1]]), np.array([[2, 1, 3]]), False).tolist()
    [[-2.0, 2.0, -6.0]]
    """
    seats = places.shape[1]
    if kind == WIN:
        first = places == 1
        alone = first.sum(axis=1, keepdims=True) == 1
        return np.where(first, np.where(alone, 1.0, 0.0), -1.0)
    if kind == PLACES:
        sharing = (places[:, :, None] == places[:, None, :]).sum(axis=2)
        mean = places + (sharing - 1) / 2
        return 1.0 - 2.0 * (mean - 1) / (seats - 1)
    worth = points.astype(np.float64) * (-1 if fewest_wins else 1)
    best_other = np.stack([np.delete(worth, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)
    return worth - best_other
