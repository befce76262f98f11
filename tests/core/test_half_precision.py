"""Numbers of half precision in compiled code: every one is widened exactly, where the processor does it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import config

from tegel.core.compiled import rule
from tegel.core.half_precision import half_precision, processor_widens, to_single


@rule
def widen_all(numbers: Any, out: Any) -> None:
    for at in range(len(numbers)):
        out[at] = to_single(numbers[at])


@pytest.mark.skipif(not processor_widens(), reason="this processor does not widen numbers")
def test_every_finite_number_is_widened_exactly() -> None:
    bits = np.arange(1 << 16, dtype=np.uint16)
    finite = bits[np.isfinite(bits.view(np.float16))]
    out = np.empty(len(finite), np.float32)
    widen_all(finite, out)
    assert np.array_equal(out, finite.view(np.float16).astype(np.float32))
    assert np.array_equal(half_precision(out), finite)


def test_a_number_of_single_precision_stays_as_it_is() -> None:
    numbers, out = np.array([0.1, -7.25, 1e-30], np.float32), np.empty(3, np.float32)
    widen_all(numbers, out)
    assert np.array_equal(out, numbers)


@pytest.mark.parametrize("setting", ["CPU_NAME", "CPU_FEATURES"])
def test_code_for_another_processor_is_not_asked_to(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setattr(config, setting, "generic")
    assert not processor_widens()
