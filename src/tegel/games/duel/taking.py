"""Phase 1: taking tiles from the suns and the moons, and chips (D3.2-D3.6, D3.10)."""

from __future__ import annotations

from typing import Any

from ...core.chance import draw
from ...core.compiled import once, rule
from ...core.story import carry, tell
from .moves import BROKEN_TARGET, CHIP, MOON, STACK, TARGETS
from .state import BROKEN_SIZE, COLOURS, DOWN, EMPTY, FACTORIES, FACTORY, GONE, LARGE, MOST_CHIPS, SIZE, SMALL, SMALL_MOON
from .story import AT_START, IN_HAND, IN_TOWER, ON_BROKEN, ON_LINE, ON_MOON, ON_SUN, TO_BUILD
from .story import CHIP as CHIP_EVENT

EVERY_COLOUR = sum(1 << colour * TARGETS for colour in range(COLOURS))  # one bit for each colour, as in open_targets
NO_MOVE, SEVERAL = -1, -2  # what there is instead of an only move


@rule
def tiles_in(counts: Any) -> int:
    """How many tiles a bag, tower, sun or large moon holds."""
    total = 0
    for colour in range(COLOURS):
        total += counts[colour]
    return total


@rule
def height(moon: Any) -> int:
    """How many tiles are stacked on a small factory's moon."""
    level = 0
    while level < SMALL_MOON and moon[level] != EMPTY:
        level += 1
    return level


@rule
def shown(state: Any) -> int:
    """The colours that the moons offer, as bits (D3.3)."""
    bits = 0
    for colour in range(COLOURS):
        if state.large_moon[colour] > 0:
            bits |= 1 << colour
    for small in range(SMALL):
        level = height(state.moons[small])
        if level > 0:
            bits |= 1 << int(state.moons[small, level - 1])
    return bits


@rule
def tiles_offered(state: Any) -> bool:
    """Whether any tile can be taken."""
    for small in range(SMALL):
        if state.moons[small, 0] != EMPTY:
            return True
    for colour in range(COLOURS):
        if state.large_moon[colour] > 0:
            return True
        for factory in range(FACTORIES):
            if state.suns[factory, colour] > 0:
                return True
    return False


@rule
def may_take_chip(state: Any, seat: int) -> bool:
    """Whether a revealed chip is there for somebody who may take one (D3.6)."""
    if state.boards[seat].chips_taken < MOST_CHIPS:
        for small in range(SMALL):
            if state.chips[small] >= 0:
                return True
    return False


@rule
def open_targets(board: Any) -> int:
    """The targets open to each colour, as bits (colour * TARGETS + target): broken always, a line that is empty or not full and of
    that colour (D3.4)."""
    bits = EVERY_COLOUR << BROKEN_TARGET
    for row in range(SIZE):
        if board.line_count[row] == 0:
            bits |= EVERY_COLOUR << (row + 1)
        elif board.line_count[row] <= row:
            bits |= 1 << (int(board.line_colour[row]) * TARGETS + row + 1)
    return bits


@rule
def legal_tiles(state: Any, moves: Any) -> int:
    """Every way to take tiles from a sun or from the moons, ascending (D3.2-D3.4)."""
    targets = open_targets(state.boards[state.turn])
    moons = shown(state)
    count = 0
    for source in range(FACTORIES + 1):
        for colour in range(COLOURS):
            if state.suns[source, colour] > 0 if source < FACTORIES else moons >> colour & 1:
                for target in range(TARGETS):
                    if targets >> (colour * TARGETS + target) & 1:
                        moves[count] = (source * COLOURS + colour) * TARGETS + target
                        count += 1
    return count


@rule
def only_tiles(state: Any) -> int:
    """The one way to take tiles, NO_MOVE or SEVERAL."""
    moons = shown(state)
    only = NO_MOVE
    for source in range(FACTORIES + 1):
        for colour in range(COLOURS):
            if state.suns[source, colour] > 0 if source < FACTORIES else moons >> colour & 1:
                targets = open_targets(state.boards[state.turn]) >> (colour * TARGETS) & ((1 << TARGETS) - 1)
                if only != NO_MOVE or targets != 1 << BROKEN_TARGET:
                    return SEVERAL
                only = (source * COLOURS + colour) * TARGETS + BROKEN_TARGET
    return only


@rule
def only_chip(state: Any, only: int) -> int:
    """The one move there is with the chips that may be taken."""
    if state.boards[state.turn].chips_taken < MOST_CHIPS:
        for small in range(SMALL):
            if state.chips[small] >= 0:
                only = CHIP + small if only == NO_MOVE else SEVERAL
    return only


@rule
def legal_chips(state: Any, moves: Any, count: int) -> int:
    """Add every revealed chip that may be taken (D3.6)."""
    if state.boards[state.turn].chips_taken < MOST_CHIPS:
        for small in range(SMALL):
            if state.chips[small] >= 0:
                moves[count] = CHIP + small
                count += 1
    return count


@rule
def break_tiles(state: Any, seat: int, colour: int, tiles: int, source: Any, story: Any) -> None:
    """Tiles go to the broken area, and what finds no space there to the tower (D3.5)."""
    board = state.boards[seat]
    for space in range(BROKEN_SIZE):
        if tiles > 0 and board.broken[space] == EMPTY:
            board.broken[space] = colour
            tiles -= 1
            carry(story, seat, colour, 1, source, (ON_BROKEN, -1, space))
    state.tower[colour] += tiles
    carry(story, seat, colour, tiles, source, (IN_TOWER, -1, -1))


@rule
def load(state: Any, target: int, colour: int, tiles: int, story: Any) -> None:
    """The tiles taken go to a pattern line, what does not fit is broken (D3.4)."""
    board = state.boards[state.turn]
    if target != BROKEN_TARGET:
        row = target - 1
        lying = board.line_count[row]
        fitting = min(tiles, row + 1 - lying)
        board.line_colour[row] = colour
        board.line_count[row] += fitting
        tiles -= fitting
        carry(story, state.turn, colour, fitting, (IN_HAND, -1, -1), (ON_LINE, row, lying))
    break_tiles(state, state.turn, colour, tiles, (IN_HAND, -1, -1), story)


@rule
def reveal(state: Any, small: int, story: Any) -> None:
    """Turn up the chip of a small factory that has no tile left (D3.2, D3.3, D3.10)."""
    once()
    if state.chips[small] == DOWN:
        kind = draw(state, state.chips_left)
        state.chips[small] = kind
        tell(story, CHIP_EVENT, state.turn, colour=kind, row=small)


@rule
def stack_tile(state: Any, colour: int, story: Any) -> None:
    """Put one of the tiles being stacked on its moon, and at once all the rest when only one order is left (D3.2)."""
    moon = state.moons[state.building_at - 1]
    level = height(moon)
    moon[level] = colour
    state.building[colour] -= 1
    carry(story, state.turn, colour, 1, (TO_BUILD, state.building_at, -1), (ON_MOON, state.building_at, -1))
    stack_rest(state, story)


@rule
def stack_rest(state: Any, story: Any) -> None:
    """If the tiles to be stacked are all of one colour, stack them; then nothing is being built any more."""
    last = EMPTY
    for colour in range(COLOURS):
        if state.building[colour] > 0:
            if last != EMPTY:
                return
            last = colour
    moon = state.moons[state.building_at - 1]
    level = height(moon)
    if last != EMPTY:
        carry(story, state.turn, last, state.building[last], (TO_BUILD, state.building_at, -1), (ON_MOON, state.building_at, -1))
    while last != EMPTY and state.building[last] > 0:
        moon[level] = last
        level += 1
        state.building[last] -= 1
    state.building_at = EMPTY


@rule
def take_sun(state: Any, move: int, story: Any) -> None:
    """B: all tiles of one colour from a factory's sun; the rest goes to its moon, or is to be stacked there (D3.2)."""
    factory = move // (COLOURS * TARGETS)
    colour = move // TARGETS % COLOURS
    sun = state.suns[factory]
    rest = state.large_moon if factory == LARGE else state.building
    tiles = 0
    for other in range(COLOURS):
        if other == colour:
            tiles += sun[other]
            carry(story, state.turn, other, sun[other], (ON_SUN, factory, -1), (IN_HAND, -1, -1))
        else:
            rest[other] += sun[other]
            carry(story, state.turn, other, sun[other], (ON_SUN, factory, -1), (ON_MOON if factory == LARGE else TO_BUILD, factory, -1))
        sun[other] = 0
    load(state, move % TARGETS, colour, tiles, story)
    if factory != LARGE:
        state.building_at = factory
        stack_rest(state, story)
        if state.building_at == EMPTY and state.moons[factory - 1, 0] == EMPTY:
            reveal(state, factory - 1, story)


@rule
def take_moons(state: Any, move: int, story: Any) -> None:
    """C: one colour, the top of every small stack that shows it and all on the large moon, there with the start tile (D3.3)."""
    colour = (move - MOON) // TARGETS
    tiles = 0
    emptied = 0
    if state.large_moon[colour] > 0:
        tiles += state.large_moon[colour]
        carry(story, state.turn, colour, tiles, (ON_MOON, LARGE, -1), (IN_HAND, -1, -1))
        state.large_moon[colour] = 0
        if state.start_tile == FACTORY:
            state.start_tile = state.turn
            carry(story, state.turn, -1, 1, (ON_MOON, LARGE, -1), (AT_START, -1, -1))
    for small in range(SMALL):
        moon = state.moons[small]
        level = height(moon)
        if level > 0 and moon[level - 1] == colour:
            moon[level - 1] = EMPTY
            tiles += 1
            carry(story, state.turn, colour, 1, (ON_MOON, small + 1, -1), (IN_HAND, -1, -1))
            if level == 1:
                emptied |= 1 << small
    load(state, (move - MOON) % TARGETS, colour, tiles, story)
    for small in range(SMALL):
        if emptied >> small & 1:
            reveal(state, small, story)


@rule
def take_chip(state: Any, small: int) -> None:
    """D: a revealed chip goes to one's supply (D3.6)."""
    board = state.boards[state.turn]
    board.chips[state.chips[small]] += 1
    board.chips_taken += 1
    state.chips[small] = GONE


@rule
def legal_stacking(state: Any, moves: Any) -> int:
    """The colours that can be stacked next (D3.2)."""
    count = 0
    for colour in range(COLOURS):
        if state.building[colour] > 0:
            moves[count] = STACK + colour
            count += 1
    return count
