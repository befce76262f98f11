"""A player that searches with a fixed budget a move."""

from __future__ import annotations

import random

from ..core.errors import BadOption
from ..core.view import View
from .named_networks import network_named
from .network import Network, shipped_network
from .search_result import SearchResult
from .settings import Budget
from .think import think


class SearchPlayer:
    """Searches with a fixed budget a move and plays the best; with a network if asked for: the game's, or the one that has a hash."""

    def __init__(self, budget: Budget, seed: int | None = None, learned: bool = False, network: str = "") -> None:
        self.budget, self.learned = budget, learned
        self.kind = "learned" if learned else "search"
        self._named = network
        self._source = random.Random(seed)

    def decide(self, view: View) -> int:
        return self.think(view).move

    def think(self, view: View) -> SearchResult:
        seed = self._source.getrandbits(64)
        return think(view, self.budget, seed=seed, network=self._network(view) if self.learned else None)

    def _network(self, view: View) -> Network:
        network = network_named(view.game, self._named) if self._named else shipped_network(view.game, view.players)
        if network is None:
            raise BadOption(f"no network for {view.game.name} came with this package; search:N plays without one")
        return network
