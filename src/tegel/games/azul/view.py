"""A state of Azul as plain data, for browsers, programs and comparisons. Seats, lines and columns count from 0."""

from __future__ import annotations

from typing import Any

from ...core.plain import plain
from .state import CENTRE, EMPTY, SIZE


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


def between_turns(facts: dict[str, Any]) -> bool:
    """Whether tiles are to be taken from the offer."""
    return facts["turn"] is not None and facts["line"] is None


def last_round(facts: dict[str, Any]) -> bool:
    """Whether the game may end with this round: somebody has a whole wall row, or can complete one with a full line (A6.1)."""
    return any(_can_complete(board["wall"], board["lines"], 0) for board in facts["boards"])


def _can_complete(wall: list[list[int | None]], lines: list[list[int | None]], row: int) -> bool:
    """Whether the full lines from this one on can leave the wall with a whole row, laid where their owner likes (A4.1, A7.1)."""
    if any(None not in laid for laid in wall):
        return True
    while row < SIZE and not _is_full(lines[row], row):
        row += 1
    if not any(_is_full(lines[other], other) and wall[other].count(None) == 1 for other in range(row, SIZE)):
        return False
    colour = lines[row][0]
    spaces = [column for column in range(SIZE) if wall[row][column] is None and all(other[column] != colour for other in wall)]
    if not spaces:  # the line falls (A7.2)
        return _can_complete(wall, lines, row + 1)
    return any(_can_complete(_with(wall, row, column, colour), lines, row + 1) for column in spaces)


def _is_full(line: list[int | None], row: int) -> bool:
    return line[1] == row + 1


def _with(wall: list[list[int | None]], row: int, column: int, colour: int | None) -> list[list[int | None]]:
    """A wall with one tile more."""
    changed = list(wall)
    changed[row] = [*wall[row][:column], colour, *wall[row][column + 1 :]]
    return changed


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _board(board: dict[str, Any]) -> dict[str, Any]:
    return {
        "score": board["score"],
        "lines": [[None if colour < 0 else colour, count] for colour, count in zip(board["line_colour"], board["line_count"], strict=True)],
        "wall": [[None if colour < 0 else colour for colour in row] for row in board["wall"]],
        "floor": [item for item in board["floor"] if item != EMPTY],
    }
