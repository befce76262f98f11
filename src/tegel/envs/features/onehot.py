"""The vector as a network likes it: float32, a one for what is there and zeros for what could have been.

A number that can have few values becomes as many columns, of which one is 1. A number that is 0 or 1 stays one column, and one that can
have very many values (points, the round) becomes one column, in hundreds.

>>> from tegel.core.game import find_game
>>> from tegel.envs.features import layout_of
>>> code = one_hot_of(layout_of(find_game("azul")))
>>> code.size, int(code.columns(0).stop), code.dtype.__name__
(1305, 3, 'float32')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...core.compiled import rule
from .layout import Layout

DTYPE = np.float32
MOST_COLUMNS = 64  # of one number
HUNDREDS = 100


@rule
def _write(vectors: Any, low: Any, starts: Any, widths: Any, divisors: Any, out: Any) -> None:
    for row in range(len(vectors)):
        for column in range(out.shape[1]):
            out[row, column] = 0
        for at in range(vectors.shape[1]):
            value = vectors[row, at] - low[at]
            if widths[at] == 1:
                out[row, starts[at]] = value / divisors[at]
            elif 0 <= value < widths[at]:
                out[row, starts[at] + value] = 1


@dataclass(frozen=True, eq=False)
class OneHot:
    """Where every number of a vector goes."""

    low: Any  # the least value of each number
    starts: Any  # its first column
    widths: Any  # how many columns it has
    divisors: Any  # by what it is divided where it has one column
    lowest: Any  # the bounds of every column
    highest: Any

    dtype = DTYPE

    @property
    def size(self) -> int:
        """How many columns there are."""
        return len(self.lowest)

    def columns(self, at: int) -> slice:
        """The columns of a number of the vector."""
        return slice(self.starts[at], self.starts[at] + self.widths[at])

    def write(self, vectors: Any, out: Any) -> None:
        """Fill an array, N x size, from vectors, N rows of them."""
        _write(vectors, self.low, self.starts, self.widths, self.divisors, out)

    def of(self, vectors: Any) -> Any:
        """A vector, or rows of them, as columns of zeros and ones."""
        rows = np.atleast_2d(vectors)
        out = np.empty((len(rows), self.size), DTYPE)
        self.write(rows, out)
        return out.reshape(*vectors.shape[:-1], self.size)


@cache
def _from_bounds(bounds: tuple[tuple[int, int, int], ...]) -> OneHot:
    low, high = (np.repeat([bound[n] for bound in bounds], [bound[2] for bound in bounds]) for n in (0, 1))
    values = high - low + 1
    many = values > MOST_COLUMNS
    widths = np.where(many | (values <= 2), 1, values)
    starts = np.cumsum(widths) - widths
    divisors = np.where(many, HUNDREDS, 1)
    base = np.where(many, 0, low)
    lowest, highest = np.zeros(int(widths.sum()), DTYPE), np.ones(int(widths.sum()), DTYPE)
    lowest[starts[many]], highest[starts[many]] = low[many] / HUNDREDS, high[many] / HUNDREDS
    return OneHot(base.astype(np.int16), starts, widths, divisors.astype(DTYPE), lowest, highest)


def one_hot_of(layout: Layout) -> OneHot:
    """How the vectors of a game become zeros and ones."""
    return _from_bounds(tuple((field.low, field.high, field.size) for field in layout.fields))
