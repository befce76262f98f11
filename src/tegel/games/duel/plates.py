"""The 18 dome plates, how they look turned, and where they can be (D1.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import rule
from .state import MOST_DRAWN, PLATES, SEATS, SLOTS, SPACES, UNKNOWN_JOKER, UNKNOWN_SPECIAL

SPECIAL_PLATES = PLATES // 2  # plates 0-8 have a special cell, the others a joker cell
NAMES = (
    *("YK/TS", "YB/KS", "BK/ST", "KS/TR", "TR/BS", "ST/YB", "SK/RB", "YS/KR", "SY/BR"),
    *("JB/TK", "TY/JK", "RT/YJ", "TR/BJ", "YR/JB", "TB/JY", "KY/RJ", "TK/RJ", "RJ/BK"),
)
CELLS = "BYRKTSJ"  # the five colours, SPECIAL, JOKER
TURNS = 4
STACK_AT = 1 + SEATS * SPACES + SLOTS  # places for plates: hand, domes, display; from here the stack; then those drawn
PLACES = STACK_AT + PLATES + MOST_DRAWN


def face(name: str, turns: int) -> list[int]:
    """The cells of a plate after some quarter turns clockwise: top left, top right, bottom left, bottom right.

    >>> face("YK/TS", 0), face("YK/TS", 1)
    ([1, 3, 4, 5], [4, 1, 5, 3])
    """
    top_left, top_right, bottom_left, bottom_right = (CELLS.index(cell) for cell in name.replace("/", ""))
    for _ in range(turns):
        top_left, top_right, bottom_left, bottom_right = bottom_left, top_left, bottom_right, top_right
    return [top_left, top_right, bottom_left, bottom_right]


FACES = np.array([[face(name, turns) for turns in range(TURNS)] for name in NAMES], np.int8)


@rule
def is_special(plate: int) -> bool:
    """Whether a plate of known type has a special cell; its back shows that."""
    return plate < SPECIAL_PLATES or plate == UNKNOWN_SPECIAL


@rule
def unknown(plate: int) -> int:
    """What somebody sees of a plate's back: the type."""
    return UNKNOWN_SPECIAL if is_special(plate) else UNKNOWN_JOKER


@rule
def plate_at(state: Any, place: int) -> int:
    """The plate in one of the places for plates: hand, domes, display, stack, drawn plates."""
    if place == 0:
        return state.hand
    place -= 1
    if place < SEATS * SPACES:
        return state.boards[place // SPACES].plates[place % SPACES]
    place -= SEATS * SPACES
    if place < SLOTS:
        return state.display[place]
    place -= SLOTS
    if place < PLATES:
        return state.stack[place]
    return state.drawn[place - PLATES]
