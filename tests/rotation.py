"""Long tests that ask the same of every game or language: one of them in each run, another with another seed; all in `make test-long`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

import pytest

Item = TypeVar("Item")
rotates = pytest.mark.rotates


def choose_one_of_each(items: Iterable[Item], function: Callable[[Item], str], seed: str) -> list[Item]:
    """Of all tests of the same function, one.

    >>> names = ["a[azul]", "b[nl]", "a[duel]", "b[fr]"]
    >>> choose_one_of_each(names, lambda name: name[0], "2"), choose_one_of_each(names, lambda name: name[0], "5")
    (['a[duel]', 'b[fr]'], ['a[azul]', 'b[nl]'])
    """
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(function(item), []).append(item)
    return [Random(f"{seed} {name}").choice(group) for name, group in groups.items()]
