"""What a player may know: all but the other players' racks and the future draws (B7)."""

from __future__ import annotations

from typing import Any

from ...core.chance import forget_key, use_key
from ...core.compiled import rule
from .laying import lays_up_to_two
from .racks import colours_in_play, draw_tile, owner_of, put_back

TRIES = 1000  # at least one deal in 38 suits: at worst two certain tiles must be among the 5 drawn from 28


@rule
def hide(state: Any, viewer: int) -> None:
    """The racks of the others become part of their piles; their sizes stay."""
    forget_key(state)
    for colour in range(colours_in_play(state)):
        if owner_of(state, colour) != viewer:
            state.piles[colour] |= state.racks[colour]
            state.racks[colour] = 0


@rule
def deal_unseen(state: Any, viewer: int) -> None:
    """Draw the racks anew that a viewer does not see, or that are hidden already."""
    for colour in range(colours_in_play(state)):
        if owner_of(state, colour) != viewer or state.racks[colour] == 0:
            size = state.rack_size[colour]
            put_back(state, colour)
            for _ in range(size):
                draw_tile(state, colour)


@rule
def sample(state: Any, viewer: int, key: Any) -> None:
    """Another future, and other racks with which the seat to move has a choice, as everybody sees it has."""
    use_key(state, key)
    for _ in range(TRIES):
        deal_unseen(state, viewer)
        if state.turn < 0:
            return
        ways, _first = lays_up_to_two(state, int(state.turn))
        if ways > 1:
            return
