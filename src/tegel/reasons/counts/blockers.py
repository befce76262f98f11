"""Facts about moves of Blockers!, counted from positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...games.blockers.state import JOKER, SIZE
from ..checking import Case, points_of
from ..look import Facts

Colours = dict[tuple[int, int], int]  # of the cells with a tile


def count(case: Case) -> Facts:
    """What a move does."""
    points = points_of(case.game, case.end)
    cells = _colours(case.after)
    each = len(case.before["colours"]) // len(points)
    mine = case.before["colours"][each * case.seat : each * (case.seat + 1)]
    here = (case.parts["row"], case.parts["column"])
    others = [colour for colour in case.before["colours"] if colour not in mine]
    kept = [colour for colour in others if _groups(cells | {here: colour}, colour) < _groups(cells, colour)]
    found: Facts = {
        "points": {"value": points[case.seat]},
        "groups": {"value": sum(_groups(cells, colour) for colour in mine)},
        "captives": {"value": _captives(case)},
        "rivals": {"value": sum(points) - points[case.seat], "seat": 1 - case.seat if len(points) == 2 else -1},
        "apart": {"value": len(kept), "colour": min(kept, default=-1)},
    }
    if sum(case.before["pile_sizes"]):
        found["joker"] = {"value": int(case.after["board"][here[0]][here[1]][1] == JOKER)}
    return found


def _colours(facts: dict[str, Any]) -> Colours:
    board = facts["board"]
    return {(row, column): board[row][column][0] for row in range(SIZE) for column in range(SIZE) if board[row][column]}


def _groups(cells: Colours, colour: int) -> int:
    """How many groups a colour has."""
    left = {cell for cell, found in cells.items() if found == colour}
    groups = 0
    while left:
        groups += 1
        waiting = [left.pop()]
        while waiting:
            row, column = waiting.pop()
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= beside
            waiting += beside
    return groups


def _captives(case: Case) -> int:
    """The captured tiles that count: those of the colour that was captured most, none with classic scoring."""
    caught = Counter(colour for colour, _ in case.after["captured"][case.seat])
    return 0 if case.end["classic"] else max(caught.values(), default=0)
