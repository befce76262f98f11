"""The options of Azul."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ...core.errors import BadOption
from ...core.game import Options
from ...core.option_kinds import Choice, Number, OptionKind
from .state import SIZE


class AzulOptions(Options, frozen=True):
    """How a game of Azul is played."""

    ALLOWED: ClassVar[dict[str, str]] = {
        "players": "2, 3 or 4",
        "wall": "coloured or grey",
        "rounds": "the largest number of rounds, 1 to 1000, or 0 for no limit",
    }

    KINDS: ClassVar[dict[str, OptionKind]] = {
        "players": Number(2, 4),
        "wall": Choice(("coloured", "grey")),
        "rounds": Number(0, 1000),
    }

    SIMULATION: ClassVar[dict[str, Any]] = {"rounds": 50}  # A5.4

    players: Annotated[int, Meta(ge=2, le=4)] = 2
    wall: Literal["coloured", "grey"] = "coloured"
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0  # A5.4

    def write(self, state: Any) -> None:
        state.players = self.players
        state.grey = self.wall == "grey"
        state.limit = self.rounds

    @classmethod
    def read(cls, state: Any) -> AzulOptions:
        return cls(int(state.players), "grey" if state.grey else "coloured", int(state.limit))


def longest(options: AzulOptions) -> int:
    """Every take empties at least one of the discs' spaces; then comes a column for each row of each player (A7.1)."""
    if options.rounds == 0:
        raise BadOption("without a limit of rounds a game may never end: rounds must be from 1 to 1000")
    return options.rounds * (4 * (2 * options.players + 1) + SIZE * options.players)
