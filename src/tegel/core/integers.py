"""One version of a function for all kinds of signed integers: compiled functions hand each other 64 bits.

Numba compiles a function anew for every combination of its arguments' types: a count from a board of bytes, a loop's index and a constant
are three. The values are the same, so narrower ones are widened at the call, which costs nothing once the call is inlined.
"""

from __future__ import annotations

from typing import Any

from numba import types


def widened(given: Any) -> Any:
    """The type an argument is handed over as.

    >>> from numba import types
    >>> widened(types.int8), widened(types.literal(3)), widened(types.UniTuple(types.int16, 2))
    (int64, int64, UniTuple(int64, 2))
    >>> widened(types.uint8), widened(types.boolean)
    (uint8, bool)
    """
    kinds: Any = types  # which Numba does not describe
    if isinstance(given, kinds.Integer) and given.signed:
        return kinds.int64
    if isinstance(given, kinds.BaseTuple) and not isinstance(given, kinds.BaseNamedTuple):
        return kinds.Tuple(tuple(map(widened, given.types)))
    return given


def widen_arguments(function: Any) -> Any:
    """Let compiled functions call this one with 64-bit integers alone."""
    find = getattr(function, "get_call_template", None)
    if find is None:
        return function  # a Numba without it compiles several versions, which work as well

    def find_widened(arguments: Any, named: Any) -> Any:
        return find(tuple(map(widened, arguments)), {name: widened(given) for name, given in named.items()})

    function.get_call_template = find_widened
    return function
