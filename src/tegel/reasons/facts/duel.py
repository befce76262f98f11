"""Facts about moves of Azul Duel."""

from __future__ import annotations

from typing import Any

from ...games.duel.chips import MATCHES
from ...games.duel.plates import FACES
from ...games.duel.state import JOKER, SIZE
from ...games.duel.view import last_round
from ..look import Facts, Look, fresh_own, gain, own_events, reply_fact, tiles

WORTH = {
    "points": (1.0, 1),
    "special": (1.0, 1),
    "scoring": (1.0, 1),
    "line": (1.0, 1),
    "broke": (-1.5, 1),
    "start": (0.6, 1),
    "laid": (0.25, 2),
    "missing": (-0.5, 1),
    "supply": (0.1, 3),
    "home": (1.2, 1),
    "homes": (1.2, 1),
    "chip": (1.0, 1),
    "pay": (-0.8, 1),
    "reply": (-0.7, 1),
}
PARTS = ("special", "scoring", "line")
TAKES = ("sun", "moons")
ACTIONS = ("sun", "moons", "open", "draw", "chip")  # what a turn can begin with


def facts(look: Look) -> Facts:
    """What a move does."""
    kind = look.parts["kind"]
    special = fresh_own(look, "special")
    found: Facts = {
        "points": {"value": gain(look)},
        "special": {"value": sum(event.points for event in special), "count": len(special)},
        "scoring": {"value": sum(event.points for event in own_events(look, "scoring"))},
    }
    if kind in TAKES:
        found = {**found, **_taking(look)}
    if kind in ACTIONS:
        found["chip"] = {"value": _helpful_chip(look) if kind == "chip" else 0}
    if kind == "lay":
        found["homes"] = {"value": _homes(look)}
    if kind == "pay":
        found["pay"] = {"value": len(look.parts["chips"])}
    return {**found, **reply_fact(look)}


def _board(look: Look) -> Any:
    return look.facts["boards"][look.seat]


def _taking(look: Look) -> Facts:
    start = any(each.target.name == "start" for each in look.moved) and not last_round(look.facts)
    found: Facts = {
        "laid": {"value": tiles(look, "hand", "line")},
        "broke": {"value": tiles(look, "hand", "broken") + tiles(look, "hand", "tower")},
        "start": {"value": 1 if start else 0},
    }
    row, colour = look.parts["target"] - 1, look.parts["colour"]
    if row < 0:
        return {**found, "line": {"value": 0, "row": -1}}
    missing = row + 1 - _board(look)["lines"][row][1] - found["laid"]["value"]
    laid = [event.points for event in fresh_own(look, "tile") if event.row == row]
    found["line"] = {"value": sum(laid), "row": row}
    found["home"] = {"value": 1 if _has_home(_board(look), _board(look)["plates"], row, colour) else 0, "row": row}
    if missing > 0:
        found["missing"] = {"value": missing, "row": row}
        found["supply"] = {"value": look.facts["bag"][colour], "colour": colour}
    return found


def _has_home(board: Any, plates: Any, row: int, colour: int) -> bool:
    """Whether a tile of a colour finds a cell in a row of a dome, with some plates on it."""
    return any(_takes(board, plates, row, column, colour) for column in range(SIZE))


def _takes(board: Any, plates: Any, row: int, column: int, colour: int) -> bool:
    plate = plates[row // 2 * (SIZE // 2) + column // 2]
    if plate is None or board["tiles"][row][column] is not None:
        return False
    number, turn = plate
    return FACES[number, turn, row % 2 * 2 + column % 2] in (colour, JOKER)


def _homes(look: Look) -> int:
    """How many lines that were begun have a cell for their tile, once the plate in hand lies."""
    board = _board(look)
    laid = [look.facts["hand"], look.parts["turn"]]
    plates = [laid if space == look.parts["space"] else plate for space, plate in enumerate(board["plates"])]
    return sum(count > 0 and _has_home(board, plates, row, colour) for row, (colour, count) in enumerate(board["lines"]))


def _helpful_chip(look: Look) -> int:
    """1 for a chip that shows the colour of a line that was begun and is not full."""
    chip = look.facts["chips"][look.parts["factory"] - 1]
    begun = [colour for row, (colour, count) in enumerate(_board(look)["lines"]) if count > 0 and count <= row]
    return 1 if any(MATCHES[chip, colour] for colour in begun) else 0
