"""Facts about moves of Azul Duel, counted from positions."""

from __future__ import annotations

from typing import Any

from ...games.duel.chips import NAMES
from ...games.duel.dome import takes
from ...games.duel.moves import LETTERS
from ...games.duel.plates import CELLS, FACES
from ...games.duel.state import ROUNDS, SIZE, SPECIAL
from ..checking import Case, points_of, scored
from ..look import Facts
from ..runs import tile_points

Dome = list[list[int | None]]


def count(case: Case) -> Facts:
    """What a move does."""
    kind = case.parts["kind"]
    special = [cell for cell in _specials(case, case.scored) if cell not in _specials(case, case.settled)]
    special += [cell for cell in _specials(case, case.after) if cell not in special and cell not in _specials(case, case.settled)]
    found: Facts = {
        "points": {"value": case.gain},
        "special": {"value": sum(row + 1 for row, _ in special), "count": len(special)},
        "scoring": {"value": _scoring(case)},
    }
    if kind in ("sun", "moons"):
        found |= _taking(case)
    if kind in ("sun", "moons", "open", "draw", "chip"):
        found["chip"] = {"value": int(kind == "chip" and _chip_helps(case))}
    if kind == "lay":
        found["homes"] = {"value": _homes(case)}
    if kind == "pay":
        found["pay"] = {"value": sum(_board(case, case.before)["chips"]) - sum(_board(case, case.after)["chips"])}
    return found | case.reply


def _board(case: Case, facts: dict[str, Any]) -> dict[str, Any]:
    board: dict[str, Any] = facts["boards"][case.seat]
    return board


def _specials(case: Case, facts: dict[str, Any]) -> list[tuple[int, int]]:
    tiles = _board(case, facts)["tiles"]
    return [(row, column) for row in range(SIZE) for column in range(SIZE) if tiles[row][column] == SPECIAL]


def _scoring(case: Case) -> int:
    """What the scoring tiles are worth: the points there would be, less those without any scoring tile."""
    bare = case.game.copy(case.end)
    bare["scoring"][:] = 0
    return points_of(case.game, scored(case.game, case.end))[case.seat] - points_of(case.game, scored(case.game, bare))[case.seat]


def _taken(case: Case) -> int:
    """How many tiles the move takes, as they lie before it."""
    facts, colour = case.before, case.parts["colour"]
    if case.parts["kind"] == "sun":
        taken: int = facts["suns"][case.parts["factory"]][colour]
        return taken
    return int(facts["large_moon"][colour] + sum(moon[-1] == colour for moon in facts["moons"] if moon))


def _taking(case: Case) -> Facts:
    row, colour = case.parts["target"] - 1, case.parts["colour"]
    lying = _board(case, case.before)["lines"][row][1] if row >= 0 else 0
    taken = _taken(case)
    laid = min(taken, row + 1 - lying)
    start = case.before["start_tile"] == "factory" and case.after["start_tile"] == case.seat and case.before["round"] < ROUNDS
    found: Facts = {"laid": {"value": laid}, "broke": {"value": taken - laid}, "start": {"value": int(start)}}
    if row < 0:
        return found | {"line": {"value": 0, "row": -1}}
    missing = row + 1 - lying - laid
    found["line"] = {"value": _tile_points(case, row) if missing == 0 else 0, "row": row}
    found["home"] = {"value": int(_finds_cell(case.start.boards[case.seat], row, colour)), "row": row}
    if missing > 0:
        found["missing"] = {"value": missing, "row": row}
        found["supply"] = {"value": case.after["bag"][colour], "colour": colour}
    return found


def _finds_cell(board: Any, row: int, colour: int) -> bool:
    return any(takes(board, row, column, colour) for column in range(SIZE))


def _homes(case: Case) -> int:
    """Lines that were begun and have a cell for their tile: the plate is put on the dome as it lay before the move."""
    board = case.game.copy(case.start).boards[case.seat]
    board.plates[case.parts["space"]] = case.start.hand
    board.turns[case.parts["space"]] = case.parts["turn"]
    return sum(board.line_count[row] > 0 and _finds_cell(board, row, board.line_colour[row]) for row in range(SIZE))


def _chip_helps(case: Case) -> bool:
    """Whether the chip that is there more than before shows the colour of a line that was begun and is not full."""
    chips, later = (_board(case, facts)["chips"] for facts in (case.before, case.after))
    [fresh] = [kind for kind in range(len(NAMES)) if later[kind] > chips[kind]]
    lines = _board(case, case.before)["lines"]
    return any(0 < count <= row and LETTERS[colour] in NAMES[fresh] for row, (colour, count) in enumerate(lines))


def _tile_points(case: Case, row: int) -> int:
    """What a line's tile scores: the dome is filled again, line by line, up to this one."""
    tiles: Dome = [list(line) for line in _board(case, case.before)["tiles"]]
    end: Dome = _board(case, case.scored)["tiles"]
    for at in range(row + 1):
        fresh = [column for column in range(SIZE) if tiles[at][column] is None and end[at][column] not in (None, SPECIAL)]
        for column in fresh:
            tiles[at][column] = end[at][column]
            if at == row:
                return tile_points(tiles, row, column)
        _add_specials(case, tiles)
    return 0


def _add_specials(case: Case, tiles: Dome) -> None:
    """Special tiles come where the three coloured cells of a plate are filled."""
    for space, plate in enumerate(_board(case, case.before)["plates"]):
        if plate is None:
            continue
        number, turn = plate
        cells = [(space // 3 * 2 + quarter // 2, space % 3 * 2 + quarter % 2) for quarter in range(4)]
        special = [cell for cell, kind in zip(cells, FACES[number, turn].tolist(), strict=True) if kind == CELLS.index("S")]
        if special and all(tiles[r][c] is not None for r, c in cells if (r, c) not in special):
            [(r, c)] = special
            tiles[r][c] = SPECIAL
