"""Positions of Azul made by hand: what is not named lies in the bag."""

from __future__ import annotations

from typing import Any

from tegel.core import generic
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.games.azul.moves import LETTERS
from tegel.games.azul.state import EMPTY, MARKER, OFFER

Board = dict[str, Any]  # score, lines {row: "yy"}, wall {(row, column): "b"} or rows of text, floor "*kk"


def azul(
    *boards: Board,
    discs: str = "",
    centre: str = "",
    lid: str = "",
    turn: int = 0,
    starter: int = 0,
    marker: int = -1,
    wall: str = "coloured",
    rounds: int = 0,
    players: int = 2,
    round_number: int = 1,
    bag: str | None = None,
) -> Table:
    """A table in the offer phase."""
    game = find_game("azul")
    table = Table(game, game.options_from({"players": players, "wall": wall, "rounds": rounds}), (1, 2, 3, 4))
    state = table.state
    state.discs[:] = 0
    for disc, tiles in enumerate(discs.split()):
        for letter in tiles.replace("-", ""):
            state.discs[disc, LETTERS.index(letter)] += 1
    for name, tiles in (("centre", centre), ("lid", lid)):
        state[name][:] = [tiles.count(letter) for letter in LETTERS]
    state.turn, state.starter, state.marker, state.phase = turn, starter, marker, OFFER
    state.round_number = round_number
    for seat, board in enumerate(boards):
        _fill(state.boards[seat], board)
    if marker >= 0 and MARKER not in (floor := state.boards[marker].floor) and EMPTY in floor:
        floor[floor.tolist().index(EMPTY)] = MARKER
    state.bag[:] = 0
    if bag is None:
        for colour, letter in enumerate(LETTERS):
            state.bag[colour] = 20 - count(state, letter)
        assert generic.check(state) == 0, game.checks[generic.check(state)]
    else:
        state.bag[:] = [bag.count(letter) for letter in LETTERS]
    return table


def _fill(board: Any, made: Board) -> None:
    board["score"] = made.get("score", 0)
    for row, tiles in made.get("lines", {}).items():
        board["line_colour"][row - 1] = LETTERS.index(tiles[0])
        board["line_count"][row - 1] = len(tiles)
    for row, text in enumerate(made.get("wall", "").split()):
        board["wall"][row] = [EMPTY if letter == "." else LETTERS.index(letter) for letter in text]
    for space, letter in enumerate(made.get("floor", "")):
        board["floor"][space] = MARKER if letter == "*" else LETTERS.index(letter)


def count(state: Any, letter: str) -> int:
    """All tiles of a colour that are not in the bag."""
    colour = LETTERS.index(letter)
    total = int(state.lid[colour]) + int(state.centre[colour]) + int(state.discs[:, colour].sum())
    for seat in range(state.players):
        board = state.boards[seat]
        total += int(board.line_count[board.line_colour == colour].sum())
        total += int((board.wall == colour).sum()) + int((board.floor == colour).sum())
    return total


def tiles(counts: Any) -> str:
    """Counts as letters."""
    return "".join(letter * int(number) for letter, number in zip(LETTERS, counts, strict=True))
