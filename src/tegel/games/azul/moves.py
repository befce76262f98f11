"""Moves of Azul as numbers and codes: `3b4` is disc 3, blue, line 4; `cb0` centre, blue, floor; `w3` wall column 3."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.errors import IllegalMove
from .state import COLOURS, DISCS, SIZE

LETTERS = "byrkw"
CENTRE_SOURCE = DISCS  # sources 0-8 are the discs
FLOOR_TARGET = 0  # targets 1-5 are the pattern lines
TARGETS = SIZE + 1
COLUMN = (DISCS + 1) * COLOURS * TARGETS  # the first of the grey wall's column moves
MOVES = COLUMN + SIZE
MOST_LEGAL = COLUMN + 1  # more than any position has: every colour from every source to every target

ALLOWED = (
    "a move is a disc 1-9 or c for the centre, a colour b y r k w and a line 1-5 or 0 for the floor (such as 3b4), or w and a column 1-5"
)


@rule
def take_move(source: int, colour: int, target: int) -> int:
    """The move that takes a colour from a source to a target."""
    return (source * COLOURS + colour) * TARGETS + target


def parts(move: int) -> dict[str, Any]:
    """What a move says, as plain data.

    >>> parts(64)
    {'kind': 'take', 'source': 2, 'colour': 0, 'target': 4}
    >>> parts(302)
    {'kind': 'column', 'column': 2}
    """
    if move >= COLUMN:
        return {"kind": "column", "column": move - COLUMN}
    source, rest = divmod(move, COLOURS * TARGETS)
    colour, target = divmod(rest, TARGETS)
    return {"kind": "take", "source": source, "colour": colour, "target": target}


def code(move: int) -> str:
    """
    >>> code(0), code(299), code(302)
    ('1b0', 'cw5', 'w3')
    """
    said = parts(move)
    if said["kind"] == "column":
        return f"w{said['column'] + 1}"
    source = "c" if said["source"] == CENTRE_SOURCE else said["source"] + 1
    return f"{source}{LETTERS[said['colour']]}{said['target']}"


def parse(text: str) -> int:
    """
    >>> parse("3b4"), parse("w3")
    (64, 302)
    """
    if len(text) == 2 and text[0] == "w" and text[1] in "12345":
        return COLUMN + int(text[1]) - 1
    if len(text) == 3 and text[0] in "123456789c" and text[1] in LETTERS and text[2] in "012345":
        source = CENTRE_SOURCE if text[0] == "c" else int(text[0]) - 1
        return int(take_move(source, LETTERS.index(text[1]), int(text[2])))
    raise IllegalMove(f"{text!r} is no move of Azul: {ALLOWED}")
