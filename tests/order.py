"""In which order the workers of a test run meet the tests.

Every worker begins with a part of the list. What a test needs compiled depends mostly on its game, so each part begins with one game's
tests: two workers then seldom compile the same at the same time. The rest, file by file, fills the parts up; whoever is done takes over.
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


def arrange(items: list[Item], name: Callable[[Item], str], games: Sequence[str]) -> list[Item]:
    """
    >>> names = {"a": "azul", "b": "duel"}
    >>> arrange(["a1", "b1", "x", "a2", "y", "b2", "z", "b3", "b4"], lambda item: names.get(item[0], ""), ["azul", "duel"])
    ['a1', 'a2', 'x', 'y', 'b1', 'b2', 'b3', 'b4', 'z']
    """
    groups: dict[str | None, list[Item]] = {game: [] for game in [None, *games]}
    for item in items:
        groups[game_of(name(item), games)].append(item)
    rest, size = groups.pop(None), len(items) // len(games)
    arranged: list[Item] = []
    for group in groups.values():
        room = max(0, size - len(group))
        arranged += group + rest[:room]
        rest = rest[room:]
    return arranged + rest
