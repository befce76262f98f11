"""Positions of Blockers! made by hand: what is not named lies in the piles."""

from __future__ import annotations

from tegel.core import generic
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.games.blockers.groups import flip_cell
from tegel.games.blockers.moves import COLUMNS, ROWS
from tegel.games.blockers.racks import colours_in_play
from tegel.games.blockers.text import COLOUR_LETTERS, TILE_LETTERS
from tegel.games.blockers.view import tiles_in

ALL = (1 << len(TILE_LETTERS)) - 1

Tiles = dict[str, str]  # cells with their tiles, {"G2": "ym"}

# Rows A to C full of green, blue and yellow paths, each inside the other: only their ends in row D can be captured (B3.2).
GREEN_PATH = "D1 gD, C1 g1, B1 gB, A1 gA, A2 g2, A3 g3, A4 g4, A5 g5, A6 g6, A7 g7, A8 g8, A9 gs, B9 g9, C9 gC, D9 gd"
BLUE_PATH = "D2 bD, C2 b2, B2 bB, B3 b3, B4 b4, B5 b5, B6 b6, B7 b7, B8 b8, C8 bC, D8 bd"
YELLOW_PATH = "D3 yc, C3 y3, C4 y4, C5 y5, C6 y6, C7 yC, D7 y7"


def cells(text: str) -> Tiles:
    """Cells and tiles from text."""
    return dict(word.split(" ") for word in text.split(", ") if word)


def blocked(*, yellow: str = YELLOW_PATH, more: str = "") -> Tiles:
    """A board on which the letters A-C and the symbols of the upper blocks cannot be laid."""
    return cells(GREEN_PATH) | cells(BLUE_PATH) | cells(yellow) | cells(more)


def tile_set(letters: str) -> int:
    """Tiles named as in position texts: 1-9, A-I, t x s c o d m h q, j."""
    return sum(1 << TILE_LETTERS.index(letter) for letter in letters)


def blockers(
    board: Tiles | str = "",
    racks: dict[str, str] | None = None,
    captured: dict[int, str] | None = None,
    empty: dict[str, int] | None = None,
    *,
    players: int = 3,
    scoring: str = "full",
    turn: int = 0,
) -> Table:
    """A table: tiles on the board, racks {"r": "1Amj9"} (else the lowest five tiles left), captured tiles {seat: "y1 bm"}.

    In `empty` are colours with an empty pile, and the seat that has captured what else would lie in it. Turn -1: play stopped there.
    """
    game = find_game("blockers")
    table = Table(game, game.options_from({"players": players, "scoring": scoring}), (1, 2, 3, 4))
    state = table.state
    state.turn = max(turn, 0)
    left = [ALL] * len(COLOUR_LETTERS)
    for cell, (letter, tile) in (cells(board) if isinstance(board, str) else board).items():
        row, column, colour = ROWS.index(cell[0]), COLUMNS.index(cell[1]), COLOUR_LETTERS.index(letter)
        state.board[row, column], state.tiles[row, column] = colour, TILE_LETTERS.index(tile)
        flip_cell(state, colour, row, column)
        left[colour] ^= tile_set(tile)
    for seat, words in (captured or {}).items():
        for letter, tile in words.split():
            state.captured[seat, COLOUR_LETTERS.index(letter)] |= tile_set(tile)
            left[COLOUR_LETTERS.index(letter)] ^= tile_set(tile)
    for colour in range(colours_in_play(state)):
        letter = COLOUR_LETTERS[colour]
        named = (racks or {}).get(letter)
        rack = tile_set(named) if named else sum(1 << tile for tile in tiles_in(left[colour])[:5])
        pile = left[colour] ^ rack
        if letter in (empty or {}):
            state.captured[(empty or {})[letter], colour] |= pile
            pile = 0
        state.racks[colour], state.piles[colour] = rack, pile
        state.rack_size[colour], state.pile_size[colour] = rack.bit_count(), pile.bit_count()
    assert generic.check(state) == 0, game.checks[generic.check(state)]
    if turn < 0:
        generic.score_now(state, None)
    return table


def told(table: Table, *kinds: str) -> list[tuple[str, int]]:
    """The last move's events of these kinds, with their seats."""
    return [(event.kind, event.seat) for event in table.events if event.kind in kinds]
