"""The invariants of what lies between the players: tiles, factories, chips, plates."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from .check_board import tiles_on
from .chips import chips_in
from .dome import plates_on
from .knowledge import bit, is_back, shows_back
from .plates import PLACES, SPECIAL_PLATES, is_special, plate_at
from .rounds import in_opening
from .state import (
    CHIP_TYPES,
    CHIPS_PER_TYPE,
    COLOURS,
    DOWN,
    DRAWING,
    EMPTY,
    FACTORIES,
    FACTORY,
    GONE,
    LARGE,
    LARGE_MOON,
    LARGE_SUN,
    LAYING,
    MOST_CHIPS,
    MOST_DRAWN,
    PLATES,
    ROUNDS,
    SEATS,
    SMALL,
    SMALL_MOON,
    SMALL_SUN,
    TOKENS,
    UNKNOWN,
    UNKNOWN_JOKER,
)
from .taking import height, tiles_in


@rule
def count_colour(state: Any, colour: int) -> int:
    """All tiles of a colour, wherever they are."""
    count = state.bag[colour] + state.tower[colour] + state.large_moon[colour] + state.building[colour]
    for factory in range(FACTORIES):
        count += state.suns[factory, colour]
    for small in range(SMALL):
        for level in range(SMALL_MOON):
            if state.moons[small, level] == colour:
                count += 1
    for seat in range(SEATS):
        count += tiles_on(state.boards[seat], colour)
    return count


@rule
def check_counts(state: Any) -> bool:
    for colour in range(COLOURS):
        if state.bag[colour] < 0 or state.tower[colour] < 0 or state.large_moon[colour] < 0 or state.building[colour] < 0:
            return False
        for factory in range(FACTORIES):
            if state.suns[factory, colour] < 0:
                return False
    return True


@rule
def check_small(state: Any, small: int) -> bool:
    """A small factory: tiles on its sun or on its moon, the stack without gaps, the chip face down under tiles only."""
    sun, moon = tiles_in(state.suns[small + 1]), state.moons[small]
    level = height(moon)
    for above in range(level, SMALL_MOON):
        if moon[above] != EMPTY:
            return False
    for below in range(level):
        if not 0 <= moon[below] < COLOURS:
            return False
    if state.building_at == small + 1:
        level += tiles_in(state.building)
    if sun > SMALL_SUN or level > SMALL_MOON or (sun > 0 and level > 0):
        return False
    chip = state.chips[small]
    return DOWN <= chip < CHIP_TYPES and (chip == DOWN) == (sun + level > 0)


@rule
def check_factories(state: Any) -> bool:
    sun, moon = tiles_in(state.suns[LARGE]), tiles_in(state.large_moon)
    if sun > LARGE_SUN or moon > LARGE_MOON or (sun > 0 and moon > 0):
        return False
    if not FACTORY <= state.start_tile < SEATS or (sun > 0 and state.start_tile != FACTORY):
        return False
    for small in range(SMALL):
        if not check_small(state, small):
            return False
    return True


@rule
def check_chips(state: Any) -> bool:
    """Two chips of each type at most, four of the supply in each round so far, each player's within bounds."""
    down, gone = 0, 0
    for small in range(SMALL):
        if state.chips[small] == DOWN:
            down += 1
        elif state.chips[small] == GONE:
            gone += 1
    if chips_in(state.chips_left) != CHIP_TYPES * CHIPS_PER_TYPE - SMALL * state.round_number + down:
        return False
    for kind in range(CHIP_TYPES):
        count = state.chips_left[kind]
        for small in range(SMALL):
            if state.chips[small] == kind:
                count += 1
        for seat in range(SEATS):
            count += state.boards[seat].chips[kind]
            if state.boards[seat].chips[kind] < 0:
                return False
        if state.chips_left[kind] < 0 or count > CHIPS_PER_TYPE:
            return False
    for seat in range(SEATS):
        taken = state.boards[seat].chips_taken
        if not 0 <= taken <= MOST_CHIPS or chips_in(state.boards[seat].chips) > MOST_CHIPS * (state.round_number - 1) + taken:
            return False
    return state.boards[0].chips_taken + state.boards[1].chips_taken == gone


@rule
def check_back(state: Any, position: int) -> bool:
    """A back alone is known where everybody saw it, and there a plate is not quite unknown; returned plates lie at the bottom."""
    if is_back(state.stack[position]) and not shows_back(state, position):
        return False
    if state.stack[position] == UNKNOWN and shows_back(state, position):
        return False
    if position == 0 or state.stack[position] == EMPTY:
        return True
    return state.stack_known[position] != 0 or state.stack_known[position - 1] == 0


@rule
def check_stack(state: Any) -> bool:
    """Stack and drawn plates without gaps; nobody knows a plate that is not there; backs are known where they were seen (D8)."""
    for position in range(PLATES):
        if not EMPTY <= state.stack[position] <= UNKNOWN or not 0 <= state.stack_known[position] < 1 << SEATS:
            return False
        if not check_back(state, position):
            return False
        if position > 0 and state.stack[position] != EMPTY and state.stack[position - 1] == EMPTY:
            return False
        if state.stack[position] == EMPTY and state.stack_known[position] != 0:
            return False
    for n in range(MOST_DRAWN):
        if not EMPTY <= state.drawn[n] <= UNKNOWN_JOKER or not 0 <= state.drawn_known[n] < 1 << SEATS:
            return False
        if n >= state.drawn_count and state.drawn[n] != EMPTY:
            return False
        if state.drawn[n] == EMPTY and state.drawn_known[n] != 0:
            return False
    return True


@rule
def new_plate(plate: int, seen: int) -> int:
    """The plates seen with one more of them; -1 once one came twice."""
    if seen < 0 or bit(plate) & seen:
        return -1
    return seen | bit(plate)


@rule
def check_plates(state: Any) -> bool:
    """Every plate is in one place, nine are of each type; plates with an unknown front count by their type, if that is known."""
    seen, special, joker, of_some_type = 0, 0, 0, 0
    for place in range(PLACES):
        plate = plate_at(state, place)
        seen = new_plate(plate, seen)
        if plate == UNKNOWN:
            of_some_type += 1
        elif plate != EMPTY:
            if is_special(plate):
                special += 1
            else:
                joker += 1
    if seen < 0 or special > SPECIAL_PLATES or joker > PLATES - SPECIAL_PLATES:
        return False
    return special + joker + of_some_type == PLATES


@rule
def check_tokens(state: Any) -> bool:
    """The domes have one plate from the opening and one for each token used, less the one being taken (D2.4, D3.1, D7.6)."""
    for seat in range(SEATS):
        tokens = state.boards[seat].tokens
        if not 0 <= tokens <= (TOKENS if state.round_number < ROUNDS else 0):
            return False
        used = TOKENS * state.round_number - tokens if state.round_number < ROUNDS else TOKENS * (ROUNDS - 1)
        plates = 1 + used
        if in_opening(state):
            plates = used + (1 if seat != state.starter and state.turn == state.starter else 0)
        elif seat == state.turn and DRAWING <= state.phase <= LAYING:
            plates -= 1
        if plates_on(state.boards[seat]) != plates:
            return False
    return True
