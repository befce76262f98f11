"""How a game ended, from its last state."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import generic


def result_of(state: Any) -> dict[str, Any]:
    """Points, places and winners of a finished game."""
    players = int(state["players"])
    points, places = np.zeros(players, np.int16), np.zeros(players, np.int16)
    generic.result(state, points, places)
    told = places.tolist()
    return {"points": points.tolist(), "places": told, "winners": [seat for seat, place in enumerate(told) if place == 1]}
