"""Positions of Azul as text: `.` an empty space, `-` nothing, `*` the marker."""

from __future__ import annotations

from typing import Any

from ...core.text import Reader, read_counts, read_totals, write_counts, write_totals
from .moves import LETTERS
from .state import CENTRE, COLOURS, DISCS, EMPTY, FLOOR_SIZE, MARKER, SIZE, TILES_PER_COLOUR

PHASES = ("offer", "wall", "over")
FLOOR_LETTERS = LETTERS + "*"


def write(state: Any) -> list[str]:
    """The lines of a position."""
    seats = [str(seat) for seat in range(1, state.players + 1)]
    lines = [
        f"round {state.round_number}",
        f"phase {PHASES[state.phase]}",
        f"start {seats[state.starter]}",
        f"turn {seats[state.turn] if state.turn >= 0 else '-'}",
        f"line {state.line + 1 if state.line >= 0 else '-'}",
        f"marker {'centre' if state.marker == CENTRE else seats[state.marker]}",
        f"bag {write_totals(state.bag, LETTERS)}",
        f"lid {write_totals(state.lid, LETTERS)}",
        "discs " + " ".join(write_counts(disc, LETTERS) for disc in state.discs[: 2 * state.players + 1]),
        f"centre {write_counts(state.centre, LETTERS)}",
    ]
    for seat in range(state.players):
        board = state.boards[seat]
        rows = ["".join(_letter(tile) for tile in row) for row in board.wall]
        filled = [_letter(board.line_colour[row]) * int(board.line_count[row]) for row in range(SIZE)]
        lines += [
            f"board {seat + 1} score {board.score}",
            "lines " + " ".join(tiles.ljust(row + 1, ".") for row, tiles in enumerate(filled)),
            "wall " + " ".join(rows),
            "floor " + "".join(_letter(tile) for tile in board.floor),
        ]
    return lines


def _letter(tile: int) -> str:
    return "." if tile == EMPTY else FLOOR_LETTERS[tile]


def read(reader: Reader, state: Any) -> None:
    """Fill a blank state from the lines of a position."""
    seats = [str(seat) for seat in range(1, state.players + 1)]
    state.round_number = reader.number("round", 1, 65535)
    state.phase = reader.choice("phase", PHASES)
    state.starter = reader.choice("start", seats)
    state.turn = reader.choice("turn", ["-", *seats]) - 1
    state.line = reader.choice("line", ["-", "1", "2", "3", "4", "5"]) - 1
    state.marker = reader.choice("marker", ["centre", *seats]) - 1
    state.bag[:] = read_totals(reader, "bag", LETTERS, TILES_PER_COLOUR)
    state.lid[:] = read_totals(reader, "lid", LETTERS, TILES_PER_COLOUR)
    for disc, word in enumerate(reader.words("discs", 2 * state.players + 1)):
        state.discs[disc] = read_counts(reader, word, LETTERS)
    state.centre[:] = read_counts(reader, reader.rest("centre"), LETTERS)
    for board in state.boards:
        board["line_colour"] = board["wall"] = board["floor"] = EMPTY
    for seat in range(state.players):
        _read_board(reader, state.boards[seat], seat)


def _read_board(reader: Reader, board: Any, seat: int) -> None:
    number, score, points = reader.words("board", 3)
    reader.as_choice(number, [str(seat + 1)])
    reader.as_choice(score, ["score"])
    board["score"] = reader.as_number(points, 0, 32767)
    for row, word in enumerate(reader.words("lines", SIZE)):
        tiles = word.rstrip(".")
        if len(word) != row + 1 or tiles != tiles[:1] * len(tiles):
            raise reader.fail(f"line {row + 1} has {row + 1} spaces: tiles of one colour, then dots; found {word!r}")
        if tiles:
            board["line_colour"][row] = reader.as_choice(tiles[0], LETTERS)
            board["line_count"][row] = len(tiles)
    for row, word in enumerate(reader.words("wall", SIZE)):
        board["wall"][row] = _read_tiles(reader, word, SIZE, LETTERS)
    board["floor"] = _read_tiles(reader, reader.rest("floor"), FLOOR_SIZE, FLOOR_LETTERS)


def _read_tiles(reader: Reader, word: str, size: int, letters: str) -> list[int]:
    if len(word) != size or not set(word) <= set(letters + "."):
        raise reader.fail(f"expected {size} letters of {letters} or dots, found {word!r}")
    return [EMPTY if letter == "." else letters.index(letter) for letter in word]


assert (len(LETTERS), DISCS, MARKER) == (COLOURS, 9, len(LETTERS))
