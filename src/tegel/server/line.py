"""A connection between two processes that serve one database: frames of many channels, those of one turn of the loop in one write.

Both sides prove that they know the key that lies in the database, and the one that is called proves that it has the number it is called
by: whoever listens now at the address of a process that is gone is not taken for it. Both give a sign of life every second, so that a
line that carries nothing any more is noticed, though nobody has hung up.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from typing import Any, cast

CHALLENGE, PROOF, WELCOME = 1, 2, 3  # who we are
ALIVE = 4  # a sign of life
OPEN_SOCKET, OPEN_REQUEST, ASK = 10, 11, 12  # a new channel, from the one that calls
FRAME, TAKEN, END = 20, 21, 22  # on a channel, either way
HEAD = 9  # bytes: the size of the rest, the kind, the channel
NONCE = 32
UNPROVEN = 200  # bytes of a frame before both sides are known
LARGEST = 16 * 1024 * 1024
UNSENT = 64 * 1024 * 1024  # bytes that may wait for the other side before it is given up
PROVE_WITHIN = 5.0
SIGN = 1.0  # seconds between two signs of life
SILENCE = 4.0  # seconds without any, after which a line is given up

Take = Callable[["Line", int, int, bytes], None]


class Line(asyncio.Protocol):
    """One end. The one that is called sends a challenge; once both are proven frames go to `take`."""

    def __init__(self, key: bytes, number: int, calling: bool, take: Take) -> None:
        self._key = key
        self._number = number.to_bytes(8, "big")  # of the one that is called
        self._calling = calling
        self._take = take
        self._nonce = secrets.token_bytes(NONCE)
        self._buffer = b""
        self._unsent: list[bytes] = []
        self._heard = self._due = 0.0  # when something last came, and when the next sign of life is due
        self._loop = asyncio.get_running_loop()
        self.proven: asyncio.Future[bool] = self._loop.create_future()
        self.lost: Callable[[Line], None] = lambda line: None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._timer = self._loop.call_later(PROVE_WITHIN, self.abort)
        if not self._calling:
            self.post(CHALLENGE, 0, self._nonce)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._timer.cancel()
        if not self.proven.done():
            self.proven.set_result(False)
        self.lost(self)

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        buffer = self._buffer + data if self._buffer else data
        at, end = 0, len(buffer)
        while end - at >= HEAD and not self.closed:
            size = int.from_bytes(buffer[at : at + 4], "big")
            if size > (LARGEST if self._is_proven else UNPROVEN):
                self.abort()
                return
            if end - at < HEAD + size:
                break
            body = at + HEAD
            self._deal(buffer[at + 4], int.from_bytes(buffer[at + 5 : body], "big"), buffer[body : body + size])
            at = body + size
        self._buffer = buffer[at:]

    def post(self, kind: int, channel: int, payload: bytes = b"") -> None:
        """Send a frame, together with all others of this turn of the loop."""
        if self.closed:
            return
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent += (len(payload).to_bytes(4, "big") + bytes((kind,)) + channel.to_bytes(4, "big"), payload)

    def abort(self) -> None:
        """Hang up at once."""
        self.closed = True
        self._transport.abort()

    @property
    def _is_proven(self) -> bool:
        return self.proven.done()

    def _flush(self) -> None:
        data, self._unsent = b"".join(self._unsent), []
        if not self.closed:
            self._transport.write(data)
            if self._transport.get_write_buffer_size() > UNSENT:
                self.abort()

    def _deal(self, kind: int, channel: int, payload: bytes) -> None:
        if self._is_proven:
            if kind != ALIVE:
                self._take(self, kind, channel, payload)
        elif kind == CHALLENGE and self._calling and len(payload) == NONCE:
            self._theirs = payload
            self.post(PROOF, 0, self._nonce + self._proof(b"calls", payload, self._nonce))
        elif kind == PROOF and not self._calling and self._is_right(b"calls", payload[NONCE:], self._nonce, payload[:NONCE]):
            self.post(WELCOME, 0, self._proof(b"called", self._nonce, payload[:NONCE]))
            self._prove()
        elif kind == WELCOME and self._calling and self._is_right(b"called", payload, getattr(self, "_theirs", b""), self._nonce):
            self._prove()
        else:
            self.abort()

    def _prove(self) -> None:
        self._timer.cancel()
        self.proven.set_result(True)
        self._live()

    def _live(self) -> None:
        """Give a sign of life, unless the other side has given none for too long; while we ourselves were held up we heard nothing."""
        now = self._loop.time()
        if now - self._due > SIGN:
            self._heard = now
        if now - self._heard > SILENCE:
            self.abort()
        if not self.closed:
            self.post(ALIVE, 0)
            self._due = now + SIGN
            self._timer = self._loop.call_at(self._due, self._live)

    def _proof(self, role: bytes, challenge: bytes, answer: bytes) -> bytes:
        return hmac.digest(self._key, b"|".join((b"tegel link 1", role, self._number, challenge, answer)), "sha256")

    def _is_right(self, role: bytes, proof: bytes, challenge: bytes, answer: bytes) -> bool:
        return hmac.compare_digest(proof, self._proof(role, challenge, answer))


async def call(address: str, key: bytes, number: int, take: Take) -> Line:
    """Reach another process; raises `OSError` if it cannot be reached, `NotThere` if it is surely not there any more."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        _, line = await loop.create_connection(lambda: Line(key, number, True, take), host, int(port))
    except ConnectionRefusedError:
        raise NotThere from None
    if not await line.proven:
        raise NotThere
    return line


class NotThere(Exception):
    """Nobody listens at an address, or somebody else."""


def read_address(server: Any) -> str:
    """Where a server listens."""
    host, port = server.sockets[0].getsockname()[:2]
    return f"{host}:{port}"
