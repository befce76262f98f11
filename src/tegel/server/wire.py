"""One game's socket over any ASGI server: frames in, and a bounded queue of frames out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .listener import COME_BACK
from .passage import PASSAGE

UNSENT = 512 * 1024  # bytes that may wait for the other side before it is given up
FAREWELL = 5.0  # seconds in which the other side may take leave
GONE = (WebSocketDisconnect, ConnectionError, RuntimeError)  # what servers raise when the other side has gone

AnySocket = WebSocket[Any, Any, Any]
DIRECT = "tegel.direct_wire"  # among the extensions of an ASGI scope: what gives a wire of the server's own


class AnyWire(Protocol):
    """What a game needs of a socket."""

    async def next(self) -> bytes | None: ...
    def post(self, frame: bytes) -> None: ...
    def flush(self) -> None: ...
    def end(self, code: int) -> None: ...
    async def close(self) -> None: ...


def take_wire(socket: AnySocket) -> AnyWire:
    """The wire of a socket that was accepted: the server's own if it has one."""
    extensions: Any = socket.scope.get("extensions") or {}
    direct: Callable[[], AnyWire] | None = extensions.get(DIRECT)
    return Wire(socket) if direct is None else direct()


class Wire:
    """One connection, after it was accepted. `post` and `end` never wait: a task of the wire's own does the sending."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        self._unsent: deque[bytes] = deque()
        self._size = 0
        self._code: int | None = None  # why we close, once we do
        self._wanted = asyncio.Event()
        self._listening: asyncio.Task[Any] | None = None  # who waits for a frame, while somebody does
        self._over = False
        self._closed = False
        self._passage = PASSAGE.get()
        self._sending = asyncio.create_task(self._send(), name="socket")

    async def next(self) -> bytes | None:
        """The next frame, or None when this is over."""
        if self._over:
            return None
        self._listening = asyncio.current_task()
        try:
            message: Any = await self._socket.receive()
        except asyncio.CancelledError:
            if self._over and self._listening is not None:
                self._listening.uncancel()
                return None
            raise
        except GONE:
            return None
        finally:
            self._listening = None
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return text.encode() if text is not None else bytes(message.get("bytes") or b"")

    def post(self, frame: bytes) -> None:
        """Send a frame of text. Who does not read what is sent is let go."""
        if self._code is not None:
            return
        self._size += len(frame)
        if self._size > UNSENT:
            self.give_up()
            return
        self._unsent.append(frame)
        self._wanted.set()

    def flush(self) -> None:
        """Frames are sent as soon as they can be anyway."""

    def end(self, code: int) -> None:
        """Send what is waiting, say goodbye, and hang up if that is not heard."""
        if self._code is None:
            self._code = code
            self._wanted.set()
            asyncio.get_running_loop().call_later(FAREWELL, self._hang_up)

    def give_up(self) -> None:
        """Drop what is waiting and leave at once."""
        self._code = self._code or COME_BACK
        self._unsent.clear()
        self._sending.cancel()
        self._hang_up()

    async def close(self) -> None:
        """Stop sending; to be called when nobody asks for frames any more."""
        self._over = True
        if self._code is None:
            self._sending.cancel()
        await asyncio.wait([self._sending], timeout=FAREWELL)
        self._sending.cancel()

    def _hang_up(self) -> None:
        """Leave, and cut the connection where that can be done: the other side may not be reading."""
        if not self._closed and self._passage is not None:
            self._passage.abort()
        self._leave()

    def _leave(self) -> None:
        """Let whoever waits for a frame go; what is being done for one already is finished first."""
        if not self._over:
            self._over = True
            if self._listening is not None:
                self._listening.cancel()

    async def _send(self) -> None:
        try:
            while self._unsent or self._code is None:
                await self._wanted.wait()
                self._wanted.clear()
                while self._unsent:
                    frame = self._unsent.popleft()
                    await self._socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
                    self._size -= len(frame)
            await self._socket.send({"type": "websocket.close", "code": self._code, "reason": ""})
            self._closed = True
        except GONE:
            self._leave()
