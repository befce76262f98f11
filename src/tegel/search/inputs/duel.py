"""What a network sees of Azul Duel."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np

from ...core.compiled import rule
from ...core.runs import occupied, points_there
from ...games.duel.chips import MATCHES
from ...games.duel.dome import cell
from ...games.duel.knowledge import knows
from ...games.duel.moves import CHIP, MOVES, STACK, TARGETS
from ...games.duel.plates import FACES, PLACES, SPECIAL_PLATES, STACK_AT, is_special, plate_at
from ...games.duel.state import (
    BROKEN_SIZE,
    CHIP_TYPES,
    COLOURS,
    DOWN,
    EMPTY,
    FACTORIES,
    FACTORY,
    JOKER,
    LARGE,
    OVER,
    PLATES,
    ROUNDS,
    SCORING_TILES,
    SEATS,
    SIZE,
    SLOTS,
    SMALL,
    SMALL_MOON,
)
from ...games.duel.tiling import BROKEN_COST
from ..values.duel import FEATURES, describe_seat
from ..values.duel_moves import tiles_taken
from .parts import Layout, Part, Symmetry, join, offsets

KINDS = JOKER + 1  # of cells: the five colours, special, joker
CELLS = SIZE * SIZE
SHOWN_DRAWN = 6  # more plates are rarely drawn in one turn

BOARD = (
    Part("cells", (SIZE, SIZE, KINDS), "1 at what a free cell with a plate is for: a colour, special, joker"),
    Part("filled", (SIZE, SIZE), "1 for each tile on the dome"),
    Part("gain", (SIZE, SIZE), "tenths of what a tile on a free cell with a plate would score now"),
    Part("line", (SIZE, COLOURS), "the filled part of each pattern line, at its colour"),
    Part("complete", (SIZE,), "1 for each complete line"),
    Part("missing", (SIZE,), "sixths: what a line that was begun still lacks"),
    Part("chips", (CHIP_TYPES,), "halves: chips of each type in the supply"),
    Part("chips_for", (COLOURS,), "thirds: chips in the supply that match a colour"),
    Part("open_spaces", (SIZE // 2, SIZE // 2), "1 for each space without a plate"),
    Part("broken", (2,), "tenths of what broken tiles cost; fourths of their spaces taken"),
    Part("score", (1,), "fiftieths of the points"),
    Part("marks", (4,), "halves of the tokens left; halves of the chips taken; has the start tile; began this round"),
    Part("features", (len(FEATURES),), "quarters of the hand-made features"),
)
BOARD_SIZE = sum(part.size for part in BOARD)
ON_CELLS, FILLED, GAIN, IN_LINE, COMPLETE, MISSING, CHIPS, CHIPS_FOR, *_MORE = offsets(BOARD).values()
OPEN_SPACES, BROKEN, SCORE, MARKS, IN_FEATURES = _MORE
BROKEN_POINTS, BROKEN_TAKEN = BROKEN, BROKEN + 1
TOKENS, CHIPS_TAKEN, HAS_START_TILE, BEGAN = range(MARKS, MARKS + 4)
TABLE = (
    Part("suns", (FACTORIES, COLOURS), "thirds: tiles of each colour on each sun, the large factory first"),
    Part("large_moon", (COLOURS,), "thirds: tiles of each colour on the large moon"),
    Part("moons", (SMALL, SMALL_MOON, COLOURS), "1 at the colour of each tile stacked on a small moon, from the top"),
    Part("moons_offer", (COLOURS,), "thirds: tiles of each colour that the moons offer"),
    Part("small_chips", (SMALL, COLOURS + 2), "chip of a small factory: 1 at the colours it matches; face down; gone"),
    Part("building", (COLOURS,), "thirds: tiles of each colour still to be stacked"),
    Part("building_at", (SMALL,), "1 at the small factory whose moon is being stacked"),
    Part("display", (SLOTS, KINDS), "cells of each kind on each open plate"),
    Part("hand", (PLATES,), "1 at the plate to be laid"),
    Part("drawn", (SHOWN_DRAWN, KINDS), "cells of each kind on the first plates drawn in this turn, if the viewer knows them"),
    Part(
        "stack",
        (4,),
        "ninths of the special and joker plates in the stack; whether the top one is special; thirteenths of plates drawn",
    ),
    Part("bag", (COLOURS,), "thirteenths: tiles of each colour in the bag"),
    Part("tower", (COLOURS,), "thirteenths: tiles of each colour in the tower"),
    Part("start_tile", (1,), "1 while the start tile is on the large factory"),
    Part("phase", (OVER,), "1 at the kind of decision"),
    Part("round", (ROUNDS,), "1 at the round"),
    Part("working", (SIZE + 1,), "1 at the line being worked; sixths of what is still to be paid"),
    Part("scoring", (SCORING_TILES, 2), "1 at the side of each scoring tile in play"),
)
LAYOUT = Layout((*(Part(f"{part.name}_{seat}", part.shape, part.meaning) for seat in range(SEATS) for part in BOARD), *TABLE))
_AT = [LAYOUT.offsets[part.name] for part in TABLE]
SUNS, LARGE_MOON, MOONS, OFFERED, SMALL_CHIPS, BUILDING, BUILDING_AT, DISPLAY, HAND = _AT[:9]
DRAWN, IN_STACK, BAG, TOWER, START_TILE, PHASE, ROUND, WORKING, SCORING = _AT[9:]
SPECIALS_LEFT, JOKERS_LEFT, TOP_SPECIAL, DRAWN_COUNT = range(IN_STACK, IN_STACK + 4)
TO_PAY = WORKING + SIZE
CHIP_DOWN, CHIP_GONE = COLOURS, COLOURS + 1  # after the colours a chip matches

MOST_COUNTED = 5  # so many tiles or more are taken as one number
BY_SOURCE = COLOURS * TARGETS * MOST_COUNTED  # heads: colour, target and number; then source and colour; then all other moves
OTHERS = BY_SOURCE + (FACTORIES + 1) * COLOURS
NOTHING = OTHERS + MOVES - STACK
HEADS = NOTHING + 1

SCORING_SETS = [  # every choice of three or four scoring tiles, on either side
    "".join(f"{tile + 1}{side}" for tile, side in enumerate(sides) if side)
    for sides in product(("f", "b", ""), repeat=SCORING_TILES)
    if sides.count("") < 2
]
MIXTURE = (  # what a network is trained on, and how often
    ({"scoring": "1f2f3f"}, 0.3),
    *(({"scoring": found}, 0.7 / len(SCORING_SETS)) for found in SCORING_SETS),
)


@rule
def write_inputs(state: Any, viewer: int, out: Any) -> None:
    """The boards, the viewer's first, and the table."""
    for at in range(len(out)):
        out[at] = 0.0
    for n in range(SEATS):
        see_board(state, (viewer + n) % SEATS, out, n * BOARD_SIZE)
    see_factories(state, out)
    see_plates(state, viewer, out)
    out[START_TILE] = 1.0 if state.start_tile == FACTORY else 0.0
    if state.phase < OVER:
        out[PHASE + state.phase] = 1.0
    out[ROUND + min(max(state.round_number, 1), ROUNDS) - 1] = 1.0
    if state.line >= 0:
        out[WORKING + state.line] = 1.0
    out[TO_PAY] = state.missing / 6.0
    for tile in range(SCORING_TILES):
        if state.scoring[tile] > 0:
            out[SCORING + 2 * tile + state.scoring[tile] - 1] = 1.0


@rule
def see_board(state: Any, seat: int, out: Any, at: int) -> None:
    """A seat's dome, lines and supplies."""
    board = state.boards[seat]
    features = out[at + IN_FEATURES : at + BOARD_SIZE]
    describe_seat(state, seat, features)
    for n in range(len(features)):
        features[n] *= 0.25
    lines = occupied(board.tiles)
    for row in range(SIZE):
        for column in range(SIZE):
            place = row * SIZE + column
            if board.tiles[row, column] != EMPTY:
                out[at + FILLED + place] = 1.0
            else:
                kind = cell(board, row, column)
                if kind != EMPTY:
                    out[at + ON_CELLS + place * KINDS + kind] = 1.0
                    out[at + GAIN + place] = points_there(lines, row, column) / 10.0
    see_lines(board, out, at)
    for kind in range(CHIP_TYPES):
        out[at + CHIPS + kind] = board.chips[kind] / 2.0
        for colour in range(COLOURS):
            out[at + CHIPS_FOR + colour] += MATCHES[kind, colour] * board.chips[kind] / 3.0
    for space in range(len(board.plates)):
        out[at + OPEN_SPACES + space] = 1.0 if board.plates[space] == EMPTY else 0.0
    broken = 0
    while broken < BROKEN_SIZE and board.broken[broken] != EMPTY:
        broken += 1
    out[at + BROKEN_POINTS] = BROKEN_COST[broken] / 10.0
    out[at + BROKEN_TAKEN] = broken / 4.0
    out[at + SCORE] = board.score / 50.0
    out[at + TOKENS] = board.tokens / 2.0
    out[at + CHIPS_TAKEN] = board.chips_taken / 2.0
    out[at + HAS_START_TILE] = 1.0 if state.start_tile == seat else 0.0
    out[at + BEGAN] = 1.0 if state.starter == seat else 0.0


@rule
def see_lines(board: Any, out: Any, at: int) -> None:
    """The pattern lines."""
    for row in range(SIZE):
        tiles = int(board.line_count[row])
        if tiles > 0:
            out[at + IN_LINE + row * COLOURS + board.line_colour[row]] = tiles / (row + 1.0)
            out[at + COMPLETE + row] = 1.0 if tiles > row else 0.0
            out[at + MISSING + row] = max(row + 1 - tiles, 0) / 6.0


@rule
def see_factories(state: Any, out: Any) -> None:
    """What there is to take, and what is still to come."""
    for colour in range(COLOURS):
        for factory in range(FACTORIES):
            out[SUNS + factory * COLOURS + colour] = state.suns[factory, colour] / 3.0
        out[LARGE_MOON + colour] = state.large_moon[colour] / 3.0
        out[OFFERED + colour] += state.large_moon[colour] / 3.0
        out[BUILDING + colour] = state.building[colour] / 3.0
        out[BAG + colour] = state.bag[colour] / 13.0
        out[TOWER + colour] = state.tower[colour] / 13.0
    for small in range(SMALL):
        from_top = 0
        for level in range(SMALL_MOON - 1, -1, -1):
            colour = int(state.moons[small, level])
            if colour != EMPTY:
                out[MOONS + (small * SMALL_MOON + from_top) * COLOURS + colour] = 1.0
                if from_top == 0:
                    out[OFFERED + colour] += 1 / 3.0
                from_top += 1
        at = SMALL_CHIPS + small * (COLOURS + 2)
        chip = int(state.chips[small])
        if chip >= 0:
            for colour in range(COLOURS):
                out[at + colour] = MATCHES[chip, colour]
        else:
            out[at + (CHIP_DOWN if chip == DOWN else CHIP_GONE)] = 1.0
    if state.building_at > 0:
        out[BUILDING_AT + state.building_at - 1] = 1.0


@rule
def see_plate(plate: int, out: Any, at: int) -> None:
    """The kinds of cells of a plate that is known."""
    if 0 <= plate < PLATES:
        for quarter in range(4):
            out[at + FACES[plate, 0, quarter]] += 1.0


@rule
def see_plates(state: Any, viewer: int, out: Any) -> None:
    """The plates on display, in hand and drawn, and what is known of the stack."""
    for slot in range(SLOTS):
        see_plate(state.display[slot], out, DISPLAY + slot * KINDS)
    if state.hand != EMPTY:
        out[HAND + state.hand] = 1.0
    for n in range(SHOWN_DRAWN):
        if state.drawn[n] != EMPTY and knows(viewer, state.drawn_known[n]):
            see_plate(state.drawn[n], out, DRAWN + n * KINDS)
    see_left(state, out)
    if state.stack[0] != EMPTY:
        out[TOP_SPECIAL] = 1.0 if is_special(state.stack[0]) else 0.0
    out[DRAWN_COUNT] = state.drawn_count / 13.0


@rule
def see_left(state: Any, out: Any) -> None:
    """How many plates of each type the stack holds: those that lie nowhere else, for most of their backs are hidden (D8)."""
    special = elsewhere = 0
    for place in range(PLACES):
        if place < STACK_AT or place >= STACK_AT + PLATES:
            plate = plate_at(state, place)
            if plate != EMPTY:
                elsewhere += 1
                special += 1 if is_special(plate) else 0
    out[SPECIALS_LEFT] = (SPECIAL_PLATES - special) / 9.0
    out[JOKERS_LEFT] = (PLATES - SPECIAL_PLATES - elsewhere + special) / 9.0


@rule
def heads_of(state: Any, move: int) -> Any:
    """A take is rated by what goes where, and by what it leaves; any other move by itself."""
    if move >= STACK:
        return OTHERS + move - STACK, NOTHING
    source, colour, target = move // (COLOURS * TARGETS), move // TARGETS % COLOURS, move % TARGETS
    tiles = min(max(tiles_taken(state, move), 1), MOST_COUNTED)
    return (colour * TARGETS + target) * MOST_COUNTED + tiles - 1, BY_SOURCE + source * COLOURS + colour


def symmetries() -> list[Symmetry]:
    """The small factories may stand in any order."""
    return [_reordered(order) for order in permutations(range(SMALL))]


def _reordered(order: tuple[int, ...]) -> Symmetry:
    small = list(order)
    all_factories = [LARGE, *(1 + factory for factory in small)]
    numbers = LAYOUT.numbered()
    numbers["suns"] = numbers["suns"][all_factories]
    for name in ("moons", "small_chips", "building_at"):
        numbers[name] = numbers[name][small]
    heads = np.arange(HEADS)
    sources = heads[BY_SOURCE:OTHERS].reshape(-1, COLOURS)
    heads[BY_SOURCE:OTHERS] = join([sources[all_factories], sources[FACTORIES:]])
    chips = OTHERS + CHIP - STACK
    heads[chips : chips + SMALL] = chips + np.array(small)
    return Symmetry(join(list(numbers.values())), heads)
