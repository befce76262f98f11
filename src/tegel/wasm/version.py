"""A name for the engines of all games as they are now. It is part of their addresses, so that browsers keep their files for good."""

from __future__ import annotations

import hashlib

from ..core.game import game_names
from .build import engine_hash, words_hash


def engines_version() -> str:
    """Another one whenever the engine of any game changes, or what it says."""
    parts = [engine_hash(), *map(words_hash, sorted(game_names()))]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]
