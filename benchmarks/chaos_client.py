"""Clients that never give up: each comes back on ever new connections, sends again what was not answered, and knows all it was told."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

OPEN_WITHIN = 60  # seconds for a connection
AGAIN = 1.0  # seconds without an answer after which a tame one asks again


class Client:
    """One seat of a game, on ever new connections.

    A wild one drops its connection now and then, sends moves several times and old ones again, as fast as it may; a tame one thinks for
    about a second and moves.
    """

    def __init__(self, port: int, game: str, seat: int, token: str, done: Counter[str], wild: bool = True) -> None:
        self._port = port
        self.game = game
        self.seat = seat
        self._token = token
        self._done = done
        self._source = random.Random(f"{game} {seat}")
        self.state: dict[str, Any] = {}
        self.numbers: list[int] = []  # of the events in the order they were taken in
        self.acknowledged: dict[str, int] = {}  # id -> ply
        self.times: list[float] = []  # when moves were acknowledged
        self.moves: dict[int, int] = {}  # what it played, by the ply that led to
        self._sent: dict[str, str] = {}  # id -> frame
        self._sent_at = 0.0
        self._wild = wild

    async def play(self, until: float) -> None:
        """Connect, play until it breaks, and again."""
        loop = asyncio.get_running_loop()
        while loop.time() < until and not self.state.get("over"):
            with suppress(WebSocketException, OSError, TimeoutError):
                async with self._connection() as connection:
                    await self._hello(connection)
                    for frame in self._unanswered():
                        await connection.send(frame)
                    while loop.time() < until and not self.state["over"]:
                        await self._step(connection)
            self._done["connections"] += 1
            if not self._wild:
                await asyncio.sleep(0.1 + 0.4 * self._source.random())

    async def settle(self) -> None:
        """A last connection that hears everything out."""
        until = time.monotonic() + OPEN_WITHIN
        while True:
            try:
                async with self._connection() as connection:
                    await self._hello(connection)
                    for frame in self._unanswered():
                        await connection.send(frame)
                    while True:
                        self._take(json.loads(await asyncio.wait_for(connection.recv(), 1)))
            except TimeoutError:
                return
            except (WebSocketException, OSError):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.5)

    def _connection(self) -> connect:
        return connect(f"ws://127.0.0.1:{self._port}/api/games/{self.game}/socket", compression=None, open_timeout=OPEN_WITHIN)

    def _unanswered(self) -> list[str]:
        return [frame for id, frame in self._sent.items() if id not in self.acknowledged]

    async def _hello(self, connection: ClientConnection) -> None:
        seen = self.numbers[-1] if self.numbers else 0
        await connection.send(json.dumps({"type": "hello", "seat": self.seat, "token": self._token, "after": seen}))
        while self._take(json.loads(await connection.recv())) != "welcome":
            pass

    async def _step(self, connection: ClientConnection) -> None:
        """Hear or speak, or break off."""
        if self._wild and self._source.random() < 0.03:
            self._done["dropped"] += 1
            connection.transport.abort()
            raise OSError("dropped")
        if self.state["turn"] == self.seat and self.state["legal"] and f"{self.state['ply']}" not in self._sent:
            if not self._wild:
                await asyncio.sleep(0.5 + self._source.random())
            await self._move(connection)
        elif not self._wild and time.monotonic() - self._sent_at > AGAIN:
            await self._send_again(connection)
        with suppress(TimeoutError):
            self._take(json.loads(await asyncio.wait_for(connection.recv(), 0.5)))

    async def _move(self, connection: ClientConnection) -> None:
        ply = self.state["ply"]
        move = self._source.choice(self.state["legal"])["move"]
        frame = json.dumps({"type": "move", "id": f"{ply}", "ply": ply, "moves": [move]})
        self.moves[ply + 1] = move
        self._sent_at = time.monotonic()
        late = self._source.sample(list(self._sent.values()), min(2, len(self._sent))) if self._wild else []
        self._sent[f"{ply}"] = frame
        frames = [frame] * (self._source.randint(1, 3) if self._wild else 1) + late
        self._source.shuffle(frames)
        self._done["frames"] += len(frames)
        self._done["repeated_or_late"] += len(frames) - 1
        for each in frames:
            await connection.send(each)

    async def _send_again(self, connection: ClientConnection) -> None:
        """What was refused, or not answered: by its id the server knows it."""
        self._sent_at = time.monotonic()
        for frame in self._unanswered():
            self._done["sent_again"] += 1
            await connection.send(frame)

    def _take(self, frame: dict[str, Any]) -> str:
        """Take note of a frame; an event that is known already is passed by."""
        kind = str(frame["type"])
        if kind == "welcome":
            self.numbers += [event["number"] for event in frame["events"]]
            self.state = frame["state"]
        elif kind == "event" and frame["event"]["number"] > (self.numbers[-1] if self.numbers else 0):
            self.numbers.append(frame["event"]["number"])
            self.state = frame["state"]
        elif kind == "ack":
            if frame["id"] not in self.acknowledged:
                self.times.append(time.monotonic())
            self.acknowledged[frame["id"]] = frame["ply"]
        elif kind == "state":
            self.state = frame["state"]
        elif kind in ("refused", "error"):
            self._done[f"{kind} {frame['error']}"] += 1
        return kind


def get(port: int, path: str, token: str = "") -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def compare(port: int, game: str, tokens: list[str], clients: list[Client], wrong: Counter[str]) -> int:
    """Hold what the clients know against the server; returns how many moves stand."""
    events = get(port, f"/api/games/{game}/events?limit=500")["events"]
    moves = [event for event in events if event["kind"] == "move"]
    wrong["plies_twice_or_missing"] += [event["ply"] for event in moves] != list(range(1, len(moves) + 1))
    for client in clients:
        wrong["events_missing_or_twice"] += client.numbers != [event["number"] for event in events]
        wrong["acknowledged_but_lost"] += sum(ply > len(moves) for ply in client.acknowledged.values())
        wrong["another_move"] += sum(
            moves[ply - 1]["move"]["move"] != client.moves[ply] for ply in client.acknowledged.values() if ply <= len(moves)
        )
        wrong["another_position"] += client.state != get(port, f"/api/games/{game}/state?seat={client.seat}", tokens[client.seat])
    return len(moves)
