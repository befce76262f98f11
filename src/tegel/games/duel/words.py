"""Moves of Azul Duel in words."""

from __future__ import annotations

from typing import Any

from ...core.words import Ref
from .chips import NAMES as CHIPS
from .moves import BROKEN_TARGET, POINTS, parts
from .state import LARGE


def describe(move: int) -> tuple[str, dict[str, Any]]:
    """The catalogue entry of a move, and the words to fill in."""
    said = parts(move)
    kind = said.pop("kind")
    name = f"duel.move.{kind}"
    if said.get("target") == BROKEN_TARGET:
        name += "_broken"
    if kind == "sun" and said["factory"] == LARGE:
        name = name.replace("sun", "large")
    if kind == "pay":
        return name, {"chips": " + ".join(CHIPS[chip] for chip in said["chips"])}
    words: dict[str, Any] = {key: value + 1 for key, value in said.items() if key in ("slot", "number", "space", "column")}
    words |= {key: value for key, value in said.items() if key in ("factory", "target")}
    if "colour" in said:
        words["colour"] = Ref(f"duel.colour.{said['colour']}")
    if "turn" in said:
        words["turn"] = Ref(f"duel.turn.{POINTS[said['turn']]}")
    return name, words
