"""Long tests that not every run of all tests makes: others with another seed, every one of them in `make test-long` or when asked for.

`rotates`: of the tests of one function, which ask the same of every game or language, one. `in_turn`: of these tests every run makes an
eighth; so it does of all that are listed as slow (`tests/slow.py`), and of most of those in a browser (`tests/web/conftest.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import TypeVar

import pytest

from tests.slow import is_slow

TURNS = 8  # one run of so many makes a test that is made in turn
Item = TypeVar("Item")
rotates = pytest.mark.rotates
in_turn = pytest.mark.in_turn


def leave_out(items: list[pytest.Item], seed: str) -> set[pytest.Item]:
    """The tests that a run with this seed does without."""
    rotating = [item for item in items if item.get_closest_marker("rotates")]
    chosen = set(choose_one_of_each(rotating, lambda item: item.nodeid.partition("[")[0], seed))
    others = {item for item in rotating if item not in chosen}
    long = {item for item in items if item.get_closest_marker("in_turn") or (is_slow(item.nodeid) and item not in chosen)}
    turning = {item.nodeid: item for item in long - others}
    browser = {name for name in turning if name.startswith("tests/web/")}
    due = choose_due(browser, seed) | choose_due(turning.keys() - browser, seed)
    return others | {item for name, item in turning.items() if name not in due}


def choose_due(names: Collection[str], seed: str) -> set[str]:
    """Of tests that are made in turn, those that a run with this seed makes: as many with every seed.

    >>> [sorted(choose_due([f"test_{letter}" for letter in "abcdefghijklmnop"], seed)) for seed in ("1", "2")]
    [['test_h', 'test_p'], ['test_k', 'test_m']]
    """
    return set(Random(seed).sample(sorted(names), math.ceil(len(names) / TURNS)))


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
