"""Blockers! in a terminal: each tile a colour letter and what is on it, on its colour; the blocks' symbols stand in their borders."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.markup import escape

from ...core.drawing import beside, faint, width
from ...core.words import say
from .groups import count_groups
from .moves import COLUMNS, ROWS, SECOND
from .racks import colour_of, colours_in_play, racks_each, shown_colour
from .scoring import captive_points
from .state import COLOUR_LETTERS, EMPTY, SIZE, SYMBOLS, TILES
from .view import tiles_in

STYLES = ("bold white on red3", "bold grey0 on green3", "bold white on blue3", "bold grey0 on yellow3", "bold white on dark_violet")
GLYPHS = "123456789ABCDEFGHI▲✚★♣●♦☾♥■J"
BLOCK = 3
SIDE = 43  # columns beside the board
NAME = 13  # the longest part of a name that is shown


def draw(state: Any, viewer: int | None, names: list[str], language: str) -> list[str]:
    """The board with the players beside it, below it what is still to come."""
    side = [line for seat in range(state.players) for line in _player(state, seat, names[seat], language)]
    return [*beside([_board(state), side], 2), "", *_still_to_come(state, language)]


def _tile(colour: int, glyph: str) -> str:
    return f"[{STYLES[colour]}]{COLOUR_LETTERS[colour].upper()}{glyph}[/]"


def _board(state: Any) -> list[str]:
    """Rows, columns and blocks."""
    lines = ["   " + "  ".join(" " + "  ".join(COLUMNS[at : at + BLOCK]) for at in range(0, SIZE, BLOCK))]
    for row in range(SIZE):
        if row % BLOCK == 0:
            lines.append(_border(row // BLOCK))
        cells = [_cell(state, row, column) for column in range(SIZE)]
        blocks = [" ".join(cells[at : at + BLOCK]) for at in range(0, SIZE, BLOCK)]
        bar = faint("│")
        lines.append(f"[bold]{ROWS[row]}[/] {bar}{bar.join(f'{block} ' for block in blocks)}{bar}")
    return [*lines, "  " + faint("└─────────┴─────────┴─────────┘")]


def _border(band: int) -> str:
    """The line above three blocks, with their symbols in it."""
    left, middle, right = "┌┬┐" if band == 0 else "├┼┤"
    symbols = GLYPHS[SYMBOLS + band * BLOCK :][:BLOCK]
    return "  " + faint(left) + faint(middle).join(f"{faint('────')}{symbol}{faint('────')}" for symbol in symbols) + faint(right)


def _cell(state: Any, row: int, column: int) -> str:
    colour = state.board[row, column]
    return faint(" ·") if colour == EMPTY else _tile(shown_colour(state, colour), GLYPHS[state.tiles[row, column]])


def _player(state: Any, seat: int, name: str, language: str) -> list[str]:
    """A name with the points as they stand, the racks, the captured tiles."""
    colours = [colour_of(state, seat, rack) for rack in range(racks_each(state))]
    groups, extra = sum(count_groups(state, colour) for colour in colours), captive_points(state, seat)
    arrow = "▶ " if seat == state.turn else "  "
    short = name if cell_len(name) <= NAME else set_cell_size(name, NAME - 1) + "…"
    score = say(language, "blockers.board.score", groups=groups, extra=extra, points=groups + extra)
    return [
        f"{arrow}[bold]{escape(short)}[/]  {score}",
        *(_rack(state, colour, second, language) for second, colour in enumerate(colours)),
        *_captured(state, seat, language),
    ]


def _rack(state: Any, colour: int, second: int, language: str) -> str:
    """A rack, or as many question marks, and how many tiles its pile has."""
    glyphs = [GLYPHS[tile] for tile in tiles_in(int(state.racks[colour]))] or ["?"] * int(state.rack_size[colour])
    pile = say(language, "blockers.board.pile", count=int(state.pile_size[colour]))
    mark = faint(f" {SECOND}") if second else ""
    return f"  {' '.join(_tile(shown_colour(state, colour), glyph) for glyph in glyphs)}  {faint(pile)}{mark}"


def _captured(state: Any, seat: int, language: str) -> list[str]:
    """What a seat has captured, colour by colour, in as many lines as it takes."""
    line = f"  {say(language, 'blockers.board.captured')}"
    lines = []
    for colour, tiles in enumerate(state.captured[seat].tolist()):
        if tiles:
            chunk = _tile(shown_colour(state, colour), ":" + "".join(GLYPHS[tile] for tile in tiles_in(tiles)))
            if width(f"{line} {chunk}") > SIDE:
                lines.append(line)
                line = "   "
            line += f" {chunk}"
    return [*lines, line if any(state.captured[seat]) else f"{line} {faint('-')}"]


def _still_to_come(state: Any, language: str) -> list[str]:
    """For each colour the tiles whose place is not known: in its pile, or in a rack that is not shown."""
    lists = []
    for colour in range(colours_in_play(state)):
        there = tiles_in(int(state.piles[colour]))
        row = "".join(GLYPHS[tile] if tile in there else faint("·") for tile in range(TILES))
        shown = shown_colour(state, colour)
        lists.append([f"{_tile(shown, ' ')} {say(language, f'blockers.colour.{shown}')}", row])
    names, rows = zip(*lists, strict=True)
    half = (len(lists) + 1) // 2
    columns = [beside([list(part) for part in (names[at : at + half], rows[at : at + half])], 1) for at in (0, half)]
    return [faint(say(language, "blockers.board.unseen")), *beside(columns, 2)]
