"""The events of Blockers!. A `lay` and a `capture` tell the tile's number as their count."""

from __future__ import annotations

EVENTS = ("forced", "lay", "capture", "skip", "groups", "captives")

_, LAY, CAPTURE, SKIP, GROUPS, CAPTIVES = range(len(EVENTS))
