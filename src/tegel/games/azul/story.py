"""The events of Azul."""

from __future__ import annotations

EVENTS = ("forced", "tile", "fell", "floor", "row", "column", "colour", "deal")

_, TILE, FELL, FLOOR, ROW, COLUMN, COLOUR, DEAL = range(len(EVENTS))
