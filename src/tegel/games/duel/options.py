"""The options of Azul Duel."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ...core.game import Options
from ...core.option_kinds import OptionKind, Sides
from .state import ABSENT, BACK, FRONT, SEATS

SIDES = {"f": FRONT, "b": BACK}
LETTERS = {side: letter for letter, side in SIDES.items()}
RANDOM = "random"
PATTERN = r"^((?=(..){3,4}$)(1[fb])?(2[fb])?(3[fb])?(4[fb])?|random[34])$"


class DuelOptions(Options, frozen=True):
    """How a game of Azul Duel is played: with which scoring tiles, and which of their sides (D1.4)."""

    ALLOWED: ClassVar[dict[str, str]] = {
        "scoring": "three or four of the scoring tiles 1-4, in that order, each with f (front) or b (back), such as 1f2f3f or 1b2f3b4f, "
        "or random3 or random4 for so many drawn when the game is set up",
    }

    KINDS: ClassVar[dict[str, OptionKind]] = {"scoring": Sides(4, "".join(SIDES), least=3, most=4)}

    scoring: Annotated[str, Meta(pattern=PATTERN)] = "1f2f3f"

    def write(self, state: Any) -> None:
        state.players = SEATS
        state.scoring[:] = ABSENT
        state.random_tiles = 0
        if self.scoring.startswith(RANDOM):
            state.random_tiles = int(self.scoring.removeprefix(RANDOM))
            return
        for tile, side in zip(self.scoring[::2], self.scoring[1::2], strict=True):
            state.scoring[int(tile) - 1] = SIDES[side]

    @classmethod
    def read(cls, state: Any) -> DuelOptions:
        """With the tiles that were drawn, where that was left to chance."""
        if state.random_tiles and not state.scoring.any():  # before set-up
            return cls(f"{RANDOM}{state.random_tiles}")
        return cls("".join(f"{tile}{LETTERS[side]}" for tile, side in enumerate(state.scoring.tolist(), 1) if side != ABSENT))


def longest(options: DuelOptions) -> int:
    """Two plates each to begin with; then five rounds of tiles, stacking, plates drawn and returned, chips and tiling."""
    return 4 + 5 * (21 + 12 + 4 * (2 * 13 + 3) + 4 + 2 * 6 * 8)
