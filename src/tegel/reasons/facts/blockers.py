"""Facts about moves of Blockers!, where points count against one."""

from __future__ import annotations

from typing import Any

from ...games.blockers.state import JOKER, SIZE
from ..look import Fact, Facts, Look, own_events

WORTH = {
    "points": (-1.0, 1),
    "groups": (-1.0, 1),
    "captives": (-1.0, 1),
    "rivals": (0.6, 1),
    "apart": (0.8, 1),
    "joker": (-0.7, 1),
}
PARTS = ("groups", "captives")
CELLS = SIZE * SIZE


def facts(look: Look) -> Facts:
    """What a move does."""
    players = len(look.points)
    rivals = [points for seat, points in enumerate(look.points) if seat != look.seat]
    found: Facts = {
        "points": {"value": look.points[look.seat]},
        "groups": {"value": sum(event.points for event in own_events(look, "groups"))},
        "captives": {"value": sum(event.points for event in own_events(look, "captives"))},
        "rivals": {"value": sum(rivals), "seat": 1 - look.seat if players == 2 else -1},
        "apart": _apart(look),
    }
    if any(look.facts["pile_sizes"]):
        found["joker"] = {"value": 1 if look.parts["tile"] == JOKER else 0}
    return found


def _own_colours(look: Look) -> Any:
    """With two players each has two colours."""
    colours = look.facts["colours"]
    each = len(colours) // len(look.points)
    return colours[look.seat * each : (look.seat + 1) * each]


def _apart(look: Look) -> Fact:
    """The colours of others of which two groups lie beside the tile, which keeps them apart there."""
    laid = look.parts["row"] * SIZE + look.parts["column"]
    cells = [_colour(look, cell) if cell != laid else -1 for cell in range(CELLS)]
    mine = _own_colours(look)
    beside = [cell for cell in _neighbours(laid) if cells[cell] >= 0 and cells[cell] not in mine]
    firsts = {_first(cells, cell) for cell in beside}  # one cell for each group
    colours = [cells[cell] for cell in sorted(firsts)]
    kept = sorted({colour for colour in colours if colours.count(colour) > 1})
    return {"value": len(kept), "colour": kept[0]} if kept else {"value": 0, "colour": -1}


def _colour(look: Look, cell: int) -> int:
    tile = look.facts["board"][cell // SIZE][cell % SIZE]
    return -1 if tile is None else tile[0]


def _neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, SIZE)
    found = [cell - SIZE] if row > 0 else []
    found += [cell + SIZE] if row < SIZE - 1 else []
    found += [cell - 1] if column > 0 else []
    found += [cell + 1] if column < SIZE - 1 else []
    return found


def _first(cells: list[int], start: int) -> int:
    """The first cell of the group that a tile belongs to."""
    found, waiting = [start], [start]
    while waiting:
        fresh = [other for other in _neighbours(waiting.pop()) if cells[other] == cells[start] and other not in found]
        found += fresh
        waiting += fresh
    return min(found)
