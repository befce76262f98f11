"""Azul as a vector and as planes of the 5 x 5 wall."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...games.azul.rounds import complete_rows, nothing_to_come
from ...games.azul.state import CENTRE, COLOURS, DISCS, EMPTY, FLOOR_SIZE, MARKER, OFFER, SEATS, SIZE, WALL
from .layout import Field, Layout
from .writing import blank, fill, fill_rows, put, turned

MOST_TILES = 100
MOST_POINTS = 32767
MOST_ROUNDS = 1000  # the largest limit that can be set

FIELDS = (
    Field("players", (), 2, SEATS, "how many play"),
    Field("grey", (), 0, 1, "1 on the grey wall"),
    Field("round", (), 0, MOST_POINTS, "number of the round, from 1"),
    Field("turn", (), -1, SEATS - 1, "who decides, counted from the viewer; -1 when the game is over"),
    Field("starter", (), 0, SEATS - 1, "who began this round, counted from the viewer"),
    Field("marker", (), -1, SEATS - 1, "who has the start-player marker, counted from the viewer; -1: it is in the centre"),
    Field("line", (), -1, SIZE - 1, "wall phase: the line whose column is chosen; else -1"),
    Field("bag", (COLOURS,), 0, MOST_TILES, "tiles of each colour in the bag"),
    Field("lid", (COLOURS,), 0, MOST_TILES, "tiles of each colour in the lid"),
    Field("centre", (COLOURS,), 0, MOST_TILES, "tiles of each colour in the centre"),
    Field("discs", (DISCS, COLOURS), 0, 4, "tiles of each colour on each disc"),
    Field("score", (SEATS,), 0, MOST_POINTS, "points; this and all that follows for each seat, the viewer's first, 0 for absent ones"),
    Field("line_colour", (SEATS, SIZE), -1, COLOURS - 1, "colour of each pattern line, -1 if empty"),
    Field("line_count", (SEATS, SIZE), 0, SIZE, "tiles on each pattern line"),
    Field("wall", (SEATS, SIZE, SIZE), -1, COLOURS - 1, "colour on each wall space, -1 if empty"),
    Field("floor", (SEATS, FLOOR_SIZE), -1, MARKER, "each floor space: a colour, 5 the marker, -1 empty"),
)

# Planes of a seat, then of the table.
WALL_OF, LINES_OF, FLOOR, SCORE, HAS_MARKER, STARTS, PLAYS = (
    0,
    COLOURS,
    2 * COLOURS,
    2 * COLOURS + 1,
    2 * COLOURS + 2,
    2 * COLOURS + 3,
    2 * COLOURS + 4,
)
SEAT_PLANES = 2 * COLOURS + 5
TABLE = SEATS * SEAT_PLANES
DISC, CENTRE_TILES, BAG, LID = TABLE, TABLE + DISCS, TABLE + DISCS + 1, TABLE + DISCS + 2
MARKER_FREE, LINE, CHOOSING, ROUND, GREY = (TABLE + DISCS + 3 + plane for plane in range(5))
PLANES = GREY + 1


def _plane_names() -> tuple[str, ...]:
    names = []
    for seat in range(SEATS):
        names += [f"seat {seat}: wall spaces with colour {colour}" for colour in range(COLOURS)]
        names += [f"seat {seat}: filled spaces of the pattern lines, from the right, with colour {colour}" for colour in range(COLOURS)]
        names += [f"seat {seat}: {what}" for what in ("taken floor spaces (constant)", "points (constant)")]
        names += [f"seat {seat}: {what}" for what in ("1 if it has the marker", "1 if it began this round", "1 if it plays")]
    names += [f"disc {disc}: tiles, colour by row" for disc in range(DISCS)]
    names += ["centre: tiles, colour by row", "bag: tiles, colour by row", "lid: tiles, colour by row", "1 if the marker is in the centre"]
    return (
        *names,
        "1 in the row of the line whose column is chosen",
        "1 in the wall phase",
        "number of the round (constant)",
        "1 on the grey wall",
    )


LAYOUT = Layout(FIELDS, _plane_names(), (SIZE, SIZE), 0, MOST_POINTS)

# Where the fields of the vector begin
(
    AT_PLAYERS, AT_GREY, AT_ROUND, AT_TURN, AT_STARTER, AT_MARKER, AT_LINE, AT_BAG, AT_LID, AT_CENTRE, AT_DISCS,
    AT_SCORE, AT_LINE_COLOUR, AT_LINE_COUNT, AT_WALL, AT_FLOOR,
) = LAYOUT.offsets.values()  # fmt: skip


@rule
def vector(state: Any, viewer: int, out: Any) -> None:
    """The fields above, in their order."""
    players = state.players
    out[AT_PLAYERS] = players
    out[AT_GREY] = state.grey
    out[AT_ROUND] = state.round_number
    out[AT_TURN] = turned(state.turn, viewer, players)
    out[AT_STARTER] = turned(state.starter, viewer, players)
    out[AT_MARKER] = turned(state.marker, viewer, players)
    out[AT_LINE] = state.line
    put(out, AT_BAG, state.bag)
    put(out, AT_LID, state.lid)
    put(out, AT_CENTRE, state.centre)
    for disc in range(DISCS):
        put(out, AT_DISCS + disc * COLOURS, state.discs[disc])
    for rest in range(AT_SCORE, len(out)):
        out[rest] = 0
    for n in range(players):
        put_board(out, n, state.boards[(viewer + n) % players])


@rule
def put_board(out: Any, n: int, board: Any) -> None:
    """What the n-th seat from the viewer's has."""
    out[AT_SCORE + n] = board.score
    put(out, AT_LINE_COLOUR + n * SIZE, board.line_colour)
    put(out, AT_LINE_COUNT + n * SIZE, board.line_count)
    for row in range(SIZE):
        put(out, AT_WALL + (n * SIZE + row) * SIZE, board.wall[row])
    put(out, AT_FLOOR + n * FLOOR_SIZE, board.floor)


@rule
def planes(state: Any, viewer: int, out: Any) -> None:
    """The planes named above."""
    blank(out)
    players = state.players
    for n in range(players):
        seat = (viewer + n) % players
        first = n * SEAT_PLANES
        board_planes(state.boards[seat], first, out)
        fill(out, first + HAS_MARKER, 1 if state.marker == seat else 0)
        fill(out, first + STARTS, 1 if state.starter == seat else 0)
        fill(out, first + PLAYS, 1)
    for disc in range(DISCS):
        fill_rows(out, DISC + disc, state.discs[disc])
    fill_rows(out, CENTRE_TILES, state.centre)
    fill_rows(out, BAG, state.bag)
    fill_rows(out, LID, state.lid)
    fill(out, MARKER_FREE, 1 if state.marker == CENTRE and state.phase == OFFER else 0)
    if state.line >= 0:
        for column in range(SIZE):
            out[LINE, state.line, column] = 1
    fill(out, CHOOSING, 1 if state.phase == WALL else 0)
    fill(out, ROUND, state.round_number)
    fill(out, GREY, state.grey)


@rule
def board_planes(board: Any, first: int, out: Any) -> None:
    """Wall, lines, floor and points of one seat."""
    for row in range(SIZE):
        for column in range(SIZE):
            if board.wall[row, column] != EMPTY:
                out[first + WALL_OF + board.wall[row, column], row, column] = 1
        for space in range(board.line_count[row]):
            out[first + LINES_OF + board.line_colour[row], row, SIZE - 1 - space] = 1
    taken = 0
    for space in range(FLOOR_SIZE):
        if board.floor[space] != EMPTY:
            taken += 1
    fill(out, first + FLOOR, taken)
    fill(out, first + SCORE, board.score)


@rule
def cut_short(state: Any) -> bool:
    """Whether the round limit ended the game (A5.4), not a complete row (A6.1) or a lack of tiles (A5.3, A5.5)."""
    if state.turn >= 0 or state.limit == 0 or state.round_number < state.limit:
        return False
    for seat in range(state.players):
        if complete_rows(state.boards[seat].wall) > 0:
            return False
    return not nothing_to_come(state, state.starter if state.marker == CENTRE else state.marker)
