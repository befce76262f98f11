"""Facts about moves of Azul, counted from positions."""

from __future__ import annotations

from typing import Any

from ...games.azul.rounds import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS
from ...games.azul.state import COLOURS, SIZE
from ..checking import Case
from ..look import Fact, Facts
from ..runs import tile_points

Wall = list[list[int | None]]


def count(case: Case) -> Facts:
    """What a move does."""
    found: Facts = {"points": {"value": case.gain}}
    for kind, bonus in (("row", ROW_BONUS), ("column", COLUMN_BONUS), ("colour", COLOUR_BONUS)):
        found[kind] = _bonus(kind, bonus, _wall(case, case.settled), _wall(case, case.scored))
    if case.before["line"] is None:
        found |= _taking(case)
    return found | case.reply


def _board(case: Case, facts: dict[str, Any]) -> dict[str, Any]:
    board: dict[str, Any] = facts["boards"][case.seat]
    return board


def _wall(case: Case, facts: dict[str, Any]) -> Wall:
    wall: Wall = _board(case, facts)["wall"]
    return wall


def _complete(kind: str, wall: Wall) -> set[int]:
    if kind == "row":
        return {row for row in range(SIZE) if None not in wall[row]}
    if kind == "column":
        return {column for column in range(SIZE) if all(row[column] is not None for row in wall)}
    return {colour for colour in range(COLOURS) if all(colour in row for row in wall)}


def _bonus(kind: str, bonus: int, before: Wall, after: Wall) -> Fact:
    fresh = sorted(_complete(kind, after) - _complete(kind, before))
    found = {"value": bonus * len(fresh), "count": len(fresh)}
    return found | {kind: fresh[0]} if len(fresh) == 1 else found


def _tiles(facts: dict[str, Any], case: Case) -> int:
    """Tiles on the floor and in the lid."""
    return int(sum(tile < COLOURS for tile in _board(case, facts)["floor"]) + sum(facts["lid"]))


def _may_end(case: Case) -> bool:
    """Whether somebody would have a whole row of the wall if the round ended before this move; on the grey wall, laid in any way."""
    for board in case.before["boards"]:
        full = [row for row in range(SIZE) if board["lines"][row][1] == row + 1]
        if any(None not in row for row in board["wall"]) or _ends(board["wall"], board["lines"], full):
            return True
    return False


def _ends(wall: Wall, lines: list[Any], full: list[int]) -> bool:
    if not full:
        return any(None not in row for row in wall)
    row, *rest = full
    colour = lines[row][0]
    free = [column for column in range(SIZE) if wall[row][column] is None and colour not in [other[column] for other in wall]]
    ways = [[*wall[:row], [colour if at == column else tile for at, tile in enumerate(wall[row])], *wall[row + 1 :]] for column in free]
    return any(_ends(way, lines, rest) for way in ways or [wall])


def _taking(case: Case) -> Facts:
    lines, later = _board(case, case.before)["lines"], _board(case, case.after)["lines"]
    marker = case.before["marker"] == "centre" and case.after["marker"] == case.seat and not _may_end(case)
    changed = [row for row in range(SIZE) if lines[row] != later[row]]
    found: Facts = {
        "laid": {"value": sum(now[1] - then[1] for now, then in zip(later, lines, strict=True))},
        "fell": {"value": _tiles(case.after, case) - _tiles(case.before, case)},
        "marker": {"value": int(marker)},
    }
    if not changed:
        return found | {"line": {"value": 0, "row": -1}}
    [row] = changed
    colour, lying = later[row]
    wall = _wall(case, case.scored)
    column = next((at for at in range(SIZE) if lying == row + 1 and wall[row][at] == colour), -1)
    found["line"] = {"value": _tile_points(case, row, column), "row": row}
    if lying <= row:
        found["missing"] = {"value": row + 1 - lying, "row": row}
        found["supply"] = {"value": case.after["bag"][colour], "colour": colour}
    in_column = sum(line[column] is not None for line in wall) if column >= 0 else 0
    of_colour = sum(line.count(colour) for line in wall) if column >= 0 else 0
    found["near_column"] = {"value": in_column if in_column in (3, 4) else 0, "column": column}
    found["near_colour"] = {"value": of_colour if of_colour in (3, 4) else 0, "colour": colour if column >= 0 else -1}
    return found


def _tile_points(case: Case, row: int, column: int) -> int:
    """What a line's tile scores where it will lie, when the lines above it have laid theirs."""
    if column < 0:
        return 0
    wall = [*_wall(case, case.scored)[: row + 1], *_wall(case, case.after)[row + 1 :]]
    return tile_points(wall, row, column)
