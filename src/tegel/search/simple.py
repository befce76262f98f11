"""Computer players by their names; and the two simple ones: one moves at random, a greedy one looks one move ahead at the points."""

from __future__ import annotations

import random
import re
from typing import Any, Protocol

import numpy as np

from ..core.compiled import rule
from ..core.errors import BadOption
from ..core.generic import apply, result, score_now
from ..core.view import View

LEVELS = range(1, 9)
PLAYERS = ("random", "greedy", *(f"level:{level}" for level in LEVELS))  # weakest first
SEARCH = re.compile(
    r"(search|learned):([1-9][0-9]{0,7}|[0-9]{1,3}(\.[0-9]{1,3})?s)"
)  # a search with so many simulations, or so long, a move
OTHERS = "search:N or learned:N with N simulations a move, or with a time such as learned:0.5s; learned players use a network"


class Player(Protocol):
    """Anything that can take a seat: it is shown a view and names a legal move."""

    def decide(self, view: View) -> int:
        """The number of a legal move."""
        ...


class RandomPlayer:
    """Any legal move, each as likely as the other."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = random.Random(seed)

    def decide(self, view: View) -> int:
        return self._source.choice(view.legal)


class GreedyPlayer:
    """The move after which the points, if play stopped there, are best compared with the best opponent's."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = random.Random(seed)

    def decide(self, view: View) -> int:
        bits = self._source.getrandbits
        imagined = view.imagine((bits(64), bits(64), bits(64), bits(64)))
        legal = np.array(view.legal, np.int16)
        leads = np.zeros(len(legal), np.int32)
        scratch = np.zeros(1, view.game.dtype)
        points, places = np.zeros(8, np.int16), np.zeros(8, np.int16)
        look_ahead(imagined, legal, scratch, points, places, view.seat, -1 if view.game.fewest_wins else 1, leads)
        best = np.flatnonzero(leads == leads.max())
        return int(legal[self._source.choice(best.tolist())])


@rule
def look_ahead(state: Any, legal: Any, scratch: Any, points: Any, places: Any, seat: int, sign: int, leads: Any) -> None:
    """For each move the lead over the best other seat if everything were scored right after it."""
    for at in range(len(legal)):
        scratch[0] = state
        after = scratch[0]
        apply(after, legal[at])
        score_now(after)
        result(after, points, places)
        best = -(1 << 20)
        for other in range(after.players):
            if other != seat:
                best = max(best, sign * points[other])
        leads[at] = sign * points[seat] - best


def is_player(name: str) -> bool:
    """Whether a computer player has this name.

    >>> is_player("level:5"), is_player("search:200"), is_player("learned:0.5s"), is_player("level:9")
    (True, True, True, False)
    """
    return name in PLAYERS or SEARCH.fullmatch(name) is not None


def find_player(name: str, seed: int | None = None) -> Player:
    """A computer player by its name: random, greedy, level:1 to level:8, search:N, learned:N."""
    if name == "random":
        return RandomPlayer(seed)
    if name == "greedy":
        return GreedyPlayer(seed)
    if not is_player(name):
        raise BadOption(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}, and {OTHERS}")
    from .levels import LevelPlayer, SearchPlayer
    from .settings import Budget

    kind, _, number = name.partition(":")
    if kind == "level":
        return LevelPlayer(int(number), seed)
    budget = Budget(seconds=float(number[:-1])) if number.endswith("s") else Budget(int(number))
    return SearchPlayer(budget, seed, learned=kind == "learned")
