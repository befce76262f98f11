"""For each game, how all that nobody has seen yet is drawn anew, in a module of the game's name."""

from __future__ import annotations

from typing import Any

from ....core.dispatch import Family, modules_in

draws = Family(modules_in(__name__))


@draws.declare()
def redraw(state: Any, key: Any) -> None:
    """Draw anew, with this key, what no seat has seen: the future draws and the order of what lies face down. What one seat knows stays."""
    raise NotImplementedError
