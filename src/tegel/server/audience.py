"""Those who watch a game: sockets and streams, each seeing as one seat in one language.

A listener that does not read is let go; it comes back and catches up.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from .answers import Presence
from .listener import COME_BACK, Listener
from .room import Room
from .who import Who

UNSENT = 512 * 1024  # bytes a stream may lag behind


class Line(Protocol):
    """What carries frames to a socket."""

    def post(self, frame: bytes) -> None:
        """Send a frame of text; never waits."""

    def end(self, code: int) -> None:
        """Close."""


class SocketListener(Listener):
    """At the other end of a socket."""

    def __init__(self, who: Who, seat: int, language: str, line: Line) -> None:
        super().__init__(who, seat, language)
        self._line = line

    def send(self, frame: bytes) -> None:
        self._line.post(frame)

    def end(self, code: int = COME_BACK) -> None:
        self._line.end(code)


class StreamListener(Listener):
    """At the other end of a stream, with a queue."""

    def __init__(self, who: Who, seat: int, language: str) -> None:
        super().__init__(who, seat, language)
        self._ended = False
        self._size = 0
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        if self._ended:
            return
        self._size += len(frame)
        if self._size > UNSENT:
            self.end()
        else:
            self._frames.put_nowait(frame)

    def end(self, code: int = COME_BACK) -> None:
        self._ended = True
        while not self._frames.empty():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next frame, or None at the end."""
        frame = await self._frames.get()
        self._size -= len(frame or b"")
        return frame


def present(room: Room) -> Presence:
    """Which seats somebody is at, and how many watch. A person present is present for all of their seats."""
    seats = [seat.bot is not None for seat in room.seats]
    watchers = 0
    for listener in room.listeners:
        own = room.seats_of(listener.who)
        for seat in own:
            seats[seat] = True
        watchers += not own
    return Presence(seats, watchers)
