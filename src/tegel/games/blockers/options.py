"""The options of Blockers!"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ...core.game import Options
from ...core.option_kinds import Choice, Number, OptionKind, Order
from .state import COLOUR_LETTERS, COLOURS, TILES

PATTERN = rf"^(?!.*(.).*\1)[{COLOUR_LETTERS}]{{{COLOURS}}}$"  # each once


class BlockersOptions(Options, frozen=True):
    """How a game of Blockers! is played."""

    ALLOWED: ClassVar[dict[str, str]] = {
        "players": "2, 3, 4 or 5",
        "scoring": "full or classic",
        "colours": "the letters r, g, b, y and v (red, green, blue, yellow, violet), each once, in the order of the seats, such as brgyv; "
        "two players have two each",
    }

    KINDS: ClassVar[dict[str, OptionKind]] = {
        "players": Number(2, 5),
        "scoring": Choice(("full", "classic")),
        "colours": Order(COLOUR_LETTERS, each=(2, 1, 1, 1)),
    }

    ADDED: ClassVar[tuple[str, ...]] = ("colours",)

    players: Annotated[int, Meta(ge=2, le=5)] = 2
    scoring: Literal["full", "classic"] = "full"  # B4.4
    colours: Annotated[str, Meta(pattern=PATTERN)] = COLOUR_LETTERS  # B2

    def write(self, state: Any) -> None:
        state.players = self.players
        state.classic = self.scoring == "classic"
        state.colours[:] = [COLOUR_LETTERS.index(letter) for letter in self.colours]

    @classmethod
    def read(cls, state: Any) -> BlockersOptions:
        colours = "".join(COLOUR_LETTERS[colour] for colour in state.colours)
        return cls(int(state.players), "classic" if state.classic else "full", colours)


def longest(options: BlockersOptions) -> int:
    """Every tile of every colour."""
    return COLOURS * TILES
