"""Facts about moves of Azul."""

from __future__ import annotations

from ...games.azul.state import MARKER, SIZE
from ...games.azul.view import last_round
from ..look import Fact, Facts, Look, fresh_own, gain, own_events, reply_fact, tiles

WORTH = {
    "points": (1.0, 1),
    "row": (1.0, 1),
    "column": (1.0, 1),
    "colour": (1.0, 1),
    "line": (1.0, 1),
    "fell": (-1.3, 1),
    "marker": (1.0, 1),
    "laid": (0.25, 2),
    "missing": (-0.5, 1),
    "supply": (0.1, 3),
    "near_column": (0.4, 1),
    "near_colour": (0.5, 1),
    "reply": (-0.7, 1),
}
PARTS = ("row", "column", "colour", "line")
NEAR = SIZE - 2  # tiles of a column or a colour that make its bonus worth a word


def facts(look: Look) -> Facts:
    """What a move does."""
    found: Facts = {"points": {"value": gain(look)}}
    for kind in ("row", "column", "colour"):
        found[kind] = _bonus(look, kind)
    if look.parts["kind"] == "take":
        found = {**found, **_taking(look)}
    return {**found, **reply_fact(look)}


def _bonus(look: Look, kind: str) -> Fact:
    """Rows, columns or colours that the wall would have complete, and had not."""
    events = fresh_own(look, kind)
    points = sum(event.points for event in events)
    if len(events) != 1:
        return {"value": points, "count": len(events)}
    at = events[0].row if kind == "row" else events[0].column if kind == "column" else events[0].colour
    return {"value": points, "count": 1, kind: at}


def _taking(look: Look) -> Facts:
    marker = any(each.tile == MARKER for each in look.moved) and not last_round(look.facts)
    found: Facts = {
        "laid": {"value": tiles(look, "hand", "line")},
        "fell": {"value": tiles(look, "hand", "floor") + tiles(look, "hand", "lid")},
        "marker": {"value": 1 if marker else 0},
    }
    row = look.parts["target"] - 1
    if row < 0:
        return {**found, "line": {"value": 0, "row": -1}}
    lying = look.facts["boards"][look.seat]["lines"][row][1]
    missing = row + 1 - lying - found["laid"]["value"]
    laid = [event for event in fresh_own(look, "tile") if event.row == row]
    found["line"] = {"value": sum(event.points for event in laid), "row": row}
    if missing > 0:
        colour = look.parts["colour"]
        found["missing"] = {"value": missing, "row": row}
        found["supply"] = {"value": look.facts["bag"][colour], "colour": colour}
    column = laid[0].column if laid else -1
    found["near_column"] = {"value": _near(_in_column(look, column)), "column": column}
    colour = laid[0].colour if laid else -1
    found["near_colour"] = {"value": _near(_of_colour(look, colour)), "colour": colour}
    return found


def _near(count: int) -> int:
    return count if NEAR <= count < SIZE else 0


def _in_column(look: Look, column: int) -> int:
    """How many tiles a column of the wall would have; none where no tile was laid."""
    wall = look.facts["boards"][look.seat]["wall"]
    coming = [event for event in own_events(look, "tile") if event.column == column]
    return 0 if column < 0 else sum(row[column] is not None for row in wall) + len(coming)


def _of_colour(look: Look, colour: int) -> int:
    wall = look.facts["boards"][look.seat]["wall"]
    coming = [event for event in own_events(look, "tile") if event.colour == colour]
    return 0 if colour < 0 else sum(row.count(colour) for row in wall) + len(coming)
