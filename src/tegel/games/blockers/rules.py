"""The rules of Blockers! as the generic functions know them."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check import check
from .knowledge import hide, sample
from .laying import legal_lays
from .scoring import result
from .turns import act, between, only_move, proceed, settle, setup

__all__ = ["act", "between", "check", "hide", "legal", "only_move", "proceed", "result", "sample", "settle", "setup"]


@rule
def legal(state: Any, moves: Any) -> int:
    """Every way to lay a tile or capture; none when the game is over."""
    if state.turn < 0:
        return 0
    return legal_lays(state, moves)
