"""Those who watch a game: sockets and streams, each seeing as one seat in one language, each with its own queue.

A listener that does not read is let go; it comes back and catches up.
"""

from __future__ import annotations

import asyncio

from .room import Room, Who

QUEUE = 200  # frames a listener may lag behind


class Listener:
    """One end of a socket or stream."""

    def __init__(self, who: Who, seat: int, language: str) -> None:
        self.who = who
        self.seat = seat
        self.language = language
        self.lost = False  # it lagged too far behind
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE + 1)

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        if self.lost:
            return
        if self._frames.qsize() >= QUEUE:
            self.lost = True
            while not self._frames.empty():
                self._frames.get_nowait()
            self._frames.put_nowait(None)
        else:
            self._frames.put_nowait(frame)

    def end(self) -> None:
        """Nothing more will come."""
        if not self.lost:
            self.lost = True
            if self._frames.full():
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
