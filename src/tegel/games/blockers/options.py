"""The options of Blockers!"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ...core.game import Options
from ...core.option_kinds import Choice, Number, OptionKind
from .state import COLOURS, TILES


class BlockersOptions(Options, frozen=True):
    """How a game of Blockers! is played."""

    ALLOWED: ClassVar[dict[str, str]] = {
        "players": "2, 3, 4 or 5",
        "scoring": "full or classic",
    }

    KINDS: ClassVar[dict[str, OptionKind]] = {"players": Number(2, 5), "scoring": Choice(("full", "classic"))}

    players: Annotated[int, Meta(ge=2, le=5)] = 2
    scoring: Literal["full", "classic"] = "full"  # B4.4

    def write(self, state: Any) -> None:
        state.players = self.players
        state.classic = self.scoring == "classic"

    @classmethod
    def read(cls, state: Any) -> BlockersOptions:
        return cls(int(state.players), "classic" if state.classic else "full")


def longest(options: BlockersOptions) -> int:
    """Every tile of every colour."""
    return COLOURS * TILES
