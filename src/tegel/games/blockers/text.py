"""Positions of Blockers! as text: a tile is a colour and what is on it, `b7`, `yG` or `rm` (red moon); `..` is an empty cell, `-` nothing.

A hidden rack is a `?` for each tile; the line `unseen` then has its tiles together with those of the pile.
"""

from __future__ import annotations

from typing import Any

from ...core.text import Reader
from .groups import flip_cell
from .moves import ROWS
from .racks import colours_in_play, count_tiles, shown_colour
from .state import COLOUR_LETTERS, EMPTY, RACK_SIZE, SIZE, TILES
from .view import tiles_in

TILE_LETTERS = "123456789ABCDEFGHItxscodmhqj"  # triangle, cross (x), star, clover, circle (o), diamond, moon, heart, square (q), joker
HIDDEN = "?"


def colour_letter(state: Any, colour: int) -> str:
    """How a colour of the rules is written."""
    return COLOUR_LETTERS[shown_colour(state, colour)]


def _colour_letters(state: Any) -> str:
    """The letters of all colours in play."""
    return "".join(colour_letter(state, colour) for colour in range(colours_in_play(state)))


def write(state: Any) -> list[str]:
    """The lines of a position."""
    letters = _colour_letters(state)
    lines = [f"start {state.starter + 1}", f"turn {state.turn + 1 if state.turn >= 0 else '-'}"]
    for name, colours, tiles in zip(ROWS, state.board.tolist(), state.tiles.tolist(), strict=True):
        lines.append(" ".join([name, *(_write_cell(letters, colour, tile) for colour, tile in zip(colours, tiles, strict=True))]))
    for colour, letter in enumerate(letters):
        rack = int(state.racks[colour])
        lines.append(f"rack {letter} {_write_set(rack) if rack else HIDDEN * int(state.rack_size[colour])}")
        lines.append(f"{'pile' if rack else 'unseen'} {letter} {_write_set(int(state.piles[colour]))}")
    for seat in range(state.players):
        sets = enumerate(state.captured[seat].tolist())
        captured = [letters[colour] + TILE_LETTERS[tile] for colour, tiles in sets for tile in tiles_in(tiles)]
        lines.append(f"captured {seat + 1} {' '.join(captured) or '-'}")
    return lines


def _write_cell(letters: str, colour: int, tile: int) -> str:
    return ".." if colour == EMPTY else letters[colour] + TILE_LETTERS[tile]


def _write_set(tiles: int) -> str:
    return "".join(TILE_LETTERS[tile] for tile in tiles_in(tiles)) or "-"


def read(reader: Reader, state: Any) -> None:
    """Fill a blank state from the lines of a position."""
    seats = [str(seat) for seat in range(1, state.players + 1)]
    state.starter = reader.choice("start", seats)
    state.turn = reader.choice("turn", ["-", *seats]) - 1
    state.board[:] = state.tiles[:] = EMPTY
    letters = _colour_letters(state)
    for row in range(SIZE):
        for column, word in enumerate(reader.words(ROWS[row], SIZE)):
            if word != "..":
                colour, tile = _read_tile(reader, letters, word)
                state.board[row, column], state.tiles[row, column] = colour, tile
                flip_cell(state, colour, row, column)
    for colour in range(len(letters)):
        _read_rack(reader, state, colour)
    for seat in range(state.players):
        _read_captured(reader, state, seat)


def _read_tile(reader: Reader, colours: str, word: str) -> tuple[int, int]:
    if len(word) != 2 or word[0] not in colours or word[1] not in TILE_LETTERS:
        raise reader.fail(f"expected a tile, a letter of {colours} and one of {TILE_LETTERS}, found {word!r}")
    return colours.index(word[0]), TILE_LETTERS.index(word[1])


def _read_set(reader: Reader, word: str) -> int:
    tiles = sum(1 << tile for tile, letter in enumerate(TILE_LETTERS) if letter in word)
    if _write_set(tiles) != word:
        raise reader.fail(f"expected tiles of {TILE_LETTERS} in that order, or -, found {word!r}")
    return tiles


def _read_rack(reader: Reader, state: Any, colour: int) -> None:
    """A colour's two lines; the sizes of rack and pile follow from them."""
    letter, rack = reader.words("rack", 2)
    reader.as_choice(letter, [colour_letter(state, colour)])
    hidden = len(rack) if rack == HIDDEN * min(len(rack), RACK_SIZE) else 0
    state.racks[colour] = 0 if hidden else _read_set(reader, rack)
    letter, pile = reader.words("unseen" if hidden else "pile", 2)
    reader.as_choice(letter, [colour_letter(state, colour)])
    state.piles[colour] = _read_set(reader, pile)
    state.rack_size[colour] = hidden or count_tiles(state.racks[colour])
    state.pile_size[colour] = count_tiles(state.piles[colour]) - hidden


def _read_captured(reader: Reader, state: Any, seat: int) -> None:
    number, *words = reader.rest("captured").split(" ")
    reader.as_choice(number, [str(seat + 1)])
    if words == ["-"]:
        return
    letters = _colour_letters(state)
    tiles = [_read_tile(reader, letters, word) for word in words]
    if not tiles or tiles != sorted(set(tiles)):
        raise reader.fail("expected captured tiles in the order of colours and tiles, or -")
    for colour, tile in tiles:
        state.captured[seat, colour] |= 1 << tile


assert len(TILE_LETTERS) == TILES
