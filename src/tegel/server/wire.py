"""The network's end of a game's socket. uvicorn does the handshake, the pings and the farewell; frames are taken and given here, directly.

A move is two or three frames to two or more people. Through the framework each would be a message, a queue and a task of its own, which
took longer than the move. Here frames come in as bytes, and what goes to one person in one turn of the loop goes out together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "tegel.wire"  # among the extensions of an ASGI scope
UNREAD = 32  # frames that may wait for us before we stop reading
UNSENT = 512 * 1024  # bytes that may wait for the other side before we give it up
TEXT = 0x81  # a whole frame of text

COME_BACK, GOING_AWAY = 1013, 1001  # why a socket is closed


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._frames: deque[bytes] | None = None  # None until a game has taken the wire
        self._reader: asyncio.Future[None] | None = None
        self._unsent: list[bytes] = []
        self.queue = _Events(self)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def take(self) -> None:
        """From now on frames are asked for with `next`."""
        self._frames = deque()

    async def next(self) -> bytes | None:
        """The next frame, or None when the other side has gone."""
        assert self._frames is not None
        while not self._frames:
            if self.ended:
                return None
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
            self._reader = self.loop.create_future()
            await self._reader
        return self._frames.popleft()

    @property
    def ended(self) -> bool:
        """Whether nothing more can be sent."""
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def wake(self) -> None:
        """Let `next` look again."""
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def send_receive_event_to_app(self) -> None:
        if self._frames is None:
            super().send_receive_event_to_app()
            return
        self._frames.append(b"".join(self.frames))
        self.frames = []
        self.wake()
        if len(self._frames) > UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def post(self, frame: bytes) -> None:
        """Send a frame of text, together with all others of this turn of the loop; never waits."""
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(_head(len(frame)))
        self._unsent.append(frame)

    def _flush(self) -> None:
        data, self._unsent = b"".join(self._unsent), []
        if self.ended or not data:
            return
        self.transport.write(data)
        if self.transport.get_write_buffer_size() > UNSENT:
            self.end(COME_BACK)
            self.transport.abort()

    def end(self, code: int) -> None:
        """Say goodbye; the rest of the connection is uvicorn's."""
        self._flush()
        if self.ended:
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.wake()

    def shutdown(self) -> None:
        if self._frames is not None:
            self.end(GOING_AWAY)
        super().shutdown()


class _Events(asyncio.Queue[Any]):
    """uvicorn's queue of events; each of them may be the end."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire

    def put_nowait(self, item: Any) -> None:
        super().put_nowait(item)
        self._wire.wake()


def _head(size: int) -> bytes:
    """What comes before a frame of text of this many bytes."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
