"""How many frames of any kind a socket of `tegel serve` may send.

What a message costs is counted where it is read. Pings, pongs and pieces of messages never get that far, and what arrives after the server
has closed is thrown away; but all of it is taken apart, and everybody waits meanwhile. So every frame is counted as it comes off the wire.
This reaches into uvicorn, so it is used only with a version it knows; with any other, sockets work without it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Buckets
from .listener import TOO_LARGE, TOO_MANY

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

        def data_received(self, data: bytes) -> None:
            for at in range(0, len(data), PART):
                if self.transport.is_closing():
                    return
                self._take(data[at : at + PART])

        def _take(self, part: bytes) -> None:
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
                self.conn.send_close(code)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self.loop.call_later(self.close_timeout, self.transport.abort)  # whoever does not read is not waited for

    return SocketDoor
