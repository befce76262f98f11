"""The bonus chips: their colours, and what can be paid with them (D1.3, D4.3)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ...core.compiled import rule
from .state import CHIP_TYPES

NAMES = ("b", "y", "r", "k", "t", "ty", "yk", "kb", "br", "rt")
MATCHES = np.array([[colour in name for colour in "byrkt"] for name in NAMES], np.int8)  # by type and colour
PAIRS = list(combinations_with_replacement(range(CHIP_TYPES), 2))
TRIPLES = list(combinations_with_replacement(range(CHIP_TYPES), 3))
FIRST_PAIR = np.array([PAIRS.index((kind, kind)) for kind in range(CHIP_TYPES)], np.int16)
FIRST_TRIPLE = np.array([[TRIPLES.index((min(a, b), b, b)) for b in range(CHIP_TYPES)] for a in range(CHIP_TYPES)], np.int16)  # a up to b
PAYMENTS = np.array([[chips.count(kind) for kind in range(CHIP_TYPES)] for chips in (*PAIRS, *TRIPLES)], np.int8)  # chips of each type


@rule
def matching(chips: Any, colour: int) -> int:
    """How many chips of a supply match a colour."""
    count = 0
    for kind in range(CHIP_TYPES):
        if MATCHES[kind, colour]:
            count += chips[kind]
    return count


@rule
def chips_in(chips: Any) -> int:
    """How many chips a supply holds."""
    count = 0
    for kind in range(CHIP_TYPES):
        count += chips[kind]
    return count


@rule
def suffices(match: int, total: int, missing: int) -> bool:
    """Whether so many matching chips among so many in all can pay for missing tiles: with pairs as far as they go, then with triples."""
    pairs = min(missing, match // 2)
    return 2 * pairs + 3 * (missing - pairs) <= total
