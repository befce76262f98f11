"""Azul Duel: tiles and chips to come, and the order of the plates that nobody has looked at."""

from __future__ import annotations

from typing import Any

from ....core.compiled import rule
from ....games.duel.knowledge import sample
from ....games.duel.state import MOST_DRAWN, PLATES, SEATS

ALL_SEEING = SEATS  # a seat beside the table that knows what anybody knows


@rule
def redraw(state: Any, key: Any) -> None:
    """Other plates where no seat knows them, the back of the top one kept, and another future."""
    mark = 1 << ALL_SEEING
    for position in range(PLATES):
        if state.stack_known[position] != 0:
            state.stack_known[position] |= mark
    for n in range(MOST_DRAWN):
        if state.drawn_known[n] != 0:
            state.drawn_known[n] |= mark
    sample(state, ALL_SEEING, key)
    for position in range(PLATES):
        state.stack_known[position] &= ~mark
    for n in range(MOST_DRAWN):
        state.drawn_known[n] &= ~mark
