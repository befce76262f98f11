"""A position as all its viewers see it. What several of them share is worked out once: in Azul everybody sees the same."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import msgspec

from ..core.table import Table
from ..core.viewers import look


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
        self._sights, self._legal = look(table.game, table.state, table.players)
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
        sight = self._sights[viewer + 1]
        seen = self._seen.get(sight.raw)
        if seen is None:
            game = self.table.game
            facts = game.view(sight.state)
            last = not self.over and game.last_round(facts)
            seen = Seen(msgspec.Raw(msgspec.json.encode(facts)), sight.scores, sight.preview, last)
            self._seen[sight.raw] = seen
        return seen

    @cached_property
    def private(self) -> list[bool]:
        """Which seats see something that a spectator does not."""
        public, *seats = [sight.raw for sight in self._sights]
        return [raw != public for raw in seats]
