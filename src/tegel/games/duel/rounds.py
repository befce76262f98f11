"""Set-up, the turns and phases of a round, and the end of the game (D2, D3.7, D3.8, D4.7, D5, D6)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below, draw, use_key
from ...core.compiled import once, rule
from ...core.story import tell
from .dome import plates_on
from .scoring import count_scoring_tiles
from .stack import refill_display
from .state import (
    ABSENT,
    CHIP_TYPES,
    CHIPS_PER_TYPE,
    COLOURS,
    DOWN,
    EMPTY,
    FACTORIES,
    FACTORY,
    FRONT,
    LARGE,
    LARGE_SUN,
    OPENING,
    OVER,
    PLATES,
    ROUNDS,
    SCORING_TILES,
    SEATS,
    SIZE,
    SMALL,
    SMALL_SUN,
    TAKING,
    TILES_PER_COLOUR,
    TOKENS,
)
from .story import DEAL
from .taking import may_take_chip, reveal, tiles_in, tiles_offered
from .tiling import charge_broken, work_line

FIRST_SCORE = 5  # D1.1


@rule
def clear_board(board: Any) -> None:
    """A player's things before the game (D1)."""
    board.score = FIRST_SCORE
    for kind in range(CHIP_TYPES):
        board.chips[kind] = 0
    for space in range(len(board.plates)):
        board.plates[space] = EMPTY
        board.turns[space] = 0
    for row in range(SIZE):
        board.line_colour[row] = EMPTY
        board.line_count[row] = 0
        for column in range(SIZE):
            board.tiles[row, column] = EMPTY
    for space in range(len(board.broken)):
        board.broken[space] = EMPTY


@rule
def clear_table(state: Any) -> None:
    """All tiles in the bag, the factories empty, no plate anywhere (D2.1)."""
    for colour in range(COLOURS):
        state.bag[colour] = TILES_PER_COLOUR
        state.tower[colour] = 0
        state.large_moon[colour] = 0
        state.building[colour] = 0
        for factory in range(FACTORIES):
            state.suns[factory, colour] = 0
    for small in range(SMALL):
        for level in range(len(state.moons[small])):
            state.moons[small, level] = EMPTY
    for kind in range(CHIP_TYPES):
        state.chips_left[kind] = CHIPS_PER_TYPE
    for slot in range(len(state.display)):
        state.display[slot] = EMPTY
    for n in range(len(state.drawn)):
        state.drawn[n] = EMPTY
        state.drawn_known[n] = 0
    state.drawn_count = 0
    state.hand = EMPTY
    state.building_at = EMPTY
    state.line = EMPTY
    state.missing = 0


@rule
def shuffle_plates(state: Any) -> None:
    """All plates in a face-down stack (D2.1)."""
    for position in range(PLATES):
        state.stack[position] = position
        state.stack_known[position] = 0
    for position in range(PLATES - 1):
        other = position + below(state, PLATES - position)
        plate = int(state.stack[position])
        state.stack[position] = state.stack[other]
        state.stack[other] = plate


@rule
def draw_scoring_tiles(state: Any) -> None:
    """Three or four scoring tiles at random, each with a random side up (D1.4)."""
    left_out = EMPTY
    if state.random_tiles < SCORING_TILES:
        left_out = below(state, SCORING_TILES)
    for tile in range(SCORING_TILES):
        state.scoring[tile] = ABSENT if tile == left_out else FRONT + below(state, 2)


@rule
def setup(state: Any, key: Any) -> None:
    """A new game with the state's options; the start player's opponent chooses the first plate (D2)."""
    use_key(state, key)
    if state.random_tiles > 0:
        draw_scoring_tiles(state)
    state.players = SEATS
    state.round_number = 0
    state.starter = 0
    clear_table(state)
    for seat in range(SEATS):
        clear_board(state.boards[seat])
    shuffle_plates(state)
    deal(state, None)
    state.starter = below(state, SEATS)
    state.turn = 1 - state.starter
    state.phase = OPENING


@rule
def tip(state: Any) -> None:
    """The tower's tiles go into the bag (D5.1)."""
    for colour in range(COLOURS):
        state.bag[colour] += state.tower[colour]
        state.tower[colour] = 0


@rule
def fill_sun(state: Any, factory: int) -> None:
    """Fill the sun of a factory, as far as there are tiles (D2.2, D5.1)."""
    for _ in range(LARGE_SUN if factory == LARGE else SMALL_SUN):
        if tiles_in(state.bag) == 0:
            tip(state)
            if tiles_in(state.bag) == 0:
                return
        state.suns[factory, draw(state, state.bag)] += 1


@rule
def put_back(state: Any) -> bool:
    """Put five tiles of one colour on the large factory back, to be drawn again; not if there is no other colour (D2.2)."""
    sun = state.suns[LARGE]
    colour = 0
    while colour < COLOURS and sun[colour] < LARGE_SUN:
        colour += 1
    if colour == COLOURS:
        return False
    if tiles_in(state.bag) == state.bag[colour]:
        if tiles_in(state.tower) == state.tower[colour]:
            return False
        tip(state)
    sun[colour] = 0
    state.bag[colour] += LARGE_SUN
    return True


@rule
def deal(state: Any, story: Any) -> None:
    """Begin a round: plates on display, tiles and face-down chips on the factories, tokens for the players (D2, D5)."""
    once()
    state.round_number += 1
    state.phase = TAKING
    state.turn = state.starter
    state.start_tile = FACTORY
    state.line = EMPTY
    tell(story, DEAL, state.starter, count=state.round_number)
    for seat in range(SEATS):
        state.boards[seat].tokens = TOKENS if state.round_number < ROUNDS else 0
        state.boards[seat].chips_taken = 0
    refill_display(state)
    for factory in range(FACTORIES):
        fill_sun(state, factory)
        while factory == LARGE and put_back(state):
            fill_sun(state, factory)
    for small in range(SMALL):
        state.chips[small] = DOWN
        if tiles_in(state.suns[small + 1]) == 0:
            reveal(state, small, story)


@rule
def in_opening(state: Any) -> bool:
    """The opening lasts until the start player has laid a plate (D2.4)."""
    return state.round_number == 1 and plates_on(state.boards[state.starter]) == 0


@rule
def can_act(state: Any, seat: int) -> bool:
    """Whether a player can do any of A-D (D3.7)."""
    return state.boards[seat].tokens > 0 or tiles_offered(state) or may_take_chip(state, seat)


@rule
def end_turn(state: Any, opening: bool) -> bool:
    """Who decides next in the opening or in phase 1; False if nobody can do anything and the tiling begins (D2.4, D3.7, D3.8).

    In the opening the display is refilled; the start player chooses the second plate, then begins the first round.
    """
    other = 1 - state.turn
    state.phase = TAKING
    if opening:
        refill_display(state)
        if other == state.starter:
            state.phase = OPENING
        state.turn = state.starter
    elif can_act(state, other):
        state.turn = other
    elif not can_act(state, state.turn):
        state.turn = state.starter
        state.line = 0
        return False
    return True


@rule
def work_lines(state: Any, story: Any) -> bool:
    """Go on with the tiling until somebody has something to decide; whether it is finished instead (D4, D4.7)."""
    while True:
        while state.line < SIZE:
            if not work_line(state, story):
                return False
            state.line += 1
        charge_broken(state, state.turn, story)
        if state.turn != state.starter:
            return True
        state.turn = 1 - state.turn
        state.line = 0


@rule
def end_round(state: Any, story: Any) -> None:
    """The game ends after the last round; else who took the start tile begins another (D5.2, D6.1)."""
    if state.round_number == ROUNDS:
        finish(state, story)
    else:
        if state.start_tile != FACTORY:
            state.starter = state.start_tile
        deal(state, story)


@rule
def finish(state: Any, story: Any) -> None:
    """Count the scoring tiles; the game is over (D6.1)."""
    count_scoring_tiles(state, story)
    state.phase = OVER
    state.turn = -1
    state.line = EMPTY
    state.missing = 0
