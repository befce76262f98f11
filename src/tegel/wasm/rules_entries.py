"""The rules of a game for the browser: one entry point for each generic function, and random play to compare machines by."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import generic
from ..core.game import MOST_SEATS, Game
from ..core.playout import play_games
from ..core.story import STORY
from .entry import Entry, Number, Numbers, Record, carray

WORDS = 4  # of a key


def rules_entries(game: Game) -> list[Entry]:
    """The entry points of a game's rules."""
    state, story = Record("state", game.dtype), Record("story", STORY)
    moves, key, points = Numbers("i2"), Numbers("u8"), Numbers("i2")
    number = Number("i4")
    most_legal = game.most_legal

    def setup(state: Any, key: Any) -> None:
        generic.setup(carray(state, 1)[0], carray(key, WORDS))

    def legal(state: Any, moves: Any) -> Any:
        return generic.legal(carray(state, 1)[0], carray(moves, most_legal))

    def apply(state: Any, move: Any, story: Any) -> None:
        told = carray(story, 1)[0]
        told.length = 0
        told.moved = 0
        generic.apply(carray(state, 1)[0], move, told)

    def result(state: Any, points: Any, places: Any) -> None:
        generic.result(carray(state, 1)[0], carray(points, MOST_SEATS), carray(places, MOST_SEATS))

    def score_now(state: Any, story: Any) -> None:
        told = carray(story, 1)[0]
        told.length = 0
        told.moved = 0
        generic.score_now(carray(state, 1)[0], told)

    def hide(state: Any, viewer: Any) -> None:
        generic.hide(carray(state, 1)[0], viewer)

    def sample(state: Any, viewer: Any, key: Any) -> None:
        generic.sample(carray(state, 1)[0], viewer, carray(key, WORDS))

    def check(state: Any) -> Any:
        return generic.check(carray(state, 1)[0])

    def random_games(state: Any, games: Any, seed: Any) -> Any:
        """Plays games and writes their signature over the seed; returns how many moves were made."""
        moves = np.empty(most_legal, np.int16)
        points, places = np.empty(MOST_SEATS, np.int16), np.empty(MOST_SEATS, np.int16)
        made, signature = play_games(carray(state, 1)[0], moves, points, places, games, carray(seed, 1)[0])
        carray(seed, 1)[0] = signature
        return made

    return [
        Entry(setup, {"state": state, "key": key}, returns=False),
        Entry(legal, {"state": state, "moves": moves}, returns=True),
        Entry(apply, {"state": state, "move": number, "story": story}, returns=False),
        Entry(result, {"state": state, "points": points, "places": points}, returns=False),
        Entry(score_now, {"state": state, "story": story}, returns=False),
        Entry(hide, {"state": state, "viewer": number}, returns=False),
        Entry(sample, {"state": state, "viewer": number, "key": key}, returns=False),
        Entry(check, {"state": state}, returns=True),
        Entry(random_games, {"state": state, "games": number, "seed": Numbers("u8")}, returns=True, allocates=True),
    ]
