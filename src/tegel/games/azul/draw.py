"""Azul in a terminal: filled spaces as capital letters on their colour, empty wall spaces as the small letter that belongs there."""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from ...core.drawing import beside, faint, tile
from ...core.words import say
from .moves import LETTERS
from .state import CENTRE, COLOURS, EMPTY, FLOOR_SIZE, MARKER, SIZE
from .wall import FLOOR_COST

STYLES = ("bold white on blue3", "bold black on yellow3", "bold white on red3", "bold white on grey27", "bold black on grey93")
MARKER_TILE = "[bold black on cyan3]1 [/]"


def draw(state: Any, viewer: int | None, names: list[str], language: str) -> list[str]:
    """The whole table: the offer, then the boards side by side."""
    boards = [_board(state, seat, names[seat], language) for seat in range(state.players)]
    rows = [beside(boards[at : at + 2], 6) for at in range(0, len(boards), 2)]
    lines = _offer(state, language)
    for row in rows:
        lines += ["", *row]
    return lines


def _tiles(counts: Any) -> str:
    return "".join(tile(LETTERS[colour], STYLES[colour]) * int(counts[colour]) for colour in range(COLOURS))


def _offer(state: Any, language: str) -> list[str]:
    """Round, bag and lid, the discs, the centre."""
    head = say(language, "azul.board.round", number=int(state.round_number))
    bag = " ".join(f"{LETTERS[colour]}{state.bag[colour]}" for colour in range(COLOURS))
    lid = " ".join(f"{LETTERS[colour]}{state.lid[colour]}" for colour in range(COLOURS))
    counts = f"{say(language, 'azul.board.bag')} {bag}   {say(language, 'azul.board.lid')} {lid}"
    discs = [f"[bold]{disc + 1}[/] {_tiles(state.discs[disc]) or faint('·       ')}" for disc in range(2 * state.players + 1)]
    marker = MARKER_TILE if state.marker == CENTRE and state.turn >= 0 else ""
    centre = marker + _tiles(state.centre) or faint("·")
    lines = [f"[bold]{head}[/]   {faint(counts)}", ""]
    lines += ["   ".join(discs[at : at + 5]) for at in range(0, len(discs), 5)]
    return [*lines, f"[bold]c[/] {centre}"]


def _board(state: Any, seat: int, name: str, language: str) -> list[str]:
    """One player's name, lines, wall and floor."""
    board = state.boards[seat]
    arrow = "▶ " if seat == state.turn else "  "
    score = say(language, "azul.board.score", points=int(board.score))
    lines = [f"{arrow}[bold]{escape(name)}[/]  {score}"]
    for row in range(SIZE):
        count = int(board.line_count[row])
        filled = tile(LETTERS[board.line_colour[row]], STYLES[board.line_colour[row]]) * count if count else ""
        empty = faint(". ") * (row + 1 - count)
        wall = "".join(_space(state, board, row, column) for column in range(SIZE))
        lines.append(f"{'  ' * (SIZE - 1 - row)}{faint(str(row + 1))} {empty}{filled} {wall}")
    floor = "".join(_floor_space(board.floor[space]) for space in range(FLOOR_SIZE))
    costs = " ".join(str(cost) for cost in FLOOR_COST)
    return [*lines, f"{faint('0')} {floor}", f"  {faint(costs)}"]


def _space(state: Any, board: Any, row: int, column: int) -> str:
    colour = board.wall[row, column]
    if colour != EMPTY:
        return tile(LETTERS[colour], STYLES[colour])
    return faint(". " if state.grey else LETTERS[(column - row) % SIZE] + " ")


def _floor_space(item: int) -> str:
    if item == EMPTY:
        return faint(". ")
    return MARKER_TILE if item == MARKER else tile(LETTERS[item], STYLES[item])
