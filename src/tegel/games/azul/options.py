"""The options of Azul."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ...core.game import Options


class AzulOptions(Options, frozen=True):
    """How a game of Azul is played."""

    ALLOWED: ClassVar[dict[str, str]] = {
        "players": "2, 3 or 4",
        "wall": "coloured or grey",
        "rounds": "the largest number of rounds, 1 to 1000, or 0 for no limit",
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
