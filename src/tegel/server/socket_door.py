"""The sockets of `tegel serve`: how many frames of any kind one may send, and a short way for the frames of a game.

What a message costs is counted where it is read. Pings, pongs and pieces of messages never get that far, and what arrives after the server
has closed is thrown away; but all of it is taken apart, and everybody waits meanwhile. So every frame is counted as it comes off the wire.
A game takes its frames from here and gives them here, past the queues of ASGI (see `direct_wire`).
This reaches into uvicorn, so it is used only with a version it knows; with any other, sockets work without it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .direct_wire import DirectWire
from .limits import Buckets
from .listener import TOO_LARGE, TOO_MANY
from .wire import DIRECT, FAREWELL

KNOWN = "0.54."
EACH_SECOND = 100  # several times what the limits allow in messages
BURST = 400
PART = 512  # bytes taken apart before frames are counted again: at most 85 of them
PIECES = 1_000  # of one message; empty ones have no size


def known_version() -> bool:
    """Whether this uvicorn's protocol is the one that is extended here."""
    return uvicorn.__version__.startswith(KNOWN)


def make_socket_protocol(factor: float) -> type[asyncio.Protocol]:
    """The server's WebSocket protocol; the factor multiplies how many frames may come."""
    if not known_version():
        return WebSocketsSansIOProtocol

    class SocketDoor(WebSocketsSansIOProtocol):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._allowed = Buckets(BURST * factor, EACH_SECOND * factor)
            self._wire: DirectWire | None = None  # of the game that has taken this socket

        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            if not self.close_sent:
                extensions: Any = self.scope["extensions"]
                extensions[DIRECT] = self._open_wire

        def _open_wire(self) -> DirectWire:
            """From now on frames go to a game."""
            self._wire = DirectWire(self.transport, self._say_goodbye)
            return self._wire

        def send_receive_event_to_app(self) -> None:
            if self._wire is None:
                super().send_receive_event_to_app()
                return
            frame, self.frames = b"".join(self.frames), []
            if not self.close_sent:
                self._wire.receive(frame)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self._wire is not None:
                self._wire.lose()

        def data_received(self, data: bytes) -> None:
            for at in range(0, len(data), PART):
                if self.transport.is_closing():
                    return
                self._read(data[at : at + PART])

        def _read(self, part: bytes) -> None:
            self.conn.receive_data(part)
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            now = self.loop.time()
            frames = len(self.conn.events)
            if self._allowed.wait("", frames, now) > 0:
                self._cut(TOO_MANY)
                return
            self._allowed.take("", frames, now)
            self.handle_events()
            if len(self.frames) > PIECES:
                self._cut(TOO_LARGE)

        def _cut(self, code: int) -> None:
            """Say why where that is still possible, and read nothing more."""
            if self.handshake_complete and not self.close_sent:
                self._say_goodbye(code)
            self.close_sent = True
            self.transport.close()

        def _say_goodbye(self, code: int) -> None:
            """Whoever does not read is not waited for."""
            if self.close_sent or self.transport.is_closing():
                return
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)

    return SocketDoor
