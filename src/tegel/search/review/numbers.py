"""The random numbers of a review: for every move its own, so that neither threads nor the order of work change an answer."""

from __future__ import annotations

from ...core.chance import Key
from .native import Native

START, DECISION, DRAW = range(3)  # what numbers are for


class Numbers:
    """Numbers for one purpose at one move, the same ones on every machine."""

    def __init__(self, engine: Native, seed: int, purpose: int, ply: int) -> None:
        self.engine = engine
        self.given = (seed, purpose, ply, 0)
        self.count = 0

    def key(self) -> Key:
        """Four words of 64 bits, for a game's draws."""
        self.count += 1
        return self.engine.words(self.given, self.count)

    def seed(self) -> int:
        """One word, for a search."""
        return self.key()[0]

    def skip(self, keys: int) -> None:
        """Leave so many out, as if they had been used."""
        self.count += keys
