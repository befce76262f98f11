"""Records as plain Python: a dict of numbers, lists and dicts, much quicker to read than the record itself."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from .dispatch import dtype_of

LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}  # of struct


def plain(record: Any) -> dict[str, Any]:
    """All fields of a record.

    >>> board = np.dtype([("score", "i2"), ("line", "i1", (2,))])
    >>> plain(np.zeros(1, np.dtype([("turn", "i1"), ("boards", board, (1,))]))[0])
    {'turn': 0, 'boards': [{'score': 0, 'line': [0, 0]}]}
    """
    unpack, name_all = _reader(dtype_of(record))
    return name_all(unpack(np.generic.tobytes(record)))


@cache
def _reader(dtype: np.dtype[Any]) -> tuple[Callable[[bytes], tuple[Any, ...]], Callable[[tuple[Any, ...]], dict[str, Any]]]:
    """What takes a record's bytes apart into numbers, and one expression that puts these together again by name."""
    letters = ["="]
    expression = _expression(dtype, letters, count())
    return struct.Struct("".join(letters)).unpack, eval(f"lambda numbers: {expression}")


def _expression(dtype: np.dtype[Any], letters: list[str], places: Iterator[int]) -> str:
    if dtype.subdtype:
        base, shape = dtype.subdtype
        if len(shape) == 1 and not base.fields:
            letters.append(f"{shape[0]}{LETTERS[base.str[1:]]}")
            first, *_ = [next(places) for _ in range(shape[0])]
            return f"[*numbers[{first}:{first + shape[0]}]]"
        inner = np.dtype((base, shape[1:])) if shape[1:] else base
        return f"[{', '.join(_expression(inner, letters, places) for _ in range(shape[0]))}]"
    if not dtype.fields:
        letters.append(LETTERS[dtype.str[1:]])
        return f"numbers[{next(places)}]"
    fields, at = [], 0
    for name, (field, offset, *_) in dtype.fields.items():
        letters.append(f"{offset - at}x")
        fields.append(f"{name!r}: {_expression(field, letters, places)}")
        at = offset + field.itemsize
    letters.append(f"{dtype.itemsize - at}x")
    return f"{{{', '.join(fields)}}}"
