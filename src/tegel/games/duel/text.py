"""Positions of Azul Duel as text: `.` an empty space, `-` nothing, `*` a special tile.

A plate is written by its cells, as `S` or `J` where only its back is known, as `?` where nothing is. A plate of the
stack or among those drawn bears the seats that know its front: `YK/TS:12`, `S:2`.
"""

from __future__ import annotations

from typing import Any

from ...core.text import Reader, read_counts, read_totals, write_counts, write_totals
from .chips import NAMES as CHIPS
from .moves import LETTERS, POINTS
from .plates import NAMES as PLATE_NAMES
from .state import (
    BROKEN_SIZE,
    CHIP_TYPES,
    CHIPS_PER_TYPE,
    DOWN,
    EMPTY,
    FACTORIES,
    GONE,
    MOST_DRAWN,
    PLATES,
    SEATS,
    SIZE,
    SLOTS,
    SMALL,
    SMALL_MOON,
    SPACES,
    TILES_PER_COLOUR,
)

PHASES = ("opening", "taking", "stacking", "drawing", "keeping", "returning", "laying", "completing", "paying", "placing", "over")
SEAT_NAMES = ("1", "2")
PLATE_WORDS = (*PLATE_NAMES, "S", "J", "?")
KNOWN_WORDS = ("", ":1", ":2", ":12")
TILE_LETTERS = LETTERS + "*"


def write(state: Any) -> list[str]:
    """The lines of a position."""
    stack = [_known(plate, who) for plate, who in zip(state.stack, state.stack_known, strict=True) if plate != EMPTY]
    drawn = [_known(plate, who) for plate, who in zip(state.drawn, state.drawn_known, strict=True)][: state.drawn_count]
    lines = [
        f"round {state.round_number}",
        f"phase {PHASES[state.phase]}",
        f"start {state.starter + 1}",
        f"turn {_from_one(state.turn)}",
        f"line {_from_one(state.line)}",
        f"missing {state.missing}",
        f"start-tile {'factory' if state.start_tile == EMPTY else state.start_tile + 1}",
        f"bag {write_totals(state.bag, LETTERS)}",
        f"tower {write_totals(state.tower, LETTERS)}",
        "suns " + " ".join(write_counts(sun, LETTERS) for sun in state.suns),
        f"large-moon {write_counts(state.large_moon, LETTERS)}",
        "moons " + " ".join(_stacked(moon) for moon in state.moons),
        "chips " + " ".join({GONE: "-", DOWN: "down"}.get(int(chip), CHIPS[chip]) for chip in state.chips),
        "chips-left " + " ".join(str(count) for count in state.chips_left),
        f"building {write_counts(state.building, LETTERS)} {_from_zero(state.building_at)}",
        "display " + " ".join(_plate(plate) for plate in state.display),
        f"stack {' '.join(stack) or '-'}",
        f"drawn {' '.join(drawn) or '-'}",
        f"hand {_plate(state.hand)}",
    ]
    for seat in range(SEATS):
        lines += _write_board(state.boards[seat], seat)
    return lines


def _write_board(board: Any, seat: int) -> list[str]:
    filled = [_letter(board.line_colour[row]) * int(board.line_count[row]) for row in range(SIZE)]
    plates = [_plate(plate) + ("" if plate == EMPTY else f"@{POINTS[turn]}") for plate, turn in zip(board.plates, board.turns, strict=True)]
    return [
        f"board {seat + 1} score {board.score} tokens {board.tokens} taken {board.chips_taken}",
        "supply " + " ".join(str(count) for count in board.chips),
        "lines " + " ".join(tiles.ljust(row + 1, ".") for row, tiles in enumerate(filled)),
        "plates " + " ".join(plates),
        "tiles " + " ".join("".join(_letter(tile) for tile in row) for row in board.tiles),
        "broken " + "".join(_letter(tile) for tile in board.broken),
    ]


def _from_one(number: int) -> str:
    return "-" if number == EMPTY else str(number + 1)


def _from_zero(number: int) -> str:
    return "-" if number == EMPTY else str(number)


def _letter(tile: int) -> str:
    return "." if tile == EMPTY else TILE_LETTERS[tile]


def _stacked(moon: Any) -> str:
    return "".join(LETTERS[tile] for tile in moon if tile != EMPTY) or "-"


def _plate(plate: int) -> str:
    return "-" if plate == EMPTY else PLATE_WORDS[plate]


def _known(plate: int, who: int) -> str:
    return _plate(plate) + KNOWN_WORDS[who]


def read(reader: Reader, state: Any) -> None:
    """Fill a blank state from the lines of a position."""
    state.round_number = reader.number("round", 1, 5)
    state.phase = reader.choice("phase", PHASES)
    state.starter = reader.choice("start", SEAT_NAMES)
    state.turn = reader.choice("turn", ["-", *SEAT_NAMES]) - 1
    state.line = reader.choice("line", ["-", "1", "2", "3", "4", "5", "6"]) - 1
    state.missing = reader.number("missing", 0, SIZE - 1)
    state.start_tile = reader.choice("start-tile", ["factory", *SEAT_NAMES]) - 1
    state.bag[:] = read_totals(reader, "bag", LETTERS, TILES_PER_COLOUR)
    state.tower[:] = read_totals(reader, "tower", LETTERS, TILES_PER_COLOUR)
    for factory, word in enumerate(reader.words("suns", FACTORIES)):
        state.suns[factory] = read_counts(reader, word, LETTERS)
    state.large_moon[:] = read_counts(reader, reader.rest("large-moon"), LETTERS)
    for small, word in enumerate(reader.words("moons", SMALL)):
        state.moons[small] = _read_stack(reader, word)
    for small, word in enumerate(reader.words("chips", SMALL)):
        state.chips[small] = [GONE, DOWN, *range(CHIP_TYPES)][reader.as_choice(word, ["-", "down", *CHIPS])]
    state.chips_left[:] = [reader.as_number(word, 0, CHIPS_PER_TYPE) for word in reader.words("chips-left", CHIP_TYPES)]
    tiles, at = reader.words("building", 2)
    state.building[:] = read_counts(reader, tiles, LETTERS)
    state.building_at = reader.as_choice(at, ["-", "0", "1", "2", "3", "4"]) - 1
    state.display[:] = [_read_plate(reader, word) for word in reader.words("display", SLOTS)]
    _read_known(reader, "stack", state.stack, state.stack_known, PLATES)
    state.drawn_count = _read_known(reader, "drawn", state.drawn, state.drawn_known, MOST_DRAWN)
    state.hand = _read_plate(reader, reader.rest("hand"))
    for seat in range(SEATS):
        _read_board(reader, state.boards[seat], seat)


def _read_board(reader: Reader, board: Any, seat: int) -> None:
    number, *rest = reader.words("board", 7)
    reader.as_choice(number, [str(seat + 1)])
    for at, name in enumerate(("score", "tokens", "taken")):
        reader.as_choice(rest[2 * at], [name])
    board["score"] = reader.as_number(rest[1], 0, 32767)
    board["tokens"] = reader.as_number(rest[3], 0, 2)
    board["chips_taken"] = reader.as_number(rest[5], 0, 2)
    board["chips"] = [reader.as_number(word, 0, CHIPS_PER_TYPE) for word in reader.words("supply", CHIP_TYPES)]
    board["line_colour"] = board["plates"] = EMPTY
    for row, word in enumerate(reader.words("lines", SIZE)):
        tiles = word.rstrip(".")
        if len(word) != row + 1 or tiles != tiles[:1] * len(tiles):
            raise reader.fail(f"line {row + 1} has {row + 1} spaces: tiles of one colour, then dots; found {word!r}")
        if tiles:
            board["line_colour"][row] = reader.as_choice(tiles[0], LETTERS)
            board["line_count"][row] = len(tiles)
    for space, word in enumerate(reader.words("plates", SPACES)):
        if word != "-":
            name, _, turn = word.partition("@")
            board["plates"][space] = reader.as_choice(name, PLATE_NAMES)
            board["turns"][space] = reader.as_choice(turn, list(POINTS))
    for row, word in enumerate(reader.words("tiles", SIZE)):
        board["tiles"][row] = _read_tiles(reader, word, SIZE, TILE_LETTERS)
    board["broken"] = _read_tiles(reader, reader.rest("broken"), BROKEN_SIZE, LETTERS)


def _read_tiles(reader: Reader, word: str, size: int, letters: str) -> list[int]:
    if len(word) != size or not set(word) <= set(letters + "."):
        raise reader.fail(f"expected {size} letters of {letters} or dots, found {word!r}")
    return [EMPTY if letter == "." else letters.index(letter) for letter in word]


def _read_stack(reader: Reader, word: str) -> list[int]:
    """A moon's stack from the bottom."""
    tiles = "" if word == "-" else word
    if len(tiles) > SMALL_MOON or not set(tiles) <= set(LETTERS):
        raise reader.fail(f"expected up to {SMALL_MOON} letters of {LETTERS}, or -, found {word!r}")
    return [LETTERS.index(letter) for letter in tiles] + [EMPTY] * (SMALL_MOON - len(tiles))


def _read_plate(reader: Reader, word: str) -> int:
    return reader.as_choice(word, ["-", *PLATE_NAMES]) - 1


def _read_known(reader: Reader, keyword: str, plates: Any, known: Any, most: int) -> int:
    """A list of plates with those who know them; returns how many there are."""
    rest = reader.rest(keyword)
    words = [] if rest == "-" else rest.split(" ")
    if len(words) > most:
        raise reader.fail(f"expected at most {most} plates, found {len(words)}")
    plates[:] = EMPTY
    known[:] = 0
    for at, word in enumerate(words):
        name, colon, who = word.partition(":")
        plates[at] = reader.as_choice(name, ["-", *PLATE_WORDS]) - 1
        known[at] = reader.as_choice(colon + who, KNOWN_WORDS)
    return len(words)
