"""A player that searches with a fixed budget a move."""

from __future__ import annotations

import random

from ..core.errors import BadOption
from ..core.view import View
from .network import shipped_network
from .search_result import SearchResult
from .settings import Budget
from .think import think


class SearchPlayer:
    """Searches with a fixed budget a move and plays the best; with the network of the game, if asked for."""

    def __init__(self, budget: Budget, seed: int | None = None, learned: bool = False) -> None:
        self.budget, self.learned = budget, learned
        self.kind = "learned" if learned else "search"
        self._source = random.Random(seed)

    def decide(self, view: View) -> int:
        return self.think(view).move

    def think(self, view: View) -> SearchResult:
        seed = self._source.getrandbits(64)
        network = shipped_network(view.game, view.players) if self.learned else None
        if self.learned and network is None:
            raise BadOption(f"no network for {view.game.name} came with this package; search:N plays without one")
        return think(view, self.budget, seed=seed, network=network)
