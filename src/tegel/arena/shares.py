"""Parts of victories, and how sure their means are."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import stdev

from .playing import Played
from .ratings import SURE


def wins_of(game: Played) -> list[float]:
    """Each seat's part of the victory."""
    winners = game.places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in game.places]


def margin(samples: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return SURE * stdev(samples) / len(samples) ** 0.5 if len(samples) > 1 else 0.0
