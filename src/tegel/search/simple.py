"""The two players that do not search: one moves at random, a greedy one looks one move ahead at the points."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.generic import apply, result, score_now
from ..core.view import View
from .search_result import SearchResult, chosen_alone


class RandomPlayer:
    """Any legal move, each as likely as the other."""

    kind = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._source = random.Random(seed)

    def decide(self, view: View) -> int:
        return self._source.choice(view.legal)

    def think(self, view: View) -> SearchResult:
        """The move alone: it expects nothing."""
        return chosen_alone(view, self.decide(view))


class GreedyPlayer:
    """The move after which the points, if play stopped there, are best compared with the best opponent's."""

    kind = "greedy"

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

    def think(self, view: View) -> SearchResult:
        """The move alone: it expects nothing."""
        return chosen_alone(view, self.decide(view))


@rule
def look_ahead(state: Any, legal: Any, scratch: Any, points: Any, places: Any, seat: int, sign: int, leads: Any) -> None:
    """For each move the lead over the best other seat if everything were scored right after it."""
    for at in range(len(legal)):
        scratch[0] = state
        after = scratch[0]
        apply(after, legal[at])
        score_now(after, None)
        result(after, points, places)
        best = -(1 << 20)
        for other in range(after.players):
            if other != seat:
                best = max(best, sign * points[other])
        leads[at] = sign * points[seat] - best
