"""`rule`, the decorator that compiles a rules function.

With ``NUMBA_DISABLE_JIT=1`` the same functions run interpreted, for debugging.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from . import compile_notice, deferred_codegen, disk_cache, integers

P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
if INTERPRETED:
    np.seterr(over="ignore")  # the random numbers wrap around on purpose
else:
    compile_notice.install()
    if deferred_codegen.wanted():
        deferred_codegen.install()


if TYPE_CHECKING or INTERPRETED:

    def once() -> None:
        """Called in a long rule with many callers: its code is kept once and called, never copied into them.

        On a GPU it is the length of the code that decides the speed.
        """

else:

    @intrinsic
    def once(typing):
        def generate(context, builder, signature, values):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate


if TYPE_CHECKING:

    def rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function of the rules."""

    def busy_rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function in which much of the time is spent."""

    def loose_rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that may add in any order."""

else:

    def rule(function, busy=False, **more):
        """Compile a function of the rules: for the CPU at its first call, and inside any kernel that calls it."""
        compiled = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **more)(function)
        if not INTERPRETED:
            disk_cache.keep(compiled)
            integers.widen_arguments(compiled)
        return deferred_codegen.claim(compiled, busy)

    def busy_rule(function):
        """The same where much of the time is spent: it is optimised before it becomes part of others, and once more there."""
        return rule(function, busy=True)

    def loose_rule(function):
        """The same for a function that adds many numbers, in whatever order is quickest: the last digits may differ between machines."""
        return rule(function, fastmath={"contract", "reassoc", "nsz"})
