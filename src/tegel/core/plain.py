"""Records as plain Python: a dict of numbers, lists and dicts, much quicker to read than the record itself."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain(record: Any) -> dict[str, Any]:
    """All fields of a record.

    >>> board = np.dtype([("score", "i2"), ("line", "i1", (2,))])
    >>> plain(np.zeros(1, np.dtype([("turn", "i1"), ("boards", board, (1,))]))[0])
    {'turn': 0, 'boards': [{'score': 0, 'line': [0, 0]}]}
    """
    return _named(record.dtype, record.tolist())


def _named(dtype: np.dtype[Any], values: tuple[Any, ...]) -> dict[str, Any]:
    return {name: _plain_field(dtype[name], value) for name, value in zip(dtype.names or (), values, strict=True)}


def _plain_field(dtype: np.dtype[Any], value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value = value.tolist()
        if dtype.base.names:
            return [_named(dtype.base, item) for item in value]
    return value
