"""The events of Blockers!"""

from __future__ import annotations

EVENTS = ("forced", "lay", "capture", "skip", "groups", "captives")

_, LAY, CAPTURE, SKIP, GROUPS, CAPTIVES = range(len(EVENTS))
