"""Heaps as numbers, for environments."""

from __future__ import annotations

from typing import Any

from tegel.core.compiled import rule
from tegel.envs.features.layout import Field, Layout

from .state import HEAPS, MOST, SEATS

LAYOUT = Layout(
    fields=(
        Field("heaps", (HEAPS,), 0, MOST, "tiles of each heap"),
        Field("points", (SEATS,), 0, 99, "points, the viewer's first"),
    ),
    planes=("tiles of each heap",),
    board=(1, HEAPS),
    plane_low=0,
    plane_high=MOST,
)


@rule
def vector(state: Any, viewer: int, out: Any) -> None:
    """The heaps, then the points."""
    for heap in range(HEAPS):
        out[heap] = state.heaps[heap]
    for seat in range(SEATS):
        out[HEAPS + seat] = state.points[(viewer + seat) % SEATS]


@rule
def planes(state: Any, viewer: int, out: Any) -> None:
    """The heaps side by side."""
    for heap in range(HEAPS):
        out[0, 0, heap] = state.heaps[heap]


@rule
def cut_short(state: Any) -> bool:
    """There is no limit of rounds."""
    return False
