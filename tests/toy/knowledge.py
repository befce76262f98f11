"""What a player may know: everything but the key."""

from __future__ import annotations

from typing import Any

from tegel.core.chance import forget_key, use_key
from tegel.core.compiled import rule


@rule
def hide(state: Any, viewer: int) -> None:
    """Nothing lies hidden; only the key goes."""
    forget_key(state)


@rule
def sample(state: Any, viewer: int, key: Any) -> None:
    """Another future."""
    use_key(state, key)
