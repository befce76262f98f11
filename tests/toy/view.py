"""A state of heaps as plain data."""

from __future__ import annotations

from typing import Any

from tegel.core.plain import plain


def view(record: Any) -> dict[str, Any]:
    """All facts of a state."""
    state = plain(record)
    return {"turn": state["turn"] if state["turn"] >= 0 else None, "heaps": state["heaps"], "points": state["points"]}


def last_round(facts: dict[str, Any]) -> bool:
    """There are no rounds."""
    return False
