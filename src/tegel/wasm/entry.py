"""What an entry point is: a compiled function that a browser calls, with plain numbers and the addresses of records in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

carray: Any = numba.carray  # type: ignore[attr-defined]  # an array at an address
Address: Any = types.CPointer


@dataclass(frozen=True)
class Record:
    """A record in memory, known by a name."""

    name: str
    dtype: np.dtype[Any]

    @property
    def type(self) -> Any:
        """The address of one or more of them."""
        return Address(numba.from_dtype(self.dtype))


@dataclass(frozen=True)
class Number:
    """A number, as NumPy names its type."""

    name: str

    @property
    def type(self) -> Any:
        return numba.from_dtype(np.dtype(self.name))


@dataclass(frozen=True)
class Numbers:
    """The address of numbers of one type."""

    name: str

    @property
    def type(self) -> Any:
        return Address(numba.from_dtype(np.dtype(self.name)))


Kind = Record | Number | Numbers


@dataclass(frozen=True)
class Entry:
    """A function for the browser: what it is called, what it takes, and whether it may ask the arena for memory."""

    function: Callable[..., Any]
    parameters: dict[str, Kind]
    returns: bool  # a whole number, or nothing
    allocates: bool = False

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def result(self) -> Any:
        """The type of its result."""
        return types.int32 if self.returns else types.none
