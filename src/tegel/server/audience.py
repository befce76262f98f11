"""Those who watch a game: sockets and streams, each seeing as one seat in one language.

A listener that does not read is let go; it comes back and catches up.
"""

from __future__ import annotations

import asyncio

from .room import Room, Who
from .wire import COME_BACK, Wire

QUEUE = 200  # frames a stream may lag behind


class Listener:
    """Somebody who is told what happens."""

    def __init__(self, who: Who, seat: int, language: str) -> None:
        self.who = who
        self.seat = seat
        self.language = language

    def send(self, frame: bytes) -> None:
        """Tell something; never waits."""
        raise NotImplementedError

    def end(self, code: int = COME_BACK) -> None:
        """Nothing more will come."""
        raise NotImplementedError


class SocketListener(Listener):
    """At the other end of a socket."""

    def __init__(self, who: Who, seat: int, language: str, wire: Wire) -> None:
        super().__init__(who, seat, language)
        self._wire = wire

    def send(self, frame: bytes) -> None:
        self._wire.post(frame)

    def end(self, code: int = COME_BACK) -> None:
        self._wire.end(code)


class StreamListener(Listener):
    """At the other end of a stream, with a queue."""

    def __init__(self, who: Who, seat: int, language: str) -> None:
        super().__init__(who, seat, language)
        self._ended = False
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        if self._frames.qsize() >= QUEUE:
            self.end()
        elif not self._ended:
            self._frames.put_nowait(frame)

    def end(self, code: int = COME_BACK) -> None:
        self._ended = True
        while not self._frames.empty():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next frame, or None at the end."""
        return await self._frames.get()


def present(room: Room) -> dict[str, object]:
    """Which seats somebody is at, and how many watch. A person present is present for all of their seats."""
    seats = [seat.bot is not None for seat in room.seats]
    watchers = 0
    for listener in room.listeners:
        own = room.seats_of(listener.who)
        for seat in own:
            seats[seat] = True
        watchers += not own
    return {"seats": seats, "watchers": watchers}
