"""What a player may know: not the future draws, and of the plates face down only what it has seen of them (D3.9, D8)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below, forget_key, use_key
from ...core.compiled import rule
from .plates import PLACES, SPECIAL_PLATES, is_special, plate_at, unknown
from .state import EMPTY, MOST_DRAWN, PLATES, UNKNOWN, UNKNOWN_JOKER, UNKNOWN_SPECIAL


@rule
def knows(viewer: int, known: int) -> bool:
    """Whether a viewer is among those who know a plate; a spectator, -1, knows none."""
    return viewer >= 0 and (known >> viewer & 1) == 1


@rule
def shows_back(state: Any, position: int) -> bool:
    """Whether everybody has seen the back of a plate of the stack: the top one, and those that were drawn and returned (D8).

    Who returned a plate knows its front, and nobody knows that of a plate that was never drawn.
    """
    return position == 0 or state.stack_known[position] != 0


@rule
def hide(state: Any, viewer: int) -> None:
    """Of every plate only what the viewer has seen is left: its front, its back or nothing; and the key goes."""
    forget_key(state)
    for position in range(PLATES):
        if state.stack[position] != EMPTY and not knows(viewer, state.stack_known[position]):
            state.stack[position] = unknown(state.stack[position]) if shows_back(state, position) else UNKNOWN
    for n in range(MOST_DRAWN):
        if state.drawn[n] != EMPTY and not knows(viewer, state.drawn_known[n]):
            state.drawn[n] = unknown(state.drawn[n])


@rule
def bit(plate: int) -> int:
    """A plate as a member of a set of plates; no plate, or an unknown one, is the empty set."""
    return 1 << int(plate) if 0 <= plate < PLATES else 0


@rule
def seen_plates(state: Any) -> int:
    """The plates whose fronts are known once the others are hidden, as a set."""
    seen = 0
    for place in range(PLACES):
        seen |= bit(plate_at(state, place))
    return seen


@rule
def guess(state: Any, plate: int, seen: int) -> int:
    """A plate not seen of the same type as an unknown one, at random."""
    first = 0 if is_special(plate) else SPECIAL_PLATES
    unseen = 0
    for other in range(first, first + SPECIAL_PLATES):
        if not seen >> other & 1:
            unseen += 1
    skip = below(state, unseen)
    other = first
    while skip > 0 or seen >> other & 1:
        if not seen >> other & 1:
            skip -= 1
        other += 1
    return other


@rule
def is_back(plate: int) -> bool:
    """Whether this is a plate of which only the back is known."""
    return plate == UNKNOWN_SPECIAL or plate == UNKNOWN_JOKER


@rule
def fill_unknown(state: Any, seen: int) -> None:
    """The plates that are left, in any order, where not even the backs are known: one run of the stack below its top."""
    first = 0
    while first < PLATES and state.stack[first] != UNKNOWN:
        first += 1
    end = first
    for plate in range(PLATES):
        if not seen >> plate & 1:
            state.stack[end] = plate
            end += 1
    for position in range(first, end - 1):
        other = position + below(state, end - position)
        plate = int(state.stack[position])
        state.stack[position] = state.stack[other]
        state.stack[other] = plate


@rule
def sample(state: Any, viewer: int, key: Any) -> None:
    """Other plates where the viewer does not know them, and another future; all that fit what it has seen are equally likely (D8).

    The plates with a known back come first: however they are chosen, the rest can lie in equally many orders.
    """
    hide(state, viewer)
    use_key(state, key)
    seen = seen_plates(state)
    for position in range(PLATES):
        if is_back(state.stack[position]):
            plate = guess(state, state.stack[position], seen)
            state.stack[position] = plate
            seen |= bit(plate)
    for n in range(MOST_DRAWN):
        if is_back(state.drawn[n]):
            plate = guess(state, state.drawn[n], seen)
            state.drawn[n] = plate
            seen |= bit(plate)
    fill_unknown(state, seen)
