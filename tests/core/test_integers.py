"""Compiled functions hand each other integers of one kind, so that each is compiled once."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from tegel.core.compiled import rule


@rule
def add(numbers: tuple[int, int], more: int) -> int:
    return numbers[0] + numbers[1] + more


def test_one_version_for_all_kinds_of_integers() -> None:
    add_all: Any = numba.njit(lambda small, large: add((small, 1), large) + add((large, small), 2) + add((3, 4), small))
    large = 2**40
    assert add_all(np.int8(-5), large) == (-5 + 1 + large) + (large - 5 + 2) + (3 + 4 - 5)
    compiled: Any = add
    assert len(compiled.overloads) == 1
