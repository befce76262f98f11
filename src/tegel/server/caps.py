"""How many may be connected at once, and how long they may take. A socket or a stream counts as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import Crowded
from .room import Room
from .settings import Caps
from .who import Who


class Crowd:
    """Everybody who holds a socket or a stream open, counted in every way that has a cap."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._all = 0
        self._of_network: Counter[str] = Counter()
        self._of_sender: Counter[str] = Counter()

    def require_connection(self, who: Who) -> None:
        """Whether one more may connect."""
        if self._all >= self._caps.sockets or self._of_network[who.network] >= self._caps.sockets_of_network:
            raise Crowded

    def require_listener(self, who: Who, room: Room | None) -> None:
        """Whether somebody may listen once more, to a game or in the lobby. Players of the game are let in however many watch."""
        if who.holder != who.network and self._of_sender[who.holder] >= self._caps.sockets_of_sender:
            raise Crowded
        if room is not None and not room.seats_of(who):
            if sum(not room.seats_of(listener.who) for listener in room.listeners) >= self._caps.watchers:
                raise Crowded

    @contextmanager
    def connected(self, who: Who) -> Iterator[None]:
        """As long as a connection lasts."""
        self.require_connection(who)
        self._all += 1
        self._of_network[who.network] += 1
        try:
            yield
        finally:
            self._all -= 1
            _less(self._of_network, who.network)

    @contextmanager
    def listening(self, who: Who, room: Room | None) -> Iterator[None]:
        """As long as somebody listens to a game, or in the lobby."""
        self.require_listener(who, room)
        self._of_sender[who.holder] += 1
        try:
            yield
        finally:
            _less(self._of_sender, who.holder)


def _less(counts: Counter[str], key: str) -> None:
    """One less; what is counted no more takes no memory."""
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
