"""Azul Duel in a terminal: tiles as capital letters on their colour, dome cells as the small letter of what belongs there.

`*` is a special cell, `?` a joker cell; of the stack the backs that were seen are shown, `▒` for the others.
"""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from ...core.drawing import beside, faint, pad, tile
from ...core.words import say
from .chips import NAMES as CHIPS
from .knowledge import shows_back
from .moves import LETTERS
from .plates import FACES
from .plates import NAMES as PLATE_NAMES
from .state import (
    BROKEN_SIZE,
    CHIP_TYPES,
    COLOURS,
    DOWN,
    EMPTY,
    FACTORY,
    GONE,
    LARGE,
    SEATS,
    SIZE,
    SMALL,
    SPECIAL,
    UNKNOWN_JOKER,
    UNKNOWN_SPECIAL,
)

STYLES = ("bold white on blue3", "bold black on yellow3", "bold white on red3", "bold white on grey27", "bold black on dark_turquoise")
START_TILE = "[bold black on grey93]1 [/]"
SPECIAL_TILE = "[bold black on gold3]★ [/]"
CELLS = LETTERS + "*?"


def draw(state: Any, viewer: int | None, names: list[str], language: str) -> list[str]:
    """The whole table: factories and plates, then the two boards side by side."""
    boards = [_board(state, seat, names[seat], language) for seat in range(SEATS)]
    table = beside([_factories(state, language), _plates(state, language)], 5)
    return [*_head(state, language), "", *table, "", *beside(boards, 4)]


def _tile(colour: int) -> str:
    return tile(LETTERS[colour], STYLES[colour])


def _tiles(counts: Any) -> str:
    return "".join(_tile(colour) * int(counts[colour]) for colour in range(COLOURS))


def _head(state: Any, language: str) -> list[str]:
    bag = " ".join(f"{LETTERS[colour]}{state.bag[colour]}" for colour in range(COLOURS))
    tower = " ".join(f"{LETTERS[colour]}{state.tower[colour]}" for colour in range(COLOURS))
    counts = f"{say(language, 'duel.board.bag')} {bag}   {say(language, 'duel.board.tower')} {tower}"
    scoring = " ".join(f"{number}{' fb'[side]}" for number, side in enumerate(state.scoring, 1) if side)
    head = say(language, "duel.board.round", number=int(state.round_number))
    return [f"[bold]{head}[/]   {faint(counts)}   {faint(say(language, 'duel.board.scoring', tiles=scoring))}"]


def _factories(state: Any, language: str) -> list[str]:
    """Suns on the left, moons and chips on the right."""
    start = START_TILE if state.start_tile == FACTORY and state.turn >= 0 else ""
    moon = say(language, "duel.board.moon")
    lines = [f"[bold]l[/] {pad(_tiles(state.suns[LARGE]) or faint('·'), 11)} {faint(moon)} {_tiles(state.large_moon)}{start}"]
    for small in range(SMALL):
        stack = "".join(_tile(colour) for colour in state.moons[small] if colour != EMPTY)
        chip = int(state.chips[small])
        shown = "" if chip == GONE else "(?)" if chip == DOWN else f"[bold]({CHIPS[chip]})[/]"
        sun = pad(_tiles(state.suns[small + 1]) or faint("·"), 11)
        lines.append(f"[bold]{small + 1}[/] {sun} {faint(moon)} {pad(stack, 7)}{shown}")
    if state.building_at != EMPTY:
        lines.append(say(language, "duel.board.building", factory=int(state.building_at), tiles=_tiles(state.building)))
    return lines


def _plate_rows(plate: int) -> list[str]:
    """A plate as two short lines."""
    if plate == EMPTY:
        return [faint("·    "), "     "]
    if plate in (UNKNOWN_SPECIAL, UNKNOWN_JOKER):
        mark = "*" if plate == UNKNOWN_SPECIAL else "?"
        return [f"┌{mark}─┐ ", "└──┘ "]
    a, b, c, d = (CELLS[cell] for cell in FACES[plate, 0])
    return [f"│{a}{b}│ ", f"│{c}{d}│ "]


def _plates(state: Any, language: str) -> list[str]:
    """The display, the stack, what was drawn and what is in hand."""
    slots = [_plate_rows(int(plate)) for plate in state.display]
    rows = ["  ".join(f"[bold]{'p' + str(slot + 1) if part == 0 else '  '}[/] {slots[slot][part]}" for slot in range(3)) for part in (0, 1)]
    rows += ["", f"{say(language, 'duel.board.stack')} {_stack(state) or faint('·')}"]
    if state.drawn_count > 0:
        drawn = [f"{at + 1}:{_name(int(plate))}" for at, plate in enumerate(state.drawn[: state.drawn_count]) if plate != EMPTY]
        rows.append(f"{say(language, 'duel.board.drawn')} {' '.join(drawn)}")
    if state.hand != EMPTY:
        rows.append(f"{say(language, 'duel.board.hand')} {_name(int(state.hand))}")
    return rows


def _stack(state: Any) -> str:
    """The plates of the stack from the top: the back where it was seen (D8)."""
    there = [position for position, plate in enumerate(state.stack) if plate != EMPTY]
    return "".join(_back(int(state.stack[position])) if shows_back(state, position) else faint("▒") for position in there)


def _name(plate: int) -> str:
    if plate >= len(PLATE_NAMES):
        return _back(plate)
    return PLATE_NAMES[plate].lower().replace("s", "*").replace("j", "?")


def _back(plate: int) -> str:
    return "*" if plate < len(PLATE_NAMES) // 2 or plate == UNKNOWN_SPECIAL else "?"


def _board(state: Any, seat: int, name: str, language: str) -> list[str]:
    """One player's name, lines, dome, broken tiles, tokens and chips."""
    board = state.boards[seat]
    arrow = "▶ " if seat == state.turn else "  "
    start = f" {START_TILE}" if state.start_tile == seat else ""
    lines = [f"{arrow}[bold]{escape(name)}[/]  {say(language, 'duel.board.score', points=int(board.score))}{start}"]
    for row in range(SIZE):
        if row in (2, 4):
            lines.append(" " * 16 + faint("────┼─────┼────"))
        count = int(board.line_count[row])
        filled = _tile(board.line_colour[row]) * count if count else ""
        dome = faint("│ ").join("".join(_cell(board, row, column) for column in (left, left + 1)) for left in (0, 2, 4))
        lines.append(f"{'  ' * (SIZE - 1 - row)}{faint(str(row + 1))} {faint('. ') * (row + 1 - count)}{filled}  {dome}")
    broken = "".join(faint(". ") if colour == EMPTY else _tile(colour) for colour in board.broken[:BROKEN_SIZE])
    chips = " ".join(CHIPS[kind] for kind in range(CHIP_TYPES) for _ in range(board.chips[kind])) or "-"
    tokens = "●" * int(board.tokens) or "-"
    have = say(language, "duel.board.supply", tokens=tokens, chips=chips)
    return [*lines, f"{faint('0')} {broken}  {have}"]


def _cell(board: Any, row: int, column: int) -> str:
    laid = int(board.tiles[row, column])
    if laid == SPECIAL:
        return SPECIAL_TILE
    if laid != EMPTY:
        return _tile(laid)
    space = row // 2 * 3 + column // 2
    if board.plates[space] == EMPTY:
        return faint("· ")
    return faint(CELLS[FACES[board.plates[space], board.turns[space], row % 2 * 2 + column % 2]] + " ")
