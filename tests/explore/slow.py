"""The questions of the explorer answered a second time, game by game in plain Python: from moves, facts and events, not from arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tegel.core.table import Table

Answers = dict[str, str | None]


def bucket(value: int, answers: str) -> str:
    """The answer among `0 1-2 3+` that a number falls into."""
    for answer in answers.split():
        first, _, last = answer.rstrip("+").partition("-")
        if int(first) <= value and (answer.endswith("+") or value <= int(last or first)):
            return answer
    raise AssertionError(value)


def plies_of(table: Table, seat: int) -> list[int]:
    """The decisions of a seat, by number."""
    return [ply for ply in range(len(table.moves)) if table.mover(ply) == seat]


def facts_at(table: Table, ply: int) -> dict[str, Any]:
    return table.game.view(table.state_at(ply))


def after_first_round(table: Table) -> dict[str, Any]:
    return next(
        (facts for ply in range(len(table.moves)) if (facts := facts_at(table, ply))["round"] == 2), facts_at(table, len(table.moves))
    )


def kinds(table: Table, seat: int, kind: str) -> list[Any]:
    return [event for events in table.history for event in events if event.kind == kind and event.seat == seat]


def azul(table: Table, seat: int) -> Answers:
    ply = plies_of(table, seat)[0]
    move, facts, early = table.game.parts(table.moves[ply]), facts_at(table, ply), after_first_round(table)
    centre = move["source"] == 9
    tiles = (facts["centre"] if centre else facts["discs"][move["source"]])[move["colour"]]
    line = move["target"]
    fit = "floor" if line == 0 else "full" if tiles == line else "room" if tiles < line else "spill"
    wall = facts_at(table, len(table.moves))["boards"][seat]["wall"]
    return {
        "line": "floor" if line == 0 else str(line),
        "tiles": bucket(tiles, "1 2 3 4+"),
        "fit": fit,
        "colour": ("blue", "yellow", "red", "black", "white")[move["colour"]],
        "source": "disc" if not centre else "marker" if facts["marker"] == "centre" else "centre",
        "laid": str(sum(tile is not None for row in early["boards"][seat]["wall"] for tile in row)),
        "next": "yes" if early["start"] == seat else "no",
        "columns": bucket(len(kinds(table, seat, "column")), "0 1 2 3+"),
        "colours": bucket(len(kinds(table, seat, "colour")), "0 1 2+"),
        "rows": bucket(len(kinds(table, seat, "row")), "0 1 2 3+"),
        "long": bucket(sum(tile is not None for row in wall[3:] for tile in row), "0-1 2-3 4-5 6-7 8-10"),
    }


def duel(table: Table, seat: int) -> Answers:
    plate, lay, turn = plies_of(table, seat)[:3]
    chosen = facts_at(table, plate)["display"][table.game.parts(table.moves[plate])["slot"]]
    row, column = divmod(table.game.parts(table.moves[lay])["space"], 3)
    first, facts = table.game.parts(table.moves[turn]), facts_at(table, turn)
    takes = first["kind"] in ("sun", "moons")
    line = ("broken" if first["target"] == 0 else str(first["target"])) if takes else "plate" if first["kind"] in ("open", "draw") else None
    tiles = facts["suns"][first["factory"]][first["colour"]] if first["kind"] == "sun" else None
    points = {(event.row, event.column): event.points for event in kinds(table, seat, "scoring")}
    dome = [tile for row in facts_at(table, len(table.moves))["boards"][seat]["tiles"] for tile in row if tile is not None]
    return {
        "plate": "special" if chosen < 9 else "joker",
        "height": ("upper", "middle", "lower")[row],
        "corner": ("corner", "side", "centre")[(row == 1) + (column == 1)],
        "turn": line,
        "tiles": bucket(tiles, "1 2 3 4+") if tiles is not None else None,
        "next": "yes" if after_first_round(table)["start"] == seat else "no",
        "rows": bucket(points[0, 1] // 3, "0 1 2 3 4+"),
        "columns": bucket(points[1, 1] // 7, "0 1 2 3+"),
        "diagonals": str(points[2, 1] // 10),
        "specials": bucket(len(kinds(table, seat, "special")), "0 1 2 3 4 5+"),
        "filled": bucket(len(dome), "0-17 18-20 21-23 24-26 27+"),
    }


def blockers(table: Table, seat: int) -> Answers:
    move = table.game.parts(table.moves[plies_of(table, seat)[0]])
    away = (move["row"] // 3 != 1) + (move["column"] // 3 != 1)
    early, end = facts_at(table, 5 * table.players), facts_at(table, len(table.moves))
    each = 2 if table.players == 2 else 1
    mine = end["colours"][seat * each : (seat + 1) * each]
    lost = sum(colour in mine for captured in end["captured"] for colour, _ in captured)
    return {
        "kind": ("number", "letter", "symbol", "joker")[move["tile"] // 9],
        "block": ("middle", "side", "corner")[away],
        "early_groups": bucket(sum(groups_on(early["board"], colour) for colour in mine), "0-1 2 3 4 5+").removeprefix("0-"),
        "early_captures": bucket(len(early["captured"][seat]), "0 1 2+"),
        "groups": bucket(sum(event.count for event in kinds(table, seat, "groups")), "1 2 3 4-5 6-7 8-9 10+"),
        "captures": bucket(len(kinds(table, seat, "capture")), "0 1-2 3-4 5-6 7-9 10+"),
        "lost": bucket(lost, "0 1-2 3-4 5-6 7-9 10+"),
    }


def groups_on(board: list[list[Any]], colour: int) -> int:
    """How many groups of a colour lie on a board, by walking over it."""
    left = {(row, column) for row in range(9) for column in range(9) if board[row][column] and board[row][column][0] == colour}
    count = 0
    while left:
        waiting = [left.pop()]
        while waiting:
            row, column = waiting.pop()
            for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if cell in left:
                    left.remove(cell)
                    waiting.append(cell)
        count += 1
    return count


SLOW: dict[str, Callable[[Table, int], Answers]] = {"azul": azul, "duel": duel, "blockers": blockers}
