"""What a player is: anything that can take a seat."""

from __future__ import annotations

from typing import Protocol

from ..core.view import View
from .search_result import SearchResult


class Decider(Protocol):
    """Anything that can take a seat: it is shown a view and names a legal move. Users' bots need no more."""

    def decide(self, view: View) -> int:
        """The number of a legal move."""
        ...


class Player(Decider, Protocol):
    """A computer player of ours, which can also be asked what it expects."""

    kind: str

    def think(self, view: View) -> SearchResult:
        """The move it would play, with win chances, points and the expected continuation, where it has them."""
        ...
