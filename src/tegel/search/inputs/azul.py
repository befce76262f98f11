"""What a network sees of Azul."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from ...games.azul.moves import CENTRE_SOURCE, COLUMN, TARGETS
from ...games.azul.offer import offered
from ...games.azul.state import CENTRE, COLOURS, DISC_SIZE, DISCS, EMPTY, OFFER, SEATS, SIZE, WALL
from ..values.azul import floor_cost, floor_tiles, points_at
from .parts import Layout, Part, Symmetry, offsets

BOARD = (
    Part("wall", (SIZE, SIZE), "1 for each tile on the wall"),
    Part("gain", (SIZE, SIZE), "tenths of what a tile on a free space would score now"),
    Part("in_row", (SIZE, COLOURS), "1 for each colour a wall row holds"),
    Part("in_column", (SIZE, COLOURS), "1 for each colour a wall column holds"),
    Part("line", (SIZE, COLOURS), "the filled part of each pattern line, at its colour"),
    Part("complete", (SIZE,), "1 for each complete line"),
    Part("missing", (SIZE,), "fifths: what a line that was begun still lacks"),
    Part("floor", (2,), "tenths of what the floor costs; sevenths of its spaces taken"),
    Part("score", (2,), "fiftieths of the points; twentieths of them up to 20"),
    Part("marks", (3,), "plays; has the marker; began this round"),
)
BOARD_SIZE = sum(part.size for part in BOARD)
ON_WALL, GAIN, IN_ROW, IN_COLUMN, IN_LINE, COMPLETE, MISSING, FLOOR, SCORE, MARKS = offsets(BOARD).values()
FLOOR_POINTS, FLOOR_TAKEN = FLOOR, FLOOR + 1
SCORE_ALL, SCORE_LOW = SCORE, SCORE + 1
PLAYS, HAS_MARKER, BEGAN = MARKS, MARKS + 1, MARKS + 2
TABLE = (
    Part("sources", (COLOURS, DISC_SIZE), "quarters: how many discs hold exactly 1, 2, 3, 4 tiles of a colour"),
    Part("discs", (DISCS, COLOURS), "quarters: tiles of each colour on each disc, the discs in a fixed order of their contents"),
    Part("centre", (COLOURS,), "fifths: tiles of each colour in the centre"),
    Part("offered", (COLOURS,), "tenths: tiles of each colour on offer in all"),
    Part("bag", (COLOURS,), "twentieths: tiles of each colour in the bag"),
    Part("lid", (COLOURS,), "twentieths: tiles of each colour in the lid"),
    Part("marker", (1,), "1 while the marker is in the centre"),
    Part("round", (1,), "fifths of the number of the round"),
    Part("grey", (1,), "1 on the grey wall"),
    Part("players", (SEATS - 1,), "1 at the number of players, from 2"),
    Part("choosing", (SIZE,), "1 at the line whose tile looks for a column of the grey wall"),
)
LAYOUT = Layout((*(Part(f"{part.name}_{seat}", part.shape, part.meaning) for seat in range(SEATS) for part in BOARD), *TABLE))
SOURCES, DISC, IN_CENTRE, IN_ALL, BAG, LID, MARKER, ROUND, GREY, PLAYERS, CHOOSING = (LAYOUT.offsets[part.name] for part in TABLE)

MOST_COUNTED = 5  # so many tiles or more are taken as one number
BY_SOURCE = COLOURS * TARGETS * MOST_COUNTED  # heads: colour, target and number; then source and colour; then line and column
BY_COLUMN = BY_SOURCE + (DISCS + 1) * COLOURS
NOTHING = BY_COLUMN + SIZE * SIZE
HEADS = NOTHING + 1

MIXTURE = (  # what a network is trained on, and how often
    ({"players": 2}, 0.40),
    ({"players": 3}, 0.12),
    ({"players": 4}, 0.16),
    ({"players": 2, "wall": "grey"}, 0.12),
    ({"players": 3, "wall": "grey"}, 0.08),
    ({"players": 4, "wall": "grey"}, 0.12),
)


@rule
def write_inputs(state: Any, viewer: int, out: Any) -> None:
    """The boards, the viewer's first, and the table."""
    see_boards(state, viewer, out)
    see_offer(state, out)


@rule
def write_undealt(state: Any, viewer: int, out: Any) -> None:
    """What is on offer is still in the bag."""
    see_boards(state, viewer, out)
    for colour in range(COLOURS):
        tiles = int(state.bag[colour])
        for disc in range(2 * state.players + 1):
            tiles += int(state.discs[disc, colour])
        out[BAG + colour] = tiles / 20.0
        out[LID + colour] = state.lid[colour] / 20.0


@rule
def see_boards(state: Any, viewer: int, out: Any) -> None:
    """All but the tiles that nobody has: nothing else is written yet."""
    for at in range(len(out)):
        out[at] = 0.0
    for n in range(state.players):
        see_board(state, (viewer + n) % state.players, out, n * BOARD_SIZE)
    out[MARKER] = 1.0 if state.phase == OFFER and state.marker == CENTRE else 0.0
    out[ROUND] = state.round_number / 5.0
    out[GREY] = state.grey
    out[PLAYERS + state.players - 2] = 1.0
    if state.phase == WALL and state.line >= 0:
        out[CHOOSING + state.line] = 1.0


@rule
def see_board(state: Any, seat: int, out: Any, at: int) -> None:
    """A seat's wall, lines and floor."""
    board = state.boards[seat]
    for row in range(SIZE):
        for column in range(SIZE):
            colour = int(board.wall[row, column])
            if colour == EMPTY:
                out[at + GAIN + row * SIZE + column] = points_at(board.wall, row, column) / 10.0
            else:
                out[at + ON_WALL + row * SIZE + column] = 1.0
                out[at + IN_ROW + row * COLOURS + colour] = 1.0
                out[at + IN_COLUMN + column * COLOURS + colour] = 1.0
        tiles = int(board.line_count[row])
        if tiles > 0:
            out[at + IN_LINE + row * COLOURS + board.line_colour[row]] = tiles / (row + 1.0)
            out[at + COMPLETE + row] = 1.0 if tiles > row else 0.0
            out[at + MISSING + row] = (row + 1 - tiles) / 5.0
    floor = floor_tiles(board)
    out[at + FLOOR_POINTS] = floor_cost(0, floor) / 10.0
    out[at + FLOOR_TAKEN] = floor / 7.0
    out[at + SCORE_ALL] = board.score / 50.0
    out[at + SCORE_LOW] = min(int(board.score), 20) / 20.0
    out[at + PLAYS] = 1.0
    out[at + HAS_MARKER] = 1.0 if state.marker == seat else 0.0
    out[at + BEGAN] = 1.0 if state.starter == seat else 0.0


@rule
def see_offer(state: Any, out: Any) -> None:
    """What there is to take, and what is still to come."""
    for disc in range(2 * state.players + 1):
        slot = DISC + disc_slot(state, disc) * COLOURS
        for colour in range(COLOURS):
            tiles = int(state.discs[disc, colour])
            if tiles > 0:
                out[slot + colour] = tiles / 4.0
                out[SOURCES + colour * DISC_SIZE + tiles - 1] += 0.25
                out[IN_ALL + colour] += tiles / 10.0
    for colour in range(COLOURS):
        out[IN_CENTRE + colour] = state.centre[colour] / 5.0
        out[IN_ALL + colour] += state.centre[colour] / 10.0
        out[BAG + colour] = state.bag[colour] / 20.0
        out[LID + colour] = state.lid[colour] / 20.0


@rule
def contents(state: Any, disc: int) -> int:
    """A number that tells what lies on a disc."""
    number = 0
    for colour in range(COLOURS):
        number = number * (DISC_SIZE + 1) + int(state.discs[disc, colour])
    return number


@rule
def disc_slot(state: Any, disc: int) -> int:
    """The place of a disc in an order that depends on what lies on it alone: the numbers of discs mean nothing."""
    mine = contents(state, disc)
    slot = 0
    for other in range(2 * state.players + 1):
        theirs = contents(state, other)
        if theirs > mine or (theirs == mine and other < disc):
            slot += 1
    return slot


@rule
def heads_of(state: Any, move: int) -> Any:
    """A take is rated by what goes where, and by what it leaves; a column by its line."""
    if move >= COLUMN:
        return BY_COLUMN + int(state.line) * SIZE + move - COLUMN, NOTHING
    source, colour, target = move // (COLOURS * TARGETS), move // TARGETS % COLOURS, move % TARGETS
    tiles = min(int(offered(state, source, colour)), MOST_COUNTED)
    slot = DISCS if source == CENTRE_SOURCE else disc_slot(state, source)
    return (colour * TARGETS + target) * MOST_COUNTED + tiles - 1, BY_SOURCE + slot * COLOURS + colour


def undeal(enter: Any) -> Any:
    """The weights of a first layer that sees the start of a round and says what a given one says of the position before the deal."""
    found = enter.copy()
    found[SOURCES:BAG] = 0
    in_bag = enter[BAG : BAG + COLOURS] * (DISC_SIZE / 20)  # discs are told in quarters, the bag in twentieths
    found[DISC : DISC + DISCS * COLOURS] = np.tile(in_bag, (DISCS, 1))
    return found


def symmetries() -> list[Symmetry]:
    """None besides those that `write_inputs` uses itself: it turns seats and sorts discs. Colours differ, except on the grey wall."""
    return [Symmetry(np.arange(LAYOUT.size), np.arange(HEADS))]
