"""A position as all its viewers see it. What several of them share is worked out once: in Azul everybody sees the same."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ..core.table import Table
from ..core.viewers import visible_states
from .answers import encoded


class Seen(NamedTuple):
    """What can be said of a hidden state."""

    facts: dict[str, Any]  # as JSON already
    scores: list[int]
    preview: list[int]
    last: bool


class Scene:
    """One position of a table; it must not outlive the next move."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turn = table.turn
        self._visible, self._legal = visible_states(table.game, table.state, table.players)
        self._seen: dict[bytes, Seen] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    def legal(self, viewer: int) -> list[int]:
        """The moves a viewer may choose from now."""
        return self._legal if viewer == self.turn else []

    def seen(self, viewer: int) -> Seen:
        """Facts and points, made from what the viewer may know and nothing else."""
        state = self._visible[viewer + 1]
        seen = self._seen.get(state.raw)
        if seen is None:
            game = self.table.game
            facts = game.view(state.state)
            last = not self.over and game.last_round(facts)
            seen = Seen(encoded(dict[str, Any], msgspec.json.encode(facts)), state.scores, state.preview, last)
            self._seen[state.raw] = seen
        return seen

    @cached_property
    def private(self) -> list[bool]:
        """Which seats see something that a spectator does not."""
        public, *seats = [state.raw for state in self._visible]
        return [raw != public for raw in seats]
