"""Small helpers to draw boards for a terminal, in rich markup."""

from __future__ import annotations

from rich.text import Text


def width(line: str) -> int:
    """How many columns a line of markup takes."""
    return Text.from_markup(line).cell_len


def pad(line: str, columns: int) -> str:
    """A line filled up with spaces on the right."""
    return line + " " * (columns - width(line))


def beside(blocks: list[list[str]], gap: int = 4) -> list[str]:
    """Blocks of lines next to each other.

    >>> beside([["a", "bb"], ["c"]], gap=2)
    ['a   c', 'bb']
    """
    height = max(len(block) for block in blocks)
    columns = [max(width(line) for line in block) for block in blocks]
    rows = []
    for at in range(height):
        cells = [pad(block[at] if at < len(block) else "", space) for block, space in zip(blocks, columns, strict=True)]
        rows.append((" " * gap).join(cells).rstrip())
    return rows


def tile(letter: str, style: str) -> str:
    """A tile: its letter on its colour, two columns wide."""
    return f"[{style}]{letter.upper()} [/]"


def faint(text: str) -> str:
    """Something that is not there yet."""
    return f"[dim]{text}[/]"
