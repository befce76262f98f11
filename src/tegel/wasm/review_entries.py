"""What a review asks of the compiled code beside searches: other draws, the end of a game, and random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.chance import threefry
from ..core.game import MOST_SEATS, Game
from ..search import heuristics
from ..search.heuristics import SEATS
from ..search.review import draws
from .entry import Entry, Number, Numbers, Record, carray
from .rules_entries import WORDS


def review_entries(game: Game) -> list[Entry]:
    """The entry points of a review."""
    state, key, number, shares = Record("state", game.dtype), Numbers("u8"), Number("i4"), Numbers("f8")

    def redraw(state: Any, key: Any) -> None:
        """Draw anew, with this key, what no seat has seen."""
        draws.redraw(carray(state, 1)[0], carray(key, WORDS))

    def random_words(key: Any, count: Any, words: Any) -> None:
        """Four words of 64 random bits, of this key, at this count."""
        given, none = carray(key, WORDS), np.uint64(0)
        found = threefry(given[0], given[1], given[2], given[3], np.uint64(count), none, none, none)
        out = carray(words, WORDS)
        out[0], out[1], out[2], out[3] = found

    def may_end(state: Any) -> Any:
        return heuristics.may_end(carray(state, 1)[0])

    def outcome(state: Any, win: Any, points: Any) -> None:
        """Every seat's part of the victory, and its points, of a game that is over."""
        numbers = np.zeros((2, MOST_SEATS), np.int16)
        heuristics.outcome(carray(state, 1)[0], numbers, carray(win, SEATS), carray(points, SEATS))

    return [
        Entry(redraw, {"state": state, "key": key}, returns=False),
        Entry(random_words, {"key": key, "count": number, "words": key}, returns=False),
        Entry(may_end, {"state": state}, returns=True),
        Entry(outcome, {"state": state, "win": shares, "points": shares}, returns=False, allocates=True),
    ]
