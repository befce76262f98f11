"""What a player may know: not the future draws, and of the plates face down only those it has looked at (D3.9, D8)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below, forget_key, use_key
from ...core.compiled import rule
from .plates import SPECIAL_PLATES, is_special, unknown
from .state import EMPTY, MOST_DRAWN, PLATES, SEATS, SLOTS, SPACES, UNKNOWN_SPECIAL


@rule
def knows(viewer: int, known: int) -> bool:
    """Whether a viewer is among those who know a plate; a spectator, -1, knows none."""
    return viewer >= 0 and (known >> viewer & 1) == 1


@rule
def hide(state: Any, viewer: int) -> None:
    """Of every plate whose front the viewer does not know only the type is left, and the key goes."""
    forget_key(state)
    for position in range(PLATES):
        if state.stack[position] != EMPTY and not knows(viewer, state.stack_known[position]):
            state.stack[position] = unknown(state.stack[position])
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
    seen = bit(state.hand)
    for slot in range(SLOTS):
        seen |= bit(state.display[slot])
    for seat in range(SEATS):
        for space in range(SPACES):
            seen |= bit(state.boards[seat].plates[space])
    for position in range(PLATES):
        seen |= bit(state.stack[position])
    for n in range(MOST_DRAWN):
        seen |= bit(state.drawn[n])
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
def sample(state: Any, viewer: int, key: Any) -> None:
    """Other plates where the viewer does not know them, and another future."""
    hide(state, viewer)
    use_key(state, key)
    seen = seen_plates(state)
    for position in range(PLATES):
        if state.stack[position] >= UNKNOWN_SPECIAL:
            plate = guess(state, state.stack[position], seen)
            state.stack[position] = plate
            seen |= bit(plate)
    for n in range(MOST_DRAWN):
        if state.drawn[n] >= UNKNOWN_SPECIAL:
            plate = guess(state, state.drawn[n], seen)
            state.drawn[n] = plate
            seen |= bit(plate)
