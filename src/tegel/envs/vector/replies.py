"""The other seats of a batch, played compiled: random or greedy, up to the agent's next turn or the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from .games import VectorGames
from .others import KINDS

__all__ = ["KINDS", "Replies", "stand"]


def stand(games: VectorGames, now: bool = False) -> tuple[Any, Any]:
    """Points and places of every game as they stand (both N x seats); with `now`, if all that lies on the boards were scored at once."""
    backend = games.backend
    points, places = (backend.empty((games.count, games.players), np.int16) for _ in range(2))
    backend.stand(games.states, now, points, places)
    return points, places


class Replies:
    """How the seats other than the agent's play in a batch. On a card `seats` and all arrays are there."""

    def __init__(self, kind: str, seats: Any) -> None:
        self.kind, self.seats = kind, seats  # the agent's seat in every game
        self.over: Any = np.zeros(len(seats), np.bool_)  # which games the last replies ended
        self.cut_short: Any = np.zeros(len(seats), np.bool_)

    def play(self, games: VectorGames, points: Any, places: Any) -> None:
        """Let the others play in every game up to the agent's turn or the end; results go where a step writes them."""
        backend = games.backend
        self.over, self.cut_short = backend.own(self.over), backend.own(self.cut_short)
        arrays = games.arrays._replace(over=self.over, cut=self.cut_short, points=points, places=places)
        backend.replies(self.kind, arrays, backend.take(self.seats, np.int8, (games.count,)), games.streams)
