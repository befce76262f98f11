"""A state of Azul Duel as plain data, for browsers, programs and comparisons. Everything counts from 0."""

from __future__ import annotations

from typing import Any

from ...core.plain import plain
from .options import LETTERS
from .plates import FACES
from .state import ABSENT, COMPLETING, DOWN, EMPTY, FACTORY, GONE, ROUNDS, UNKNOWN, UNKNOWN_JOKER, UNKNOWN_SPECIAL

BACKS = {UNKNOWN_SPECIAL: "S", UNKNOWN_JOKER: "J", UNKNOWN: "?"}


def view(record: Any) -> dict[str, Any]:
    """All facts of a state, which may have been hidden from a viewer before."""
    state = plain(record)
    line = _or_none(state["line"])
    missing = state["missing"]
    if state["phase"] == COMPLETING:
        missing = state["line"] + 1 - state["boards"][state["turn"]]["line_count"][state["line"]]
    return {
        "turn": _or_none(state["turn"]),
        "round": state["round_number"],
        "start": state["starter"],
        "start_tile": "factory" if state["start_tile"] == FACTORY else state["start_tile"],
        "bag": state["bag"],
        "tower": state["tower"],
        "chips_left": state["chips_left"],
        "display": [_plate(plate) for plate in state["display"]],
        "stack": [_plate(plate) for plate in state["stack"] if plate != EMPTY],
        "returned": sum(known != 0 for known in state["stack_known"]),
        "drawn": [_plate(plate) for plate in state["drawn"][: state["drawn_count"]]],
        "hand": _plate(state["hand"]),
        "building": state["building"],
        "building_at": _or_none(state["building_at"]),
        "suns": state["suns"],
        "large_moon": state["large_moon"],
        "moons": [[tile for tile in moon if tile != EMPTY] for moon in state["moons"]],
        "chips": [{GONE: None, DOWN: "down"}.get(chip, chip) for chip in state["chips"]],
        "line": line,
        "missing": missing,
        "boards": [_board(board) for board in state["boards"]],
        "scoring": [f"{tile}{LETTERS[side]}" for tile, side in enumerate(state["scoring"], 1) if side != ABSENT],
    }


def between_turns(facts: dict[str, Any]) -> bool:
    """Whether a turn is to begin: no plate in hand or drawn, no moon or line being worked."""
    begun = facts["hand"] is not None or facts["drawn"] or facts["building_at"] is not None or facts["line"] is not None
    return facts["turn"] is not None and not begun


def last_round(facts: dict[str, Any]) -> bool:
    """Whether this is the last of the rounds."""
    return bool(facts["round"] == ROUNDS)


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _plate(plate: int) -> int | str | None:
    """A plate's number; the letter of its back where only that is known, "?" where nothing is; None where there is none."""
    return BACKS.get(plate, _or_none(plate))


def _board(board: dict[str, Any]) -> dict[str, Any]:
    return {
        "score": board["score"],
        "lines": [[None if colour < 0 else colour, count] for colour, count in zip(board["line_colour"], board["line_count"], strict=True)],
        "plates": [None if plate == EMPTY else [plate, turn] for plate, turn in zip(board["plates"], board["turns"], strict=True)],
        "tiles": [[None if tile < 0 else tile for tile in row] for row in board["tiles"]],
        "broken": [tile for tile in board["broken"] if tile != EMPTY],
        "tokens": board["tokens"],
        "chips": board["chips"],
        "chips_taken": board["chips_taken"],
    }


def faces() -> list[list[list[int]]]:
    """The cells of every plate in every turn, for those who draw them: colours 0-4, 5 special, 6 joker."""
    table: list[list[list[int]]] = FACES.tolist()
    return table
