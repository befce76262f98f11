"""The options of heaps."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from tegel.core.game import Options
from tegel.core.option_kinds import Number, OptionKind

from .state import HEAPS, MOST, SEATS


class HeapsOptions(Options, frozen=True):
    """How a game of heaps is played."""

    ALLOWED: ClassVar[dict[str, str]] = {"bonus": "points for the last tile, 0 to 9"}
    KINDS: ClassVar[dict[str, OptionKind]] = {"bonus": Number(0, 9)}

    bonus: Annotated[int, Meta(ge=0, le=9)] = 3  # H3

    def write(self, state: Any) -> None:
        state.players = SEATS
        state.bonus = self.bonus

    @classmethod
    def read(cls, state: Any) -> HeapsOptions:
        return cls(int(state.bonus))


def longest(options: HeapsOptions) -> int:
    """A tile each."""
    return HEAPS * MOST
