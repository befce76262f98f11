"""What other processes ask of this one over their lines: to serve a socket or a request for a game of ours, or a question.

The application serves them as it serves its own; only the bytes come another way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from .line import ASK, END, FRAME, OPEN_REQUEST, OPEN_SOCKET, Line
from .listener import COME_BACK, LOOK_AGAIN, TOO_MANY
from .wire import DIRECT

App = Callable[[Any, Any, Any], Awaitable[None]]
Answer = Callable[[str, Any], Any]
RELAYED = "tegel.relayed"  # in a scope: it came from another process, and is not passed on again
ELSEWHERE = "tegel.elsewhere"  # in a scope: the process that owns the game
UNREAD = 512  # frames of a socket that may wait for us; whoever sends more is let go

logger = logging.getLogger("tegel.server")
pack, unpack = msgspec.msgpack.encode, msgspec.msgpack.decode


class Linked:
    """The channels of one line that another process has opened."""

    def __init__(self, app: App, answer: Answer) -> None:
        self._app = app
        self._answer = answer
        self._channels: dict[int, LinkWire | LinkRequest] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, line: Line, kind: int, channel: int, payload: bytes) -> None:
        """A frame has come."""
        if kind == OPEN_SOCKET:
            self._serve_socket(line, channel, unpack(payload))
        elif kind == OPEN_REQUEST:
            self._serve_request(line, channel, unpack(payload))
        elif kind == ASK:
            name, value = unpack(payload)
            line.post(FRAME, channel, pack(self._answer(name, value)))
        elif (found := self._channels.get(channel)) is not None:
            found.take(kind, payload)

    def lose(self, line: Line) -> None:
        """The other process is gone, and everybody who came through it."""
        for channel in list(self._channels.values()):
            channel.take(END, b"")

    def _serve_socket(self, line: Line, channel: int, told: dict[str, Any]) -> None:
        wire = self._channels[channel] = LinkWire(line, channel)
        scope = _scope(told, "websocket") | {"subprotocols": [], "extensions": {DIRECT: lambda: wire}}
        connected: list[Any] = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            return connected.pop() if connected else await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.close":
                wire.end(message.get("code", COME_BACK))

        self._start(scope, receive, send, lambda: self._ended(channel, wire))

    def _ended(self, channel: int, wire: LinkWire) -> None:
        self._channels.pop(channel, None)
        wire.end(COME_BACK)  # it has been said already, if the game said goodbye

    def _serve_request(self, line: Line, channel: int, told: dict[str, Any]) -> None:
        request = self._channels[channel] = LinkRequest(line, channel, told["body"])
        scope = _scope(told, "http") | {"method": told["method"], "http_version": "1.1"}

        def end() -> None:
            self._channels.pop(channel, None)
            code = LOOK_AGAIN if ELSEWHERE in scope else COME_BACK
            line.post(END, channel, code.to_bytes(2, "big"))

        async def send(message: Any) -> None:
            if ELSEWHERE not in scope:
                await request.send(message)

        self._start(scope, request.receive, send, end)

    def _start(self, scope: Any, receive: Any, send: Any, end: Callable[[], None]) -> None:
        async def serve() -> None:
            try:
                await self._app(scope, receive, send)
            except Exception:
                logger.exception("what another process passed on failed")
            finally:
                end()

        task = asyncio.create_task(serve(), name="linked")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _scope(told: dict[str, Any], kind: str) -> dict[str, Any]:
    """The scope of what another process passed on."""
    asgi = {"version": "3.0", "spec_version": "2.3"}
    kept = {name: told[name] for name in ("scheme", "path", "raw_path", "query_string")}
    headers = [(name, value) for name, value in told["headers"]]
    return {
        "type": kind,
        "asgi": asgi,
        **kept,
        "headers": headers,
        "client": tuple(told["client"]),
        "root_path": "",
        "state": {},
        RELAYED: True,
    }


class LinkRequest:
    """A request that another process passed on, with its whole body; each piece of the answer waits until the one before was taken."""

    def __init__(self, line: Line, channel: int, body: bytes) -> None:
        self._line = line
        self._channel = channel
        self._body: bytes | None = body
        self._taken = asyncio.Event()
        self._gone = asyncio.Event()

    def take(self, kind: int, payload: bytes) -> None:
        if kind == END:
            self._gone.set()
        self._taken.set()

    async def receive(self) -> Any:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self._gone.is_set():
            return
        self._taken.clear()
        self._line.post(FRAME, self._channel, pack(dict(message)))
        if message.get("more_body", False):
            await self._taken.wait()


class LinkWire:
    """A game's socket that another process holds."""

    def __init__(self, line: Line, channel: int) -> None:
        self._line = line
        self._channel = channel
        self._unread: deque[bytes] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._over = False

    def take(self, kind: int, payload: bytes) -> None:
        if kind == FRAME and not self._over:
            self._unread.append(payload)
            if len(self._unread) > UNREAD:
                self._unread.clear()
                self.end(TOO_MANY)
        elif kind == END:
            self._over = True
        self._wake()

    async def next(self) -> bytes | None:
        """The next frame, or None when this is over."""
        while not self._unread:
            if self._over:
                return None
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._unread.popleft()

    def post(self, frame: bytes) -> None:
        """Send a frame of text; the process that holds the socket lets go whoever does not read."""
        if not self._over:
            self._line.post(FRAME, self._channel, frame)

    def flush(self) -> None:
        """All lines are flushed in every turn of the loop."""

    def end(self, code: int) -> None:
        """Say goodbye."""
        if not self._over:
            self._over = True
            self._unread.clear()
            self._line.post(END, self._channel, code.to_bytes(2, "big"))
            self._wake()

    async def close(self) -> None:
        """Nobody asks for frames any more."""

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
