"""Long tests that not every run of all tests makes: others with another seed, every one of them in `make test-long` or when asked for.

`rotates`: of the tests of one function, which ask the same of every game or language, one. `in_turn`: each of these tests in one run of
six; so are all that are listed as slow (`tests/slow.py`), and most of those in a browser (`tests/web/conftest.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

import pytest

from tests.slow import is_slow

TURNS = 6  # one run of so many makes a test that is made in turn
Item = TypeVar("Item")
rotates = pytest.mark.rotates
in_turn = pytest.mark.in_turn


def leave_out(items: list[pytest.Item], seed: str) -> set[pytest.Item]:
    """The tests that a run with this seed does without."""
    rotating = [item for item in items if item.get_closest_marker("rotates")]
    chosen = set(choose_one_of_each(rotating, lambda item: item.nodeid.partition("[")[0], seed))
    turning = {item for item in items if item.get_closest_marker("in_turn") or (is_slow(item.nodeid) and item not in chosen)}
    later = {item for item in turning if not is_due(item.nodeid, seed)}
    return {item for item in rotating if item not in chosen} | later


def is_due(name: str, seed: str) -> bool:
    """Whether a test that is made in turn is made by a run with this seed.

    >>> [is_due("test_pace", seed) for seed in "abcdef"]
    [False, False, True, False, False, False]
    """
    return Random(f"{seed} {name}").randrange(TURNS) == 0


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
