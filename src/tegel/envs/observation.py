"""How a seat sees a game, by choice: as a vector, as planes, or as zeros and ones. One place for all environments and for bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.errors import BadOption
from ..core.game import Game
from ..core.view import View
from .features import DTYPE, layout_of, see_planes, see_vector
from .features.onehot import one_hot_of
from .vector import VectorGames
from .vector.cpu import spread

VECTOR, PLANES, ONE_HOT = OBSERVATIONS = ("vector", "planes", "onehot")


@rule
def _see_vector(states: Any, viewer: int, scratch: Any, out: Any) -> None:
    see_vector(states[0], viewer, scratch, out)


@rule
def _see_planes(states: Any, viewer: int, scratch: Any, out: Any) -> None:
    see_planes(states[0], viewer, scratch, out)


class Observer:
    """Makes one kind of observation of one game, and tells its shape and bounds."""

    def __init__(self, game: Game, kind: str) -> None:
        if kind not in OBSERVATIONS:
            raise BadOption(f"there is no observation {kind!r}; the observations are {', '.join(OBSERVATIONS)}")
        self.kind, self.layout = kind, layout_of(game)
        self.one_hot = one_hot_of(self.layout) if kind == ONE_HOT else None
        self.shape: tuple[int, ...] = self.layout.plane_shape if kind == PLANES else (self.layout.size,)
        self._scratch = np.zeros(1, game.dtype)

    def space(self, spaces: Any) -> Any:
        """What is seen, as a space of Gymnasium (whose module of spaces is handed in)."""
        layout = self.layout
        if self.kind == PLANES:
            return spaces.Box(layout.plane_low, layout.plane_high, layout.plane_shape, DTYPE)
        if self.one_hot is not None:
            return spaces.Box(self.one_hot.lowest, self.one_hot.highest, dtype=self.one_hot.dtype)
        return spaces.Box(layout.low, layout.high, dtype=DTYPE)

    def see(self, states: Any, seat: int) -> Any:
        """What a seat may see of the first of these states."""
        out = np.empty(self.shape, DTYPE)
        (_see_planes if self.kind == PLANES else _see_vector)(states, seat, self._scratch, out)
        return out if self.one_hot is None else self.one_hot.of(out)

    def see_many(self, games: VectorGames, viewer: int | None) -> Any:
        """What a seat sees of every game of a batch; None: the seat to move."""
        seen = games.planes(viewer) if self.kind == PLANES else games.vectors(viewer)
        code = self.one_hot
        if code is None:
            return seen
        out = np.empty((games.count, code.size), code.dtype)
        spread(games.count, games.threads, lambda low, high: code.write(seen[low:high], out[low:high]))
        return out


def seen_by(view: View, kind: str = VECTOR) -> Any:
    """What the seat of a view sees, just as an environment would show it; `View.vector` asks for it."""
    return Observer(view.game, kind).see(np.array([view.state], view.game.dtype), view.seat)
