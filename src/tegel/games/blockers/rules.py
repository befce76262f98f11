"""The rules of Blockers! as the generic functions know them."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check import check
from .knowledge import hide, sample
from .laying import legal_lays
from .moves import RACK_MOVES
from .racks import colour_of, racks_each
from .scoring import result
from .turns import act, has_pending, only_move, resolve_pending, score_now, setup

__all__ = [
    "act",
    "check",
    "has_pending",
    "hide",
    "legal",
    "only_move",
    "resolve_pending",
    "result",
    "reveals",
    "sample",
    "score_now",
    "setup",
]


@rule
def legal(state: Any, moves: Any) -> int:
    """Every way to lay a tile or capture; none when the game is over."""
    if state.turn < 0:
        return 0
    return legal_lays(state, moves)


@rule
def rack_is_public(state: Any, seat: int) -> bool:
    """Whether everybody knows what is on a seat's racks: once a pile is empty, all of its colour that is not seen elsewhere (B7)."""
    for rack in range(racks_each(state)):
        if state.pile_size[colour_of(state, seat, rack)] > 0:
            return False
    return True


@rule
def reveals(before: Any, move: int, after: Any) -> bool:
    """A tile that may have been on the pile as well, a draw, or that a seat whose rack is hidden can, or cannot, lay (B3.5, B3.6, B7)."""
    mover = int(before.turn)
    if before.pile_size[colour_of(before, mover, move // RACK_MOVES)] > 0:
        return True
    for step in range(1, before.players + 1):
        seat = (mover + step) % before.players
        if not rack_is_public(before, seat):
            return True
        if seat == after.turn:
            return False
    return False
