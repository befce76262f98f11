"""How a game ended, where its points came from, and where tiles were laid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from ..core import generic
from ..core.board import Board
from ..core.story import Event

UNCOUNTED = ("forced",)  # kinds of events whose points are told by others too


def result_of(state: Any, resigned: Collection[int] = ()) -> dict[str, Any]:
    """Points, places and winners of a game that has ended; who resigned comes after everybody else."""
    players = int(state["players"])
    points, places = np.zeros(players, np.int16), np.zeros(players, np.int16)
    generic.result(state, points, places)
    told = rank(places.tolist(), resigned)
    return {"points": points.tolist(), "places": told, "winners": [seat for seat, place in enumerate(told) if place == 1]}


def rank(places: list[int], resigned: Collection[int]) -> list[int]:
    """The places when those who resigned come last, in the order they would have had.

    >>> rank([1, 2, 3], resigned={0})
    [3, 1, 2]
    """
    worth = [(seat in resigned, place) for seat, place in enumerate(places)]
    return [1 + sum(other < own for other in worth) for own in worth]


def sources_of(story: Iterable[Event], players: int) -> list[dict[str, int]]:
    """For each seat, how many points which kind of event brought or cost."""
    found: list[dict[str, int]] = [{} for _ in range(players)]
    for event in story:
        if event.points and event.kind not in UNCOUNTED and 0 <= event.seat < players:
            found[event.seat][event.kind] = found[event.seat].get(event.kind, 0) + event.points
    return found


def laid_of(story: Iterable[Event], board: Board, players: int) -> list[list[int]]:
    """For each seat, the spaces on which it laid tiles, counted row by row from 0."""
    found: list[list[int]] = [[] for _ in range(players)]
    for event in story:
        if event.kind in board.laid and 0 <= event.seat < players:
            found[event.seat].append(event.row * len(board.columns) + event.column)
    return found
