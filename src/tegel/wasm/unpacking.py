"""Numbers of half precision, as networks are kept, become numbers to reckon with."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import rule

HIDDEN_ONE = 1 << 10  # the bit that normal numbers do not write
POWERS = np.array([2.0 ** (max(exponent, 1) - 25) for exponent in range(32)], np.float32)


@rule
def unpack(packed: Any, out: Any) -> None:
    """Write halves (sign, 5 bits of exponent, 10 of fraction; finite ones) as floats, exactly."""
    for at in range(len(packed)):
        bits = np.int64(packed[at])
        exponent = (bits >> 10) & 31
        fraction = bits & (HIDDEN_ONE - 1)
        size = np.float32(fraction + (HIDDEN_ONE if exponent > 0 else 0)) * POWERS[exponent]
        out[at] = -size if bits >> 15 else size
