"""What a player may know: everything but the future draws (A9)."""

from __future__ import annotations

from typing import Any

from ...core.chance import forget_key, use_key
from ...core.compiled import rule


@rule
def hide(state: Any, viewer: int) -> None:
    """Bag and lid are public; only the key goes."""
    forget_key(state)


@rule
def sample(state: Any, viewer: int, key: Any) -> None:
    """Another future."""
    use_key(state, key)
