"""Blockers!: every tile on a rack is known to its owner, so only the draws to come are nobody's."""

from __future__ import annotations

from typing import Any

from ....core.chance import use_key
from ....core.compiled import rule


@rule
def redraw(state: Any, key: Any) -> None:
    """Another future."""
    use_key(state, key)
