"""The rules of Blockers! as the generic functions know them."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check import check
from .knowledge import hide, sample
from .laying import legal_lays
from .scoring import result
from .turns import act, has_pending, only_move, resolve_pending, score_now, setup

__all__ = ["act", "check", "has_pending", "hide", "legal", "only_move", "resolve_pending", "result", "sample", "score_now", "setup"]


@rule
def legal(state: Any, moves: Any) -> int:
    """Every way to lay a tile or capture; none when the game is over."""
    if state.turn < 0:
        return 0
    return legal_lays(state, moves)
