"""Blockers! as a vector and as planes of the 9 x 9 board. Colours are counted from the viewer's: its own come first."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...games.blockers.fitting import CELL_MOVES, tile_for
from ...games.blockers.groups import count_groups
from ...games.blockers.racks import colour_at, colours_in_play, racks_each, unseen
from ...games.blockers.state import COLOURS, EMPTY, SEATS, SIZE, TILES
from .layout import Field, Layout
from .writing import blank, fill, turned

OWN = 2  # racks a seat may have
CELLS = SIZE * SIZE
MOST_GROUPS = CELLS

FIELDS = (
    Field("players", (), 2, SEATS, "how many play"),
    Field("classic", (), 0, 1, "1 if only groups count"),
    Field("turn", (), -1, SEATS - 1, "who decides, counted from the viewer; -1 when the game is over"),
    Field("board", (SIZE, SIZE), -1, COLOURS - 1, "colour on each cell, -1 if empty"),
    Field("tiles", (SIZE, SIZE), -1, TILES - 1, "tile on each cell: 0-8 numbers, 9-17 letters, 18-26 symbols, 27 joker, -1 empty"),
    Field("own_rack", (OWN, TILES), 0, 1, "1 for each tile on the viewer's racks"),
    Field("unseen", (COLOURS, TILES), 0, 1, "1 for each tile of a colour in the pile or on a rack that the viewer does not see"),
    Field("rack_size", (COLOURS,), 0, 5, "tiles on the rack of each colour"),
    Field("pile_size", (COLOURS,), 0, TILES, "tiles in the pile of each colour"),
    Field("groups", (COLOURS,), 0, MOST_GROUPS, "groups of each colour on the board"),
    Field("captured", (SEATS, COLOURS), 0, TILES, "tiles of each colour that each seat has captured, the viewer's first"),
)

# Planes
LIES, FITS, UNSEEN_FITS, OWN_CELLS = 0, COLOURS, COLOURS + OWN, 2 * COLOURS + OWN
RACK_SIZE = OWN_CELLS + 1
PILE_SIZE, GROUPS, CAPTURED = RACK_SIZE + COLOURS, RACK_SIZE + 2 * COLOURS, RACK_SIZE + 3 * COLOURS
MY_TURN, CLASSIC, PLAYERS = CAPTURED + SEATS, CAPTURED + SEATS + 1, CAPTURED + SEATS + 2
PLANES = PLAYERS + 1


def _plane_names() -> tuple[str, ...]:
    names = [f"cells of colour {colour}" for colour in range(COLOURS)]
    names += [f"how many tiles of the viewer's rack {rack} fit a cell" for rack in range(OWN)]
    names += [f"how many tiles of colour {colour} that the viewer has not seen fit a cell" for colour in range(COLOURS)]
    names += ["cells of the viewer's colours"]
    names += [f"tiles on the rack of colour {colour} (constant)" for colour in range(COLOURS)]
    names += [f"tiles in the pile of colour {colour} (constant)" for colour in range(COLOURS)]
    names += [f"groups of colour {colour} (constant)" for colour in range(COLOURS)]
    names += [f"tiles captured by seat {seat} (constant)" for seat in range(SEATS)]
    return (*names, "1 if it is the viewer's turn", "1 if only groups count", "how many play (constant)")


LAYOUT = Layout(FIELDS, _plane_names(), (SIZE, SIZE), 0, COLOURS * TILES)

# Where the fields of the vector begin
(
    AT_PLAYERS, AT_CLASSIC, AT_TURN, AT_BOARD, AT_TILES, AT_OWN_RACK, AT_UNSEEN, AT_RACK_SIZE, AT_PILE_SIZE, AT_GROUPS, AT_CAPTURED,
) = LAYOUT.offsets.values()  # fmt: skip


@rule
def turned_colour(state: Any, colour: int, viewer: int) -> int:
    """A colour counted from the viewer's first; none (-1) stays -1."""
    return turned(colour, viewer * racks_each(state), colours_in_play(state))


@rule
def put_tiles(out: Any, at: int, tiles: int) -> int:
    """Write a set of tiles, a number for each of the 28."""
    for tile in range(TILES):
        out[at + tile] = tiles >> tile & 1
    return at + TILES


@rule
def count_bits(tiles: int) -> int:
    """How many tiles a set holds."""
    count = 0
    for tile in range(TILES):
        count += tiles >> tile & 1
    return count


@rule
def vector(state: Any, viewer: int, out: Any) -> None:
    """The fields above, in their order."""
    for at in range(len(out)):
        out[at] = 0
    out[AT_PLAYERS] = state.players
    out[AT_CLASSIC] = state.classic
    out[AT_TURN] = turned(state.turn, viewer, state.players)
    for row in range(SIZE):
        for column in range(SIZE):
            out[AT_BOARD + row * SIZE + column] = turned_colour(state, state.board[row, column], viewer)
            out[AT_TILES + row * SIZE + column] = state.tiles[row, column]
    for rack in range(racks_each(state)):
        put_tiles(out, AT_OWN_RACK + rack * TILES, state.racks[colour_at(state, rack, viewer)])
    for n in range(colours_in_play(state)):
        colour = colour_at(state, n, viewer)
        put_tiles(out, AT_UNSEEN + n * TILES, unseen(state, colour, viewer))
        out[AT_RACK_SIZE + n] = state.rack_size[colour]
        out[AT_PILE_SIZE + n] = state.pile_size[colour]
        out[AT_GROUPS + n] = count_groups(state, colour)
    for n in range(state.players):
        for other in range(colours_in_play(state)):
            captured = state.captured[(viewer + n) % state.players, colour_at(state, other, viewer)]
            out[AT_CAPTURED + n * COLOURS + other] = count_bits(captured)


@rule
def fitting_plane(tiles: int, plane: int, out: Any) -> None:
    """How many tiles of a set fit each cell."""
    for row in range(SIZE):
        for column in range(SIZE):
            count = 0
            for kind in range(CELL_MOVES):
                count += tiles >> tile_for(row, column, kind) & 1
            out[plane, row, column] = count


@rule
def planes(state: Any, viewer: int, out: Any) -> None:
    """The planes named above."""
    blank(out)
    own = racks_each(state)
    for row in range(SIZE):
        for column in range(SIZE):
            if state.board[row, column] != EMPTY:
                n = turned_colour(state, state.board[row, column], viewer)
                out[LIES + n, row, column] = 1
                if n < own:
                    out[OWN_CELLS, row, column] = 1
    for n in range(colours_in_play(state)):
        colour = colour_at(state, n, viewer)
        if n < own:
            fitting_plane(state.racks[colour], FITS + n, out)
        fitting_plane(unseen(state, colour, viewer), UNSEEN_FITS + n, out)
        fill(out, RACK_SIZE + n, state.rack_size[colour])
        fill(out, PILE_SIZE + n, state.pile_size[colour])
        fill(out, GROUPS + n, count_groups(state, colour))
    for n in range(state.players):
        total = 0
        for colour in range(COLOURS):
            total += count_bits(state.captured[(viewer + n) % state.players, colour])
        fill(out, CAPTURED + n, total)
    fill(out, MY_TURN, 1 if state.turn == viewer else 0)
    fill(out, CLASSIC, state.classic)
    fill(out, PLAYERS, state.players)


@rule
def cut_short(state: Any) -> bool:
    """There is no limit: the tiles run out."""
    return False
