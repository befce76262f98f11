"""Penalty points and places (B4.2-B4.4, B5.4)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.story import tell
from .groups import count_groups
from .racks import colour_of, count_tiles, racks_each, shown_colour
from .state import COLOURS, EMPTY, TILES
from .story import CAPTIVES, GROUPS


@rule
def captives(state: Any, seat: int) -> int:
    """How many tiles a seat has captured in all (B4.3)."""
    count = 0
    for colour in range(COLOURS):
        count += count_tiles(state.captured[seat, colour])
    return count


@rule
def favourite(state: Any, seat: int) -> int:
    """The colour a seat captured most, the first of equals (B4.2); EMPTY if it captured none."""
    best = EMPTY
    most = 0
    for colour in range(COLOURS):
        count = count_tiles(state.captured[seat, colour])
        if count > most:
            best, most = colour, count
    return best


@rule
def captive_points(state: Any, seat: int) -> int:
    """The captured tiles that count: those of one colour (B4.2), none with classic scoring (B4.4)."""
    colour = favourite(state, seat)
    if state.classic or colour == EMPTY:
        return 0
    return count_tiles(state.captured[seat, colour])


@rule
def penalty(state: Any, seat: int) -> int:
    """A seat's penalty points as the board stands (B4.2, B5.4)."""
    total = captive_points(state, seat)
    for rack in range(racks_each(state)):
        total += count_groups(state, colour_of(state, seat, rack))
    return total


@rule
def burden(state: Any, seat: int) -> int:
    """What decides the places, the least first: points, then captured tiles in all (B4.3)."""
    return penalty(state, seat) * (COLOURS * TILES) + captives(state, seat)


@rule
def result(state: Any, points: Any, places: Any) -> None:
    """Points and places; an equal burden shares a place (B4.3)."""
    for seat in range(state.players):
        points[seat] = penalty(state, seat)
        places[seat] = 1
    for seat in range(state.players):
        own = burden(state, seat)
        for other in range(state.players):
            if burden(state, other) < own:
                places[seat] += 1


@rule
def tell_points(state: Any, story: Any) -> None:
    """Tell where each seat's points come from."""
    for seat in range(state.players):
        for rack in range(racks_each(state)):
            colour = colour_of(state, seat, rack)
            groups = count_groups(state, colour)
            tell(story, GROUPS, seat, groups, colour=shown_colour(state, colour), count=groups)
        count = captive_points(state, seat)
        if count > 0:
            tell(story, CAPTIVES, seat, count, colour=shown_colour(state, favourite(state, seat)), count=count)
