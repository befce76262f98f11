"""Azul: nothing is hidden but the draws to come."""

from __future__ import annotations

from typing import Any

from ....core.chance import use_key
from ....core.compiled import rule


@rule
def redraw(state: Any, key: Any) -> None:
    """Another future."""
    use_key(state, key)
