"""Azul Duel as a vector and as planes of the 6 x 6 dome."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...games.duel.dome import cell
from ...games.duel.state import (
    BROKEN_SIZE,
    CHIP_TYPES,
    COLOURS,
    DOWN,
    EMPTY,
    FACTORIES,
    FACTORY,
    JOKER,
    MOST_DRAWN,
    OVER,
    PLATES,
    ROUNDS,
    SCORING_TILES,
    SEATS,
    SIZE,
    SLOTS,
    SMALL,
    SMALL_MOON,
    SPACES,
    SPECIAL,
    UNKNOWN,
    UNKNOWN_JOKER,
)
from .layout import Field, Layout
from .writing import blank, fill, fill_rows, put, turned

MOST_TILES = 65
MOST_POINTS = 32767
CELL_KINDS = JOKER + 1  # the five colours, special, joker
TILE_KINDS = SPECIAL + 1  # the five colours, special

FIELDS = (
    Field("scoring", (SCORING_TILES,), 0, 2, "each scoring tile: 0 not in play, 1 its front, 2 its back"),
    Field("round", (), 1, ROUNDS, "number of the round"),
    Field("phase", (), 0, OVER, "the kind of decision (the phases of state.py in their order); 10 when the game is over"),
    Field("turn", (), -1, 1, "who decides: 0 the viewer, 1 the other; -1 when the game is over"),
    Field("starter", (), 0, 1, "who began this round"),
    Field("start_tile", (), -1, 1, "who has the start tile; -1: it is on the large factory"),
    Field("line", (), -1, SIZE - 1, "tiling: the line being worked, else -1"),
    Field("missing", (), 0, SIZE, "paying: tiles of that line still to be paid for"),
    Field("hand", (), -1, PLATES - 1, "the plate to be laid, or -1"),
    Field("building_at", (), -1, SMALL, "the small factory whose moon is being stacked (1-4), or -1"),
    Field("drawn_count", (), 0, MOST_DRAWN, "plates drawn in this turn"),
    Field("bag", (COLOURS,), 0, MOST_TILES, "tiles of each colour in the bag"),
    Field("tower", (COLOURS,), 0, MOST_TILES, "tiles of each colour in the tower"),
    Field("suns", (FACTORIES, COLOURS), 0, 5, "tiles of each colour on each sun, the large factory first"),
    Field("large_moon", (COLOURS,), 0, 4, "tiles of each colour on the large moon"),
    Field("moons", (SMALL, SMALL_MOON), -1, COLOURS - 1, "the stacks on the small moons from the bottom: a colour, -1 empty"),
    Field("chips", (SMALL,), DOWN, CHIP_TYPES - 1, "chip of each small factory: its type, -1 gone, -2 face down"),
    Field("chips_left", (CHIP_TYPES,), 0, 2, "chips of each type not yet revealed"),
    Field("building", (COLOURS,), 0, 3, "tiles of each colour still to be stacked"),
    Field("display", (SLOTS,), -1, PLATES - 1, "open plates, -1 where there is none"),
    Field(
        "stack",
        (PLATES,),
        -1,
        UNKNOWN,
        "plates of the stack from the top: a known plate; 18 or 19 where only the back is known, special or joker; 20 unknown; -1 none",
    ),
    Field("drawn", (MOST_DRAWN,), -1, UNKNOWN_JOKER, "plates drawn in this turn, likewise"),
    Field("score", (SEATS,), 0, MOST_POINTS, "points; this and all that follows for the viewer first, then the other"),
    Field("tokens", (SEATS,), 0, 2, "dome tokens left in this round"),
    Field("chips_taken", (SEATS,), 0, 2, "chips taken in this round"),
    Field("own_chips", (SEATS, CHIP_TYPES), 0, 2, "chips of each type in the supply"),
    Field("line_colour", (SEATS, SIZE), -1, COLOURS - 1, "colour of each pattern line, -1 if empty"),
    Field("line_count", (SEATS, SIZE), 0, SIZE, "tiles on each pattern line"),
    Field("plates", (SEATS, SPACES), -1, PLATES - 1, "plate on each dome space, -1 if empty"),
    Field("turns", (SEATS, SPACES), 0, 3, "quarter turns of that plate, clockwise"),
    Field("tiles", (SEATS, SIZE, SIZE), -1, SPECIAL, "each dome cell: a colour, 5 a special tile, -1 empty"),
    Field("broken", (SEATS, BROKEN_SIZE), -1, COLOURS - 1, "broken tiles: a colour, -1 empty"),
)
LAYOUT_SIZE = sum(field.size for field in FIELDS)

# Planes of a seat, then of the table.
CELLS_OF, TILES_OF, LINES_OF = 0, CELL_KINDS, CELL_KINDS + TILE_KINDS
CHIPS_FOR = LINES_OF + COLOURS
BROKEN, SCORE, TOKENS, CHIPS_TAKEN, STARTS, HAS_START = (CHIPS_FOR + 1 + plane for plane in range(6))
SEAT_PLANES = HAS_START + 1
TABLE = SEATS * SEAT_PLANES
SUN, LARGE_MOON, BAG, TOWER, BUILDING = TABLE, TABLE + FACTORIES, TABLE + FACTORIES + 1, TABLE + FACTORIES + 2, TABLE + FACTORIES + 3
MOONS = BUILDING + 1
SHOWN_CHIPS = MOONS + SMALL_MOON
SCORING = SHOWN_CHIPS + 1
PHASE = SCORING + 2 * SCORING_TILES
LINE, MISSING, MY_TURN, ROUND = (PHASE + OVER + 1 + plane for plane in range(4))
PLANES = ROUND + 1


def _plane_names() -> tuple[str, ...]:
    names = []
    for seat in range(SEATS):
        names += [f"seat {seat}: dome cells of kind {kind} (5 special, 6 joker)" for kind in range(CELL_KINDS)]
        names += [f"seat {seat}: dome cells with a tile of kind {kind} (5 special)" for kind in range(TILE_KINDS)]
        names += [f"seat {seat}: filled spaces of the pattern lines, from the right, with colour {colour}" for colour in range(COLOURS)]
        names += [f"seat {seat}: chips of each type, types 0-4 by row in columns 0-2, types 5-9 in columns 3-5"]
        names += [f"seat {seat}: {what} (constant)" for what in ("broken tiles", "points", "tokens left", "chips taken in this round")]
        names += [f"seat {seat}: {what}" for what in ("1 if it began this round", "1 if it has the start tile")]
    names += [f"sun of factory {factory}: tiles, colour by row" for factory in range(FACTORIES)]
    names += [f"{what}: tiles, colour by row" for what in ("large moon", "bag", "tower", "still to be stacked")]
    names += [f"level {level} of the small moons: 1 at (colour, factory)" for level in range(SMALL_MOON)]
    names += ["chips on the small factories: 1 + type in the column of the factory, -1 face down"]
    names += [f"1 if scoring tile {tile // 2} shows side {tile % 2}" for tile in range(2 * SCORING_TILES)]
    names += [f"1 in phase {phase}" for phase in range(OVER + 1)]
    names += ["1 in the row of the line being worked", "tiles still to be paid (constant)"]
    return (*names, "1 if it is the viewer's turn", "number of the round (constant)")


LAYOUT = Layout(FIELDS, _plane_names(), (SIZE, SIZE), -1, MOST_POINTS)

# Where the fields of the boards begin in the vector
_BOARD = ("score", "tokens", "chips_taken", "own_chips", "line_colour", "line_count", "plates", "turns", "tiles", "broken")
AT_SCORE, AT_TOKENS, AT_CHIPS_TAKEN, AT_OWN_CHIPS, AT_LINE_COLOUR, AT_LINE_COUNT, AT_PLATES, AT_TURNS, AT_TILES, AT_BROKEN = (
    LAYOUT.offsets[name] for name in _BOARD
)


@rule
def put_number(out: Any, at: int, value: int) -> int:
    """Write one number; returns where the next one goes."""
    out[at] = value
    return at + 1


@rule
def vector(state: Any, viewer: int, out: Any) -> None:
    """The fields above, in their order."""
    at = put(out, 0, state.scoring)
    at = put_number(out, at, state.round_number)
    at = put_number(out, at, state.phase)
    at = put_number(out, at, turned(state.turn, viewer, SEATS))
    at = put_number(out, at, turned(state.starter, viewer, SEATS))
    at = put_number(out, at, EMPTY if state.start_tile == FACTORY else turned(state.start_tile, viewer, SEATS))
    at = put_number(out, at, state.line)
    at = put_number(out, at, state.missing)
    at = put_number(out, at, state.hand)
    at = put_number(out, at, state.building_at)
    at = put_number(out, at, state.drawn_count)
    at = put(out, at, state.bag)
    at = put(out, at, state.tower)
    for factory in range(FACTORIES):
        at = put(out, at, state.suns[factory])
    at = put(out, at, state.large_moon)
    for small in range(SMALL):
        at = put(out, at, state.moons[small])
    at = put(out, at, state.chips)
    at = put(out, at, state.chips_left)
    at = put(out, at, state.building)
    at = put(out, at, state.display)
    at = put(out, at, state.stack)
    put(out, at, state.drawn)
    put_boards(state, viewer, out)


@rule
def put_boards(state: Any, viewer: int, out: Any) -> None:
    """What the two players have, field by field."""
    for n in range(SEATS):
        board = state.boards[(viewer + n) % SEATS]
        out[AT_SCORE + n] = board.score
        out[AT_TOKENS + n] = board.tokens
        out[AT_CHIPS_TAKEN + n] = board.chips_taken
        put(out, AT_OWN_CHIPS + n * CHIP_TYPES, board.chips)
        put(out, AT_LINE_COLOUR + n * SIZE, board.line_colour)
        put(out, AT_LINE_COUNT + n * SIZE, board.line_count)
        put(out, AT_PLATES + n * SPACES, board.plates)
        put(out, AT_TURNS + n * SPACES, board.turns)
        for row in range(SIZE):
            put(out, AT_TILES + (n * SIZE + row) * SIZE, board.tiles[row])
        put(out, AT_BROKEN + n * BROKEN_SIZE, board.broken)


@rule
def planes(state: Any, viewer: int, out: Any) -> None:
    """The planes named above."""
    blank(out)
    for n in range(SEATS):
        seat = (viewer + n) % SEATS
        board_planes(state.boards[seat], n * SEAT_PLANES, out)
        fill(out, n * SEAT_PLANES + STARTS, 1 if state.starter == seat else 0)
        fill(out, n * SEAT_PLANES + HAS_START, 1 if state.start_tile == seat else 0)
    for factory in range(FACTORIES):
        fill_rows(out, SUN + factory, state.suns[factory])
    fill_rows(out, LARGE_MOON, state.large_moon)
    fill_rows(out, BAG, state.bag)
    fill_rows(out, TOWER, state.tower)
    fill_rows(out, BUILDING, state.building)
    factory_planes(state, out)
    for tile in range(SCORING_TILES):
        if state.scoring[tile] > 0:
            fill(out, SCORING + 2 * tile + state.scoring[tile] - 1, 1)
    fill(out, PHASE + state.phase, 1)
    if state.line >= 0:
        for column in range(SIZE):
            out[LINE, state.line, column] = 1
    fill(out, MISSING, state.missing)
    fill(out, MY_TURN, 1 if state.turn == viewer else 0)
    fill(out, ROUND, state.round_number)


@rule
def factory_planes(state: Any, out: Any) -> None:
    """The small factories: their moons and chips."""
    for small in range(SMALL):
        for level in range(SMALL_MOON):
            if state.moons[small, level] != EMPTY:
                out[MOONS + level, state.moons[small, level], small] = 1
        for row in range(SIZE):
            out[SHOWN_CHIPS, row, small] = -1 if state.chips[small] == DOWN else state.chips[small] + 1


@rule
def board_planes(board: Any, first: int, out: Any) -> None:
    """Dome, lines and supplies of one seat."""
    for row in range(SIZE):
        for column in range(SIZE):
            kind = cell(board, row, column)
            if kind != EMPTY:
                out[first + CELLS_OF + kind, row, column] = 1
            if board.tiles[row, column] != EMPTY:
                out[first + TILES_OF + board.tiles[row, column], row, column] = 1
        for space in range(board.line_count[row]):
            out[first + LINES_OF + board.line_colour[row], row, SIZE - 1 - space] = 1
    for kind in range(CHIP_TYPES):
        for column in range(SIZE // 2):
            out[first + CHIPS_FOR, kind % COLOURS, kind // COLOURS * (SIZE // 2) + column] = board.chips[kind]
    broken = 0
    for space in range(BROKEN_SIZE):
        if board.broken[space] != EMPTY:
            broken += 1
    fill(out, first + BROKEN, broken)
    fill(out, first + SCORE, board.score)
    fill(out, first + TOKENS, board.tokens)
    fill(out, first + CHIPS_TAKEN, board.chips_taken)


@rule
def cut_short(state: Any) -> bool:
    """There is no limit: a game has five rounds."""
    return False
