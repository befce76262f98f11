"""exp as compiled code of our own, so that answers do not depend on a browser's.

exp(x) = 2^(k/128) * exp(r), with k whole and |r| <= ln 2 / 256: a table of the powers, each in two parts, and five terms of the series.
That is how the C libraries of today do it, so it nearly always gives the same bits as the CPU's.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import numpy as np

from ..core.compiled import rule

STEPS = 128  # of the table, from one power of two to the next
DIGITS = 60
LOWEST, HIGHEST = -746.0, 710.0  # beyond these the answer is 0 or infinite
ROUNDER = 6755399441055744.0  # 1.5 * 2^52: added to a small number it leaves the nearest whole one in the low bits


def _in_two(number: Decimal, bits: int = 53) -> tuple[float, float]:
    """A number as the sum of two floats, the first with so many bits."""
    dropped = np.uint64((1 << (53 - bits)) - 1)
    high = float((np.float64(number).view(np.uint64) & ~dropped).view(np.float64))
    return high, float(number - Decimal(high))


with localcontext() as _exact:
    _exact.prec = DIGITS
    _LN2 = Decimal(2).ln()
    _POWERS = [_in_two((_LN2 * n / STEPS).exp()) for n in range(STEPS)]
    STEP_HIGH, STEP_LOW = _in_two(_LN2 / STEPS, 36)  # so few bits that k times the first part is exact
PER_STEP = STEPS / float(_LN2)
POWER = np.array([high for high, _ in _POWERS])
TAIL = np.array([low / high for high, low in _POWERS])  # what the power lacks, relative to it


@rule
def power_of_two(n: Any) -> Any:
    """2 to the power of n, from its bits."""
    return np.int64((n + 1023) << 52).view(np.float64)


@rule
def exp(x: float) -> float:
    """e to the power of x."""
    if x != x:
        return x
    if x > HIGHEST:
        return np.inf
    if x < LOWEST:
        return 0.0
    shifted = x * PER_STEP + ROUNDER
    steps = shifted - ROUNDER
    k = np.int64(steps)
    r = x - steps * STEP_HIGH - steps * STEP_LOW
    at = k & (STEPS - 1)
    square = r * r
    more = TAIL[at] + r + square * (0.5 + r * (1 / 6)) + square * square * (1 / 24 + r * (1 / 120))
    whole = k >> 7
    half = whole >> 1  # in two steps, because the whole may be too much for one
    return (POWER[at] + POWER[at] * more) * power_of_two(half) * power_of_two(whole - half)  # type: ignore[no-any-return]
