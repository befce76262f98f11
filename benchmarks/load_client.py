"""Players for the load: two sockets a game, each as cheap as a socket can be, so that what is measured is the server.

A player sees its seat's states and, when it is to move, thinks for about a second and moves at random among the legal moves it was
sent: the load knows no rules.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

TEXT, CLOSE, PING = 1, 8, 9
MASKED = 0x80
NO_MASK = bytes(4)  # a mask of zeros: the frame is masked, as it has to be, and stays as it is


class Choice(msgspec.Struct):
    """A legal move."""

    move: int


class State(msgspec.Struct):
    """What a player looks at."""

    ply: int
    turn: int | None
    over: bool
    legal: list[Choice]


class Told(msgspec.Struct, tag_field="type", tag=str.lower):
    """Any frame from the server."""


class Welcome(Told):
    state: State


class Event(Told):
    state: State


class Ack(Told):
    id: str
    ply: int


class Presence(Told):
    pass


class Summary(Told):
    pass


class Error(Told):
    error: str


class Refused(Told):
    error: str


class Stale(Told):
    ply: int


read = msgspec.json.Decoder(Welcome | Event | Ack | Presence | Summary | Error | Refused | Stale).decode


class Tally:
    """What the load saw."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.heard: list[float] = []  # from one player's sending to the other's hearing
        self.sent: dict[tuple[str, int], float] = {}  # when the move was sent that led to a ply of a game
        self.faults: Counter[str] = Counter()
        self.measuring = False
        self.closing = False  # what breaks now was broken by us
        self.server_cpu = 0.0  # seconds the server computed while we measured
        self.acknowledged: dict[str, dict[int, int]] = {}  # game -> the moves that were acknowledged, by the ply they led to


class Player(asyncio.Protocol):
    """One socket."""

    def __init__(self, game: str, seat: int, token: str, tally: Tally, pace: float) -> None:
        self._game = game
        self._seat = seat
        self._hello = f'{{"type":"hello","seat":{seat},"token":"{token}"}}'.encode()
        self._tally = tally
        self._pace = pace
        self._source = random.Random(f"{game} {seat}")
        self._sent: dict[str, tuple[float, int]] = {}  # when, and which move
        self._buffer = b""
        self._open = False
        self._first: State | None = None
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        key = base64.b64encode(os.urandom(16)).decode()
        ask = [f"GET /api/games/{self._game}/socket HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"]
        ask += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        transport.write("\r\n".join(ask).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self._fault(f"connection lost: {exc}")
        if not self.welcomed.done():
            self.welcomed.set_result(None)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._open:
            head, found, _ = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = buffer
                return
            if b" 101 " not in head:
                self._fault(head.split(b"\r\n", 1)[0].decode())
                return
            self._open = True
            at = len(head) + 4
            self._send(TEXT, self._hello)
        while len(buffer) - at >= 2:
            size, body = buffer[at + 1], at + 2
            if size == 126:
                size, body = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, body = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < body + size:
                break
            self._take(buffer[at] & 15, buffer[body : body + size])
            at = body + size
        self._buffer = buffer[at:]

    def _take(self, kind: int, data: bytes) -> None:
        if kind == PING:
            self._send(PING + 1, data)
            return
        if kind == CLOSE:
            self._fault(f"closed with {int.from_bytes(data[:2], 'big')}")
            return
        try:
            told = read(data)
        except msgspec.MsgspecError:
            self._fault(data[:40].decode(errors="replace"))
            return
        if isinstance(told, Ack):
            sent, move = self._sent.pop(told.id)
            wait = time.perf_counter() - sent
            self._tally.acknowledged.setdefault(self._game, {})[told.ply] = move
            if self._tally.measuring:
                self._tally.waits.append(wait)
        elif isinstance(told, Event):
            if told.state.turn == self._seat:
                self._hear(told.state.ply)
            self._think(told.state)
        elif isinstance(told, Welcome):
            self._first = told.state
            self.welcomed.set_result(None)
        elif not isinstance(told, Presence | Summary):
            self._fault(str(told))

    def _hear(self, ply: int) -> None:
        sent = self._tally.sent.pop((self._game, ply), None)
        if sent is not None and self._tally.measuring:
            self._tally.heard.append(time.perf_counter() - sent)

    def begin(self) -> None:
        """Play; until then everybody waits."""
        if self._first is not None:
            self._think(self._first, 0.0)

    def _think(self, state: State, least: float = 0.5) -> None:
        """Move after half a pace to one and a half, on the average after one."""
        if state.turn == self._seat and state.legal:
            choice = self._source.choice(state.legal)
            self._loop.call_later((least + self._source.random()) * self._pace, self._move, state.ply, choice.move)

    def _move(self, ply: int, move: int) -> None:
        if self._tally.closing or self._transport.is_closing():
            return
        id = f"{ply}"
        sent = time.perf_counter()
        self._sent[id] = sent, move
        self._tally.sent[self._game, ply + 1] = sent
        self._send(TEXT, f'{{"type":"move","id":"{id}","ply":{ply},"moves":[{move}]}}'.encode())

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes((MASKED | kind, MASKED | size)) if size < 126 else bytes((MASKED | kind, MASKED | 126)) + size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + data)

    def _fault(self, what: str) -> None:
        if not self._tally.closing:
            self._tally.faults[what] += 1

    def leave(self) -> None:
        """Close the socket."""
        self._transport.abort()


async def connect(player: Player, port: int) -> None:
    """Open the connection of a player."""
    await asyncio.get_running_loop().create_connection(lambda: player, "127.0.0.1", port)


async def seat_all(port: int, games: list[tuple[str, list[str]]], make: Callable[[str, int, str], Player]) -> list[Player]:
    """A socket for every seat, twenty at a time."""
    players: list[Player] = []
    seats = [(game, seat, token) for game, tokens in games for seat, token in enumerate(tokens)]
    for at in range(0, len(seats), 20):
        fresh = [make(*seat) for seat in seats[at : at + 20]]
        for player in fresh:
            await connect(player, port)
        await asyncio.wait_for(asyncio.gather(*(player.welcomed for player in fresh)), 60)
        players += fresh
    return players
