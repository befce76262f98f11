"""Sockets that break, repeat themselves and mix things up: every client must end on the server's position.

    python benchmarks/server_chaos.py --games 100 --seconds 20

Two clients a game move at random, as fast as they may. Each drops its connection now and then, with or without having heard the answer,
sends moves two or three times, and sends old ones again in between. Prints, as JSON, what was done, and what was wrong at the end, which
must be nothing: events missing or twice, moves acknowledged but not in the log, moves played twice, clients that see another position.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import tempfile
import urllib.request
from collections import Counter
from contextlib import suppress
from typing import Any

from server_process import create, free_port, start_server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException


class Client:
    """One seat of a game, on ever new connections."""

    def __init__(self, port: int, game: str, seat: int, token: str, done: Counter[str]) -> None:
        self._port = port
        self.game = game
        self.seat = seat
        self._token = token
        self._done = done
        self._source = random.Random(f"{game} {seat}")
        self.state: dict[str, Any] = {}
        self.numbers: list[int] = []  # of the events in the order they were taken in
        self.acknowledged: dict[str, int] = {}  # id -> ply
        self._sent: dict[str, str] = {}  # id -> frame

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

    async def settle(self) -> None:
        """A last connection that hears everything out."""
        async with self._connection() as connection:
            await self._hello(connection)
            for frame in self._unanswered():
                await connection.send(frame)
            with suppress(TimeoutError):
                while True:
                    self._take(json.loads(await asyncio.wait_for(connection.recv(), 1)))

    def _connection(self) -> connect:
        return connect(f"ws://127.0.0.1:{self._port}/api/games/{self.game}/socket", compression=None, open_timeout=60)

    def _unanswered(self) -> list[str]:
        return [frame for id, frame in self._sent.items() if id not in self.acknowledged]

    async def _hello(self, connection: ClientConnection) -> None:
        seen = self.numbers[-1] if self.numbers else 0
        await connection.send(json.dumps({"type": "hello", "seat": self.seat, "token": self._token, "after": seen}))
        while self._take(json.loads(await connection.recv())) != "welcome":
            pass

    async def _step(self, connection: ClientConnection) -> None:
        """Hear or speak, or break off."""
        if self._source.random() < 0.03:
            self._done["dropped"] += 1
            connection.transport.abort()
            raise OSError("dropped")
        if self.state["turn"] == self.seat and self.state["legal"] and f"{self.state['ply']}" not in self._sent:
            await self._move(connection)
        with suppress(TimeoutError):
            self._take(json.loads(await asyncio.wait_for(connection.recv(), 0.5)))

    async def _move(self, connection: ClientConnection) -> None:
        ply = self.state["ply"]
        move = self._source.choice(self.state["legal"])["move"]
        frame = json.dumps({"type": "move", "id": f"{ply}", "ply": ply, "moves": [move]})
        late = self._source.sample(list(self._sent.values()), min(2, len(self._sent)))
        self._sent[f"{ply}"] = frame
        frames = [frame] * self._source.randint(1, 3) + late
        self._source.shuffle(frames)
        self._done["frames"] += len(frames)
        self._done["repeated_or_late"] += len(frames) - 1
        for each in frames:
            await connection.send(each)

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
        wrong["another_position"] += client.state != get(port, f"/api/games/{game}/state?seat={client.seat}", tokens[client.seat])
    return len(moves)


async def chaos(port: int, games: list[tuple[str, list[str]]], seconds: float) -> dict[str, Any]:
    done: Counter[str] = Counter()
    clients = [Client(port, game, seat, token, done) for game, tokens in games for seat, token in enumerate(tokens)]
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(*(client.play(until) for client in clients))
    await asyncio.gather(*(client.settle() for client in clients))
    await asyncio.gather(*(client.settle() for client in clients))
    wrong: Counter[str] = Counter()
    moves = 0
    for game, tokens in games:
        mine = [client for client in clients if client.game == game]
        moves += await asyncio.to_thread(compare, port, game, tokens, mine, wrong)
    return {"games": len(games), "clients": len(clients), "moves": moves, **done, "wrong": dict(wrong)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server, _ = start_server(port, data)
        try:
            games = [create(port, arguments.game) for _ in range(arguments.games)]
            seen = asyncio.run(chaos(port, games, arguments.seconds))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    print(json.dumps(seen, indent=2))
    if any(seen["wrong"].values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
