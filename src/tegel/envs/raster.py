"""A board as an image: the terminal drawing, set letter by letter into a grid of pixels with a small font of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from rich.text import Text

SCALE = 2  # pixels a side of a font dot
CELL = (7 * SCALE, 4 * SCALE)  # height and width of a character
PAPER, INK = (24, 24, 28), (220, 220, 220)

# Three dots wide, five high, row by row; small letters use the capitals' shapes, one row lower and one shorter would be no clearer.
GLYPHS = {
    "A": "010101111101101", "B": "110101110101110", "C": "011100100100011", "D": "110101101101110", "E": "111100110100111",
    "F": "111100110100100", "G": "011100101101011", "H": "101101111101101", "I": "111010010010111", "J": "001001001101010",
    "K": "101101110101101", "L": "100100100100111", "M": "101111111101101", "N": "110101101101101", "O": "010101101101010",
    "P": "110101110100100", "Q": "010101101111011", "R": "110101110101101", "S": "011100010001110", "T": "111010010010010",
    "U": "101101101101111", "V": "101101101101010", "W": "101101111111101", "X": "101101010101101", "Y": "101101010010010",
    "Z": "111001010100111", "0": "111101101101111", "1": "010110010010111", "2": "110001010100111", "3": "110001010001110",
    "4": "101101111001001", "5": "111100110001110", "6": "011100111101111", "7": "111001010010010", "8": "111101111101111",
    "9": "111101111001110", ".": "000000000000010", "·": "000000010000000", ",": "000000000010100", ":": "000010000010000",
    ";": "000010000010100", "-": "000000111000000", "–": "000000111000000", "+": "000010111010000", "/": "001001010100100",
    "(": "010100100100010", ")": "010001001001010", "[": "110100100100110", "]": "011001001001011", "|": "010010010010010",
    "!": "010010010000010", "?": "110001010000010", "=": "000111000111000", "*": "000101010101000", "@": "010101111100011",
    "$": "011110010011110", "'": "010010000000000", "_": "000000000000111", "#": "101111101111101", "%": "101001010100101",
    "▶": "100110111110100", "►": "100110111110100", "→": "000010111010000", "│": "010010010010010", "─": "000000111000000",
    "┼": "010010111010010", "×": "000101010101000", "○": "111101101101111", "●": "111111111111111", "■": "111111111111111",
    "□": "111101101101111", "★": "010111111111101", "☆": "010111101111101", "▲": "000010010111111", "△": "000010010101111",
    "♥": "101111111010000", "♣": "010111111010111", "◆": "010111111111010", "◇": "010101101101010", "☾": "011110100110011",
    "✚": "010010111010010",
}  # fmt: skip
UNKNOWN = "111111111111111"


def _dots(letter: str) -> Any:
    dots = GLYPHS.get(letter) or GLYPHS.get(letter.upper()) or UNKNOWN
    return np.array(list(dots), np.uint8).reshape(5, 3).repeat(SCALE, 0).repeat(SCALE, 1).astype(bool)


def _colours(style: Style | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ink and paper of a style; what is dim is nearer to the paper."""
    ink: tuple[int, ...] = INK
    paper: tuple[int, ...] = PAPER
    if style is not None:
        if style.color is not None:
            ink = tuple(style.color.get_truecolor(THEME, foreground=True))
        if style.bgcolor is not None:
            paper = tuple(style.bgcolor.get_truecolor(THEME, foreground=False))
        if style.dim:
            ink = tuple((2 * light + 3 * dark) // 5 for light, dark in zip(ink, paper, strict=True))
    return ink, paper


def draw_lines(lines: list[str]) -> Any:
    """Lines of rich markup as an image: rows x columns x red, green, blue."""
    texts = [Text.from_markup(line) for line in lines]
    height, width = CELL
    image = np.empty(((len(texts) + 1) * height, (max(text.cell_len for text in texts) + 2) * width, 3), np.uint8)
    image[:] = PAPER
    console = Console(width=1000, force_terminal=True, color_system="truecolor", legacy_windows=False)
    for row, text in enumerate(texts):
        at = 1
        for segment in text.render(console):
            at = _draw_segment(image, row, at, segment)
    return image


def _draw_segment(image: Any, row: int, at: int, segment: Segment) -> int:
    height, width = CELL
    ink, paper = _colours(segment.style)
    top = row * height + height // 2
    for letter in segment.text:
        left = at * width
        image[top : top + height, left : left + width] = paper
        if letter != " ":
            place = image[top + SCALE : top + 6 * SCALE, left + SCALE // 2 : left + SCALE // 2 + 3 * SCALE]
            place[_dots(letter)] = ink
        at += 1
    return at
