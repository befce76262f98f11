"""Themes of Azul Duel."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.lessons import Case, Tried
from ....games.duel.lessons import TAKES, brings_start
from . import common_themes

KINDS = {
    **{"lay": "plate", "open": "choose", "draw": "choose", "look": "choose", "keep": "choose", "under": "choose"},
    **{"chip": "chips", "pay": "chips", "leave": "chips", "stack": "stack", "column": "dome", "moons": "moons"},
}
THEMES = ("floor", "deny", "plate", "choose", "chips", "moons", "stack", "dome", "special", "start", "patience")


def themes(case: Case, tried: Tried, second: Tried) -> Iterator[str]:
    """What kind of move it is, and what comes with it."""
    kind = tried.parts["kind"]
    if kind in KINDS:
        yield KINDS[kind]
    if kind in TAKES:
        yield from common_themes(case, tried, second)
        if tried.tiles("hand", "broken") and any(not other.tiles("hand", "broken") for other in case.tried):
            yield "floor"
    if brings_start(tried):
        yield "start"
    if any(event.kind == "special" and event.seat == case.seat for event in tried.scoring):
        yield "special"
