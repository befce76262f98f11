"""The events of heaps."""

from __future__ import annotations

EVENTS = ("forced", "bonus")

_, BONUS = range(len(EVENTS))
