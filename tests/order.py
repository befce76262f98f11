"""In which order the workers of a test run meet the tests.

Every worker has a part of the list; whoever is done takes over from the end of another's part. Each part begins with its share of the tests
in a browser: they take longest, and a long test at the end would keep one worker busy while the others have nothing left. What a test
needs compiled depends mostly on its game, so the tests of one game follow: two workers then seldom compile the same at the same time. The
rest, file by file, fills the parts up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def game_of(test: str, games: Sequence[str]) -> str | None:
    """The game that a test is about, by its name; servers and browsers serve all of them.

    >>> game_of("tests/test_oracle.py::test_agree[duel-1f2f3f-0]", ["azul", "duel"])
    'duel'
    >>> game_of("src/tegel/games/azul/moves.py::tegel.games.azul.moves.code", ["azul", "duel"])
    'azul'
    >>> game_of("tests/web/test_games.py::test_whole_game[azul]", ["azul", "duel"])
    """
    if test.startswith(("tests/server/", "tests/web/")):
        return None
    found = re.search(rf"(?<![a-z])({'|'.join(games)})(?![a-z])", test)
    return found[1] if found else None


def arrange(items: list[Item], name: Callable[[Item], str], games: Sequence[str], workers: int) -> list[Item]:
    """The tests in as many parts as there are workers, one after the other.

    >>> names = {"a": "azul", "b": "duel", "w": "tests/web/"}
    >>> arrange(["a1", "b1", "x", "a2", "y", "w1", "w2", "w3"], lambda item: names.get(item[0], ""), ["azul", "duel"], 2)
    ['w1', 'a1', 'a2', 'x', 'w2', 'w3', 'b1', 'y']
    """
    groups: dict[str | None, list[Item]] = {game: [] for game in [None, *games]}
    for item in items:
        groups[game_of(name(item), games)].append(item)
    shared = groups.pop(None)
    browser = [item for item in shared if name(item).startswith("tests/web/")]
    rest = [item for item in shared if not name(item).startswith("tests/web/")]
    arranged: list[Item] = []
    for at in range(workers):
        first = browser[at * len(browser) // workers : (at + 1) * len(browser) // workers]
        then = [item for group in list(groups.values())[at::workers] for item in group]
        end = (at + 1) * len(items) // workers  # where this worker's part ends
        room = max(0, end - len(arranged) - len(first) - len(then)) if at < workers - 1 else len(rest)
        arranged += first + then + rest[:room]
        rest = rest[room:]
    return arranged
