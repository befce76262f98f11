"""Marks: names for decisions that cost much. The limits come from games of our own players; docs/luck.md shows how."""

from __future__ import annotations

MARKS = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))  # from this loss of chance on


def mark_of(loss: float) -> str:
    """What a loss is called; nothing if it is small.

    >>> mark_of(0.2), mark_of(0.0999), mark_of(0.01)
    ('blunder', 'inaccuracy', '')
    """
    for least, name in MARKS:
        if loss >= least:
            return name
    return ""
