"""Themes of Azul."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.lessons import Case, Tried
from ....games.azul.lessons import dropped, fills
from ....games.azul.state import DISCS
from . import common_themes

BONUSES = ("row", "column", "colour")
THEMES = ("floor", "deny", *BONUSES, "line", "marker", "patience")


def themes(case: Case, tried: Tried, second: Tried) -> Iterator[str]:
    """Tiles given to the floor, bonuses, lines, the marker."""
    yield from common_themes(case, tried, second)
    if dropped(tried) and any(not dropped(other) for other in case.tried):
        yield "floor"
    yield from {event.kind for event in tried.scoring if event.seat == case.seat and event.kind in BONUSES}
    if tried.parts["kind"] != "take":
        return
    if fills(case, tried):
        yield "line"
    if tried.parts["source"] == DISCS and case.facts["marker"] == "centre":
        yield "marker"
