"""Dealing, the turn of the rounds, and the end of the game (A2, A5, A6)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below, draw, use_key
from ...core.compiled import once, rule
from ...core.story import carry, tell
from .moves import TARGETS
from .offer import accepts
from .state import CENTRE, COLOURS, DISC_SIZE, DISCS, EMPTY, FLOOR_SIZE, MARKER, OFFER, OVER, SEATS, SIZE, TILES_PER_COLOUR, WALL
from .story import COLOUR, COLUMN, DEAL, IN_BAG, IN_CENTRE, IN_LID, ON_DISC, ON_FLOOR, ROW
from .wall import clear_floor, lay, work_line

ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10  # A6.2
MOST_ROUNDS = 65_535  # where the count of rounds ends (A5.4)


@rule
def tiles_in(counts: Any) -> int:
    """How many tiles a bag, lid or disc holds."""
    total = 0
    for colour in range(COLOURS):
        total += counts[colour]
    return total


@rule
def clear(state: Any) -> None:
    """All tiles in the bag, all boards empty (A2.1)."""
    for colour in range(COLOURS):
        state.bag[colour] = TILES_PER_COLOUR
        state.lid[colour] = 0
        state.centre[colour] = 0
        for disc in range(DISCS):
            state.discs[disc, colour] = 0
    for seat in range(SEATS):
        board = state.boards[seat]
        board.score = 0
        for row in range(SIZE):
            board.line_colour[row] = EMPTY
            board.line_count[row] = 0
            for column in range(SIZE):
                board.wall[row, column] = EMPTY
        for space in range(FLOOR_SIZE):
            board.floor[space] = EMPTY


@rule
def setup(state: Any, key: Any) -> None:
    """A new game with the state's options (A2)."""
    use_key(state, key)
    state.round_number = 0
    clear(state)
    state.starter = below(state, state.players)
    deal(state, None)


@rule
def deal(state: Any, story: Any) -> None:
    """Begin a round: fill the discs, tipping the lid into the bag when that is empty (A2.2, A5.1)."""
    once()
    state.round_number += 1
    state.phase = OFFER
    state.turn = state.starter
    state.line = -1
    tell(story, DEAL, state.starter, count=state.round_number)
    if state.marker != CENTRE:
        carry(story, state.marker, MARKER, 1, (ON_FLOOR, -1, -1), (IN_CENTRE, -1, -1))
    state.marker = CENTRE
    for disc in range(2 * state.players + 1):
        for _ in range(DISC_SIZE):
            if tiles_in(state.bag) == 0:
                for colour in range(COLOURS):
                    carry(story, -1, colour, state.lid[colour], (IN_LID, -1, -1), (IN_BAG, -1, -1))
                    state.bag[colour] = state.lid[colour]
                    state.lid[colour] = 0
                if tiles_in(state.bag) == 0:
                    return
            colour = draw(state, state.bag)
            state.discs[disc, colour] += 1
            carry(story, -1, colour, 1, (IN_BAG, -1, -1), (ON_DISC, disc, -1))


@rule
def begin_walls(state: Any) -> None:
    """Begin the wall phase with the round's start player (A4.5)."""
    state.phase = WALL
    state.turn = state.starter
    state.line = 0


@rule
def work_walls(state: Any, story: Any) -> None:
    """Go on with the wall phase until somebody has to choose a column, or to the end of the round (A4, A7.4)."""
    while True:
        while state.line < SIZE:
            if not work_line(state, state.turn, state.line, story):
                return
            state.line += 1
        clear_floor(state, state.turn, story)
        seat = (state.turn + 1) % state.players
        if seat == state.starter:
            break
        state.turn = seat
        state.line = 0
    end_round(state, story)


@rule
def choose_column(state: Any, column: int, story: Any) -> None:
    """The owner of the line being worked lays its tile in a column of choice (A7.1)."""
    lay(state, state.turn, state.line, column, story)
    state.line += 1


@rule
def nothing_to_come(state: Any, starter: int) -> bool:
    """Whether another round would have no tiles (A5.3), or only a forced move of tiles that come back every round (A5.5)."""
    tiles = 0
    colours = 0
    last = EMPTY
    for colour in range(COLOURS):
        left = state.bag[colour] + state.lid[colour]
        if left > 0:
            tiles += left
            colours += 1
            last = colour
    if colours != 1 or tiles > DISC_SIZE:
        return tiles == 0
    for target in range(1, TARGETS):
        if accepts(state.boards[starter], target, last):
            return False
    return True


@rule
def end_round(state: Any, story: Any) -> None:
    """The game ends (A6.1, A5.3-A5.5), or the holder of the marker begins another round (A5.1, A5.2)."""
    starter = state.starter if state.marker == CENTRE else state.marker
    over = state.round_number >= (state.limit if state.limit > 0 else MOST_ROUNDS)
    over = over or nothing_to_come(state, starter)
    for seat in range(state.players):
        over = over or complete_rows(state.boards[seat].wall) > 0
    if over:
        finish(state, story)
    else:
        state.starter = starter
        deal(state, story)


@rule
def row_is_complete(wall: Any, row: int) -> bool:
    for column in range(SIZE):
        if wall[row, column] == EMPTY:
            return False
    return True


@rule
def column_is_complete(wall: Any, column: int) -> bool:
    for row in range(SIZE):
        if wall[row, column] == EMPTY:
            return False
    return True


@rule
def colour_is_complete(wall: Any, colour: int) -> bool:
    """Whether all five tiles of a colour are on the wall: one in every row."""
    count = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if wall[row, column] == colour:
                count += 1
    return count == SIZE


@rule
def complete_rows(wall: Any) -> int:
    count = 0
    for row in range(SIZE):
        if row_is_complete(wall, row):
            count += 1
    return count


@rule
def finish(state: Any, story: Any) -> None:
    """Give the bonuses; the game is over (A6.2)."""
    for seat in range(state.players):
        board = state.boards[seat]
        for row in range(SIZE):
            if row_is_complete(board.wall, row):
                board.score += ROW_BONUS
                tell(story, ROW, seat, ROW_BONUS, row=row)
        for column in range(SIZE):
            if column_is_complete(board.wall, column):
                board.score += COLUMN_BONUS
                tell(story, COLUMN, seat, COLUMN_BONUS, column=column)
        for colour in range(COLOURS):
            if colour_is_complete(board.wall, colour):
                board.score += COLOUR_BONUS
                tell(story, COLOUR, seat, COLOUR_BONUS, colour=colour)
    state.phase = OVER
    state.turn = -1
    state.line = -1
