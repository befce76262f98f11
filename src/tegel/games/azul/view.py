"""A state of Azul as plain data, for browsers, programs and comparisons. Seats, lines and columns count from 0."""

from __future__ import annotations

from typing import Any

from ...core.plain import plain
from .state import CENTRE, EMPTY


def view(record: Any) -> dict[str, Any]:
    """All facts of a state, which may have been hidden from a viewer before."""
    state = plain(record)
    players = state["players"]
    return {
        "turn": _or_none(state["turn"]),
        "round": state["round_number"],
        "start": state["starter"],
        "marker": "centre" if state["marker"] == CENTRE else state["marker"],
        "line": _or_none(state["line"]),
        "bag": state["bag"],
        "lid": state["lid"],
        "centre": state["centre"],
        "discs": state["discs"][: 2 * players + 1],
        "boards": [_board(board) for board in state["boards"][:players]],
    }


def last_round(facts: dict[str, Any]) -> bool:
    """Whether the game would end with this round: somebody's full line completes a wall row (A6.1)."""
    return any(
        count == row + 1 and board["wall"][row].count(None) == 1
        for board in facts["boards"]
        for row, (_, count) in enumerate(board["lines"])
    )


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _board(board: dict[str, Any]) -> dict[str, Any]:
    return {
        "score": board["score"],
        "lines": [[None if colour < 0 else colour, count] for colour, count in zip(board["line_colour"], board["line_count"], strict=True)],
        "wall": [[None if colour < 0 else colour for colour in row] for row in board["wall"]],
        "floor": [item for item in board["floor"] if item != EMPTY],
    }
