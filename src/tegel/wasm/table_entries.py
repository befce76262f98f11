"""What a table in the browser asks of the rules beside playing: whether a move can be taken back, and what it would do."""

from __future__ import annotations

from typing import Any

from ..core import generic
from ..core.game import MOST_SEATS, Game
from ..core.previews import preview_first
from ..core.story import STORY
from ..core.takeback import reveals_first
from .entry import Entry, Number, Numbers, Record, carray
from .rules_entries import WORDS


def table_entries(game: Game) -> list[Entry]:
    """The entry points of a table. Both that take two states need the second for their work, and change the first."""
    states, stories = Record("state", game.dtype), Record("story", STORY)
    key, number, points = Numbers("u8"), Number("i4"), Numbers("i2")

    def only_move(state: Any) -> Any:
        return generic.only_move(carray(state, 1)[0])

    def reveals(states: Any, key: Any, move: Any) -> Any:
        return 1 if reveals_first(carray(states, 2), carray(key, WORDS), move) else 0

    def preview(states: Any, key: Any, moves: Any, points: Any, places: Any, stories: Any) -> None:
        """For one move, or -1 for none; the second story tells what would be scored."""
        told = carray(stories, (1, 2))
        scored, placed = carray(points, (1, MOST_SEATS)), carray(places, MOST_SEATS)
        preview_first(carray(states, 2), carray(key, WORDS), carray(moves, 1), scored, placed, told)

    return [
        Entry(only_move, {"state": states}, returns=True),
        Entry(reveals, {"states": states, "key": key, "move": number}, returns=True),
        Entry(
            preview,
            {"states": states, "key": key, "moves": Numbers("i8"), "points": points, "places": points, "stories": stories},
            returns=False,
        ),
    ]
