"""Colours, racks and piles: whose they are, and drawing from them (B2, B3.6, B5.1)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below
from ...core.compiled import rule
from .state import KEPT, TILES


@rule
def racks_each(state: Any) -> int:
    """How many colours, and so racks, a seat has (B5.1)."""
    return 2 if state.players == 2 else 1


@rule
def colours_in_play(state: Any) -> int:
    """A colour each, or two with two players (B2, B5.1)."""
    return state.players * racks_each(state)


@rule
def colour_of(state: Any, seat: int, rack: int) -> int:
    """The colour of a seat's rack (B5.1)."""
    return seat * racks_each(state) + rack


@rule
def shown_colour(state: Any, colour: int) -> int:
    """What people see: red, green, blue, yellow or violet, 0-4 (B2)."""
    return state.colours[colour]


@rule
def owner_of(state: Any, colour: int) -> int:
    """The seat that has a colour."""
    return colour // 2 if state.players == 2 else colour


@rule
def colour_at(state: Any, n: int, viewer: int) -> int:
    """The n-th colour from the viewer's first."""
    return (n + viewer * racks_each(state)) % colours_in_play(state)


@rule
def unseen(state: Any, colour: int, viewer: int) -> int:
    """The tiles of a colour that lie where the viewer does not see them."""
    if owner_of(state, colour) == viewer:
        return state.piles[colour]
    return state.piles[colour] | state.racks[colour]


@rule
def colour_is_finished(state: Any, colour: int) -> bool:
    """Whether a colour's pile is empty and four tiles are left on its rack (B4.1, B5.3)."""
    return state.pile_size[colour] == 0 and state.rack_size[colour] <= KEPT


@rule
def seat_is_finished(state: Any, seat: int) -> bool:
    """Whether all colours of a seat are finished (B4.1, B5.3)."""
    for rack in range(racks_each(state)):
        if not colour_is_finished(state, colour_of(state, seat, rack)):
            return False
    return True


@rule
def count_tiles(tiles: int) -> int:
    """How many tiles are in a set."""
    count = 0
    while tiles:
        tiles &= tiles - 1
        count += 1
    return count


@rule
def draw_tile(state: Any, colour: int) -> None:
    """Draw a tile from a pile that is not empty to its rack (B3.6)."""
    before = below(state, state.pile_size[colour])
    pile = state.piles[colour]
    for _ in range(before):
        pile &= pile - 1
    bit = pile & -pile
    state.piles[colour] ^= bit
    state.racks[colour] |= bit
    state.pile_size[colour] -= 1
    state.rack_size[colour] += 1


@rule
def put_back(state: Any, colour: int) -> None:
    """Put a rack back into its pile."""
    state.piles[colour] |= state.racks[colour]
    state.pile_size[colour] += state.rack_size[colour]
    state.racks[colour] = 0
    state.rack_size[colour] = 0


@rule
def new_pile(state: Any, colour: int) -> None:
    """All 28 tiles of a colour in its pile, its rack empty (B2)."""
    state.racks[colour] = 0
    state.rack_size[colour] = 0
    state.piles[colour] = (1 << TILES) - 1
    state.pile_size[colour] = TILES
