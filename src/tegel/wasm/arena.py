"""Whether the arena is large enough: found out while building, so that no search runs out of memory in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.game import Game
from .errors import NotForWasm
from .runtime import ARENA_SIZE, HEAD


def check_arena(game: Game, what: str, arrays: Iterable[Any]) -> None:
    """Raise `NotForWasm` if all that an entry point allocates, at its start, does not fit."""
    needed = sum(array.nbytes + 2 * HEAD for array in arrays)
    if needed > ARENA_SIZE:
        raise NotForWasm(f"{game.name}: {what} needs an arena of {needed:,} bytes; it has {ARENA_SIZE:,}")
