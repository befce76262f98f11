"""One connection to `tegel serve`, as the application meets it: counted, timed, and cut when the other side does not read.

Under another server there is none, and that server's own limits hold.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextvars import ContextVar
from typing import Any

from .settings import Caps
from .who import network_of


class Counts:
    """Open connections, in all and of each network."""

    def __init__(self) -> None:
        self.all = 0
        self.of_network: Counter[str] = Counter()


class Passage:
    """One connection while HTTP is spoken on it."""

    def __init__(self, transport: asyncio.Transport, caps: Caps, counts: Counts) -> None:
        peer: Any = transport.get_extra_info("peername")
        self._transport = transport
        self._caps = caps
        self._counts = counts
        self._network = network_of(peer[0]) if isinstance(peer, tuple) else ""
        self._busy = 0
        self._timer: asyncio.TimerHandle | None = None
        self._counted = False
        self.waiting = 0  # bytes that have come since a request was last handled

    def enter(self) -> bool:
        """Count the connection; False when there are too many."""
        if self._counts.all >= self._caps.connections or self._counts.of_network[self._network] >= self._caps.connections_of_network:
            return False
        self._counts.all += 1
        self._counts.of_network[self._network] += 1
        self._counted = True
        self._await_request()
        return True

    def begin(self, socket: bool) -> None:
        """A request is being handled; one that becomes a socket is counted among those from now on."""
        self._busy += 1
        self.waiting = 0
        self._stop_timer()
        if socket:
            self.leave()

    def end(self) -> None:
        """It has been answered; the next one may come."""
        self._busy -= 1
        if not self._busy and self._counted:
            self._await_request()

    def leave(self) -> None:
        """The connection is lost, or no longer HTTP."""
        self._stop_timer()
        if self._counted:
            self._counted = False
            self._counts.all -= 1
            self._counts.of_network[self._network] -= 1
            if not self._counts.of_network[self._network]:
                del self._counts.of_network[self._network]

    def abort(self) -> None:
        """Cut it, whatever is still on its way."""
        self._transport.abort()

    def _await_request(self) -> None:
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(self._caps.head, self.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


PASSAGE: ContextVar[Passage | None] = ContextVar("PASSAGE", default=None)  # of the request being handled
