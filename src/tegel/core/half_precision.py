"""Numbers of half precision inside compiled code: arrays of them take half the memory, so they come sooner.

Numba knows no such numbers on a CPU, so they are handed over as their 16 bits. `to_single` makes a number of them, exactly, with the
instruction that nearly all processors have for it; numbers of single precision pass through unchanged.
"""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic

from .compiled import INTERPRETED

ARM = ("aarch64", "arm64")  # all of which have the instruction; others say so by their features

if TYPE_CHECKING or INTERPRETED:

    def to_single(number: Any) -> Any:
        """The number that 16 bits stand for; one of single precision as it is."""
        return number

else:

    @intrinsic
    def to_single(typing, number):
        def from_bits(context, builder, signature, values):
            return builder.fpext(builder.bitcast(values[0], ir.HalfType()), ir.FloatType())

        def unchanged(context, builder, signature, values):
            return values[0]

        return types.float32(number), from_bits if number == types.uint16 else unchanged


def processor_widens() -> bool:
    """Whether this processor has the instruction. Where code is compiled for another one, or not at all, it is not asked for."""
    compiled_for: Any = config  # whose settings Numba does not describe
    if INTERPRETED or compiled_for.CPU_NAME or compiled_for.CPU_FEATURES:
        return False
    return platform.machine().lower() in ARM or bool(binding.get_host_cpu_features().get("f16c"))


def half_precision(numbers: Any) -> Any:
    """The bits of numbers, rounded to half precision."""
    return numbers.astype(np.float16).view(np.uint16)
