"""Moves of Azul Duel as numbers and codes: `2t0` factory 2, turquoise, broken; `mb4` moons, blue, line 4; `@5n` dome space 5, unturned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import IllegalMove
from .chips import NAMES, PAIRS, TRIPLES
from .plates import TURNS
from .state import COLOURS, FACTORIES, LARGE, MOST_DRAWN, SIZE, SLOTS, SMALL, SPACES

LETTERS = "byrkt"
POINTS = "nesw"  # where a plate's top edge points after 0-3 quarter turns
TARGETS = SIZE + 1
BROKEN_TARGET = 0  # targets 1-6 are the pattern lines

# The first number of each kind of move; a sun's take is factory, colour, target, from 0 on.
MOON = FACTORIES * COLOURS * TARGETS
STACK = MOON + COLOURS * TARGETS
OPEN = STACK + COLOURS
DRAW = OPEN + SLOTS
LOOK = DRAW + 1
KEEP = LOOK + 1
UNDER = KEEP + MOST_DRAWN
LAY = UNDER + MOST_DRAWN
CHIP = LAY + SPACES * TURNS
CELL = CHIP + SMALL
LEAVE = CELL + SIZE
PAIR = LEAVE + 1
TRIPLE = PAIR + len(PAIRS)
MOVES = TRIPLE + len(TRIPLES)
MOST_LEGAL = 1 + len(PAIRS) + len(TRIPLES)  # with chips; taking and laying have fewer, all numbers together

ALLOWED = (
    "a move is a factory 1-4, l for the large one or m for the moons, a colour b y r k t and a line 1-6 or 0 for broken (such as 2t3); "
    "+ and a colour to stack; p1-p3 for an open plate; draw; look; k or u and a number 1-13 to keep or return a drawn plate; "
    "@, a dome space 1-9 and n e s w (such as @5n); c1-c4 for a chip; w and a dome column 1-6; - to leave a line; "
    "$ and two or three chips in the order b y r k t ty yk kb br rt (such as $t.ty)"
)


def _take_parts(move: int) -> dict[str, Any]:
    source, rest = divmod(move, COLOURS * TARGETS)
    colour, target = divmod(rest, TARGETS)
    where = {"kind": "moons"} if source == FACTORIES else {"kind": "sun", "factory": source}
    return {**where, "colour": colour, "target": target}


def _plate_parts(move: int) -> dict[str, Any]:
    if move >= LAY:
        space, turn = divmod(move - LAY, TURNS)
        return {"kind": "lay", "space": space, "turn": turn}
    if move >= KEEP:
        return {"kind": "under", "number": move - UNDER} if move >= UNDER else {"kind": "keep", "number": move - KEEP}
    if move >= DRAW:
        return {"kind": "look" if move == LOOK else "draw"}
    return {"kind": "open", "slot": move - OPEN}


def parts(move: int) -> dict[str, Any]:
    """What a move says, as plain data.

    >>> parts(98)
    {'kind': 'sun', 'factory': 2, 'colour': 4, 'target': 0}
    >>> parts(266), parts(328)
    ({'kind': 'lay', 'space': 5, 'turn': 0}, {'kind': 'pay', 'chips': [4, 5]})
    """
    if move < STACK:
        return _take_parts(move)
    if move < OPEN:
        return {"kind": "stack", "colour": move - STACK}
    if move < CHIP:
        return _plate_parts(move)
    if move < CELL:
        return {"kind": "chip", "factory": move - CHIP + 1}
    if move < LEAVE:
        return {"kind": "column", "column": move - CELL}
    if move == LEAVE:
        return {"kind": "leave"}
    return {"kind": "pay", "chips": list(TRIPLES[move - TRIPLE] if move >= TRIPLE else PAIRS[move - PAIR])}


CODES: dict[str, Callable[[dict[str, Any]], str]] = {
    "sun": lambda said: f"{'l' if said['factory'] == LARGE else said['factory']}{LETTERS[said['colour']]}{said['target']}",
    "moons": lambda said: f"m{LETTERS[said['colour']]}{said['target']}",
    "stack": lambda said: f"+{LETTERS[said['colour']]}",
    "open": lambda said: f"p{said['slot'] + 1}",
    "draw": lambda said: "draw",
    "look": lambda said: "look",
    "keep": lambda said: f"k{said['number'] + 1}",
    "under": lambda said: f"u{said['number'] + 1}",
    "lay": lambda said: f"@{said['space'] + 1}{POINTS[said['turn']]}",
    "chip": lambda said: f"c{said['factory']}",
    "column": lambda said: f"w{said['column'] + 1}",
    "leave": lambda said: "-",
    "pay": lambda said: "$" + ".".join(NAMES[kind] for kind in said["chips"]),
}


def code(move: int) -> str:
    """
    >>> code(0), code(209), code(266), code(292), code(567)
    ('lb0', 'mt6', '@6n', '-', '$rt.rt.rt')
    """
    said = parts(move)
    return CODES[said["kind"]](said)


NUMBERS = {code(move): move for move in range(MOVES)}


def parse(text: str) -> int:
    """
    >>> parse("2t0"), parse("draw"), parse("$t.ty")
    (98, 218, 328)
    """
    if text not in NUMBERS:
        raise IllegalMove(f"{text!r} is no move of Azul Duel: {ALLOWED}")
    return NUMBERS[text]
