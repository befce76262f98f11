"""One game's socket under `tegel serve`, close to the connection itself.

Through ASGI each frame is a message, a queue and a task of its own, which took as long as the move. Here frames come in as they are, and
what goes to one person in one turn of the loop goes out together. `Wire` does the same over any ASGI server.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from .listener import COME_BACK
from .wire import UNSENT

UNREAD = 32  # frames that may wait for us before we stop reading


class DirectWire:
    """One connection, after it was accepted. `say_goodbye` sends a close frame."""

    def __init__(self, transport: asyncio.Transport, say_goodbye: Callable[[int], None]) -> None:
        self._transport = transport
        self._say_goodbye = say_goodbye
        self._loop = asyncio.get_running_loop()
        self._unread: deque[bytes] = deque()
        self._unsent: list[bytes] = []
        self._reader: asyncio.Future[None] | None = None  # who waits for a frame, while somebody does
        self._paused = False
        self._over = False

    def receive(self, frame: bytes) -> None:
        """A frame has come."""
        self._unread.append(frame)
        self._wake()
        if len(self._unread) >= UNREAD and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def lose(self) -> None:
        """The connection is gone; what came before that is still read."""
        self._over = True
        self._wake()

    async def next(self) -> bytes | None:
        """The next frame, or None when this is over."""
        while True:
            if self._unread:
                return self._unread.popleft()
            if self._over:
                return None
            if self._paused:
                self._paused = False
                self._transport.resume_reading()
            self._reader = self._loop.create_future()
            await self._reader

    def post(self, frame: bytes) -> None:
        """Send a frame of text. Who does not read what is sent is let go."""
        if self._over:
            return
        if not self._unsent:
            self._loop.call_soon(self.flush)
        self._unsent += (head_of(len(frame)), frame)

    def flush(self) -> None:
        """Send what is waiting now, and not only when everything else is done that is to be done at this moment."""
        if not self._unsent:
            return
        data, self._unsent = b"".join(self._unsent), []
        if self._over or self._transport.is_closing():
            return
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > UNSENT:
            self.give_up()

    def end(self, code: int) -> None:
        """Send what is waiting, say goodbye, and hang up if that is not heard."""
        if not self._over:
            self.flush()
            self._unread.clear()
            self.lose()
            self._say_goodbye(code)

    def give_up(self) -> None:
        """Drop what is waiting and leave at once."""
        self._unsent.clear()
        self.end(COME_BACK)
        self._transport.abort()

    async def close(self) -> None:
        """To be called when nobody asks for frames any more."""
        self.flush()
        self._over = True

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)


def head_of(size: int) -> bytes:
    """What comes before a text of so many bytes.

    >>> head_of(5).hex(), head_of(300).hex()
    ('8105', '817e012c')
    """
    if size < 126:
        return bytes((0x81, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
