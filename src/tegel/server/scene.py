"""A position as all its viewers see it. What several of them share is worked out once: in Azul everybody sees the same."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ..core import generic
from ..core.table import Table
from ..core.view import View


class Seen(NamedTuple):
    """What can be said of a hidden state."""

    facts: msgspec.Raw
    scores: list[int]
    preview: list[int]
    last: bool


class Scene:
    """One position of a table; it must not outlive the next move."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turn = table.turn
        self._views: dict[int, tuple[View, bytes]] = {}
        self._seen: dict[bytes, Seen] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    def _hidden(self, viewer: int) -> tuple[View, bytes]:
        """The position as a viewer may know it, and the same as bytes."""
        if viewer not in self._views:
            view = self.table.view(viewer)
            self._views[viewer] = view, view.state.tobytes()
        return self._views[viewer]

    def legal(self, viewer: int) -> list[int]:
        """The moves a viewer may choose from now."""
        return self._hidden(viewer)[0].legal if viewer == self.turn else []

    def seen(self, viewer: int) -> Seen:
        """Facts and points, made from what the viewer may know and nothing else."""
        view, raw = self._hidden(viewer)
        if raw not in self._seen:
            scores = self._points(view.state)
            preview = scores if self.over else self._points(self._settled(view.state))
            facts = view.facts
            last = not self.over and self.table.game.last_round(facts)
            self._seen[raw] = Seen(msgspec.Raw(msgspec.json.encode(facts)), scores, preview, last)
        return self._seen[raw]

    @cached_property
    def private(self) -> list[bool]:
        """Which seats see something that a spectator does not."""
        public = self._hidden(-1)[1]
        return [self._hidden(seat)[1] != public for seat in range(self.table.players)]

    def _points(self, state: Any) -> list[int]:
        points, places = np.zeros(self.table.players, np.int16), np.zeros(self.table.players, np.int16)
        generic.result(state, points, places)
        return points.tolist()

    def _settled(self, state: Any) -> Any:
        """The state if play stopped now and everything were scored."""
        settled = self.table.game.copy(state)
        generic.settle(settled)
        return settled
