"""The web server under load: many live games, two sockets each, one move a second in every game, all on this machine.

    python benchmarks/server_load.py --games 1000 --seconds 30

Prints, as JSON, how long moves took from sending to acknowledgement (p50, p99), errors, moves a second, and the server's memory.
`--kill N` ends the server with SIGKILL N times under load instead and checks that no acknowledged move was lost, none played twice.
Players move at random among the legal moves they are sent: the load knows no rules.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException


class Tally:
    """What the load saw."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.faults: Counter[str] = Counter()
        self.measuring = False
        self.closing = False  # what breaks now was broken by us
        self.server_cpu = 0.0  # seconds the server computed while we measured
        self.acknowledged: dict[str, int] = {}  # game -> the largest ply acknowledged


def fault(error: Exception) -> str:
    """What went wrong with a connection, with the code it was closed with."""
    received = getattr(error, "rcvd", None)
    return f"{type(error).__name__} {received.code if received else ''}".strip()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(port: int, data: str) -> tuple[subprocess.Popen[bytes], float]:
    """The server as a process of its own; returns it and how long it took to answer."""
    command = [sys.executable, "-m", "tegel", "serve", "--port", str(port), "--data", data, "--limits", "100000", "--log-level", "warning"]
    began = time.monotonic()
    server = subprocess.Popen(command)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            return server, time.monotonic() - began
        except OSError:
            if server.poll() is not None or time.monotonic() - began > 600:
                raise SystemExit("the server did not start") from None
            time.sleep(0.02)


def post(port: int, path: str, body: Any) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def create(port: int, name: str) -> tuple[str, list[str]]:
    """A game for two at this machine, with a token for each seat."""
    made = post(port, "/api/games", {"game": name, "seats": [{"kind": "here"}, {"kind": "here"}]})
    return made["game"], [seat["token"] for seat in made["seats"]]


def cpu_seconds(pid: int) -> float:
    """How long a process has computed so far, all its threads together; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> dict[str, float]:
    """Resident memory of the server in MB, now and at most."""
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return {name: round(int(fields[key].split()[0]) / 1024, 1) for name, key in (("rss", "VmRSS"), ("peak", "VmHWM"))}


class Player:
    """One socket: sees its seat's states, and moves a second after its opponent did."""

    def __init__(self, port: int, game: str, seat: int, token: str, tally: Tally, pace: float) -> None:
        self._url = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
        self._game = game
        self._hello = json.dumps({"type": "hello", "seat": seat, "token": token})
        self._seat = seat
        self._tally = tally
        self._pace = pace
        self._source = random.Random(f"{game} {seat}")
        self._sent: dict[str, float] = {}
        self.over = False

    async def run(self, ready: asyncio.Event) -> None:
        try:
            async with connect(self._url, compression=None, max_queue=None, ping_interval=None, open_timeout=60) as connection:
                await connection.send(self._hello)
                await ready.wait()
                await asyncio.sleep(self._source.random() * self._pace)
                async for text in connection:
                    await self._take(connection, str(text))
                    if self.over:
                        return
        except (WebSocketException, OSError) as error:
            self._note(error)

    def _note(self, error: Exception) -> None:
        if not self._tally.closing:
            self._tally.faults[fault(error)] += 1

    async def _take(self, connection: ClientConnection, text: str) -> None:
        if text.startswith('{"type":"presence"') or text.startswith('{"type":"summary"'):
            return
        frame = json.loads(text)
        if frame["type"] == "ack":
            wait = time.monotonic() - self._sent.pop(frame["id"])
            self._tally.acknowledged[self._game] = max(self._tally.acknowledged.get(self._game, 0), frame["ply"])
            if self._tally.measuring:
                self._tally.waits.append(wait)
        elif frame["type"] in ("welcome", "event"):
            state = frame["state"]
            self.over = state["over"]
            if state["turn"] == self._seat and state["legal"]:
                choice = self._source.choice(state["legal"])["move"]
                asyncio.get_running_loop().call_later(self._pace, self._move, connection, state["ply"], choice)
        else:
            self._tally.faults[frame["type"]] += 1

    def _move(self, connection: ClientConnection, ply: int, move: int) -> None:
        self._sending = asyncio.ensure_future(self._send(connection, ply, move))

    async def _send(self, connection: ClientConnection, ply: int, move: int) -> None:
        id = f"{ply}"
        self._sent[id] = time.monotonic()
        try:
            await connection.send(json.dumps({"type": "move", "id": id, "ply": ply, "moves": [move]}))
        except (WebSocketException, OSError) as error:
            self._note(error)


async def load(port: int, pid: int, games: list[tuple[str, list[str]]], tally: Tally, pace: float, warm: float, seconds: float) -> int:
    """Let all games run; returns how many sockets there were."""
    ready = asyncio.Event()
    players = [Player(port, game, seat, token, tally, pace) for game, tokens in games for seat, token in enumerate(tokens)]
    tasks = []
    for at, player in enumerate(players):
        tasks.append(asyncio.create_task(player.run(ready)))
        if at % 20 == 19:
            await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    ready.set()
    await asyncio.sleep(warm)
    tally.measuring = True
    before = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    tally.server_cpu = cpu_seconds(pid) - before
    tally.measuring, tally.closing = False, True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return len(players)


def percentile(waits: list[float], share: float) -> float:
    return round(sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] * 1000, 2) if waits else 0.0


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Latency under steady load."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server, started = start_server(port, data)
        try:
            games = [create(port, arguments.game) for _ in range(arguments.games)]
            tally = Tally()
            before = os.times()
            sockets = asyncio.run(load(port, server.pid, games, tally, arguments.pace, arguments.warm, arguments.seconds))
            after = os.times()
            used = memory(server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    waits = tally.waits
    return {
        "games": len(games),
        "sockets": sockets,
        "moves": len(waits),
        "moves_per_second": round(len(waits) / arguments.seconds, 1),
        "p50_ms": percentile(waits, 0.5),
        "p90_ms": percentile(waits, 0.9),
        "p99_ms": percentile(waits, 0.99),
        "max_ms": percentile(waits, 1),
        "errors": dict(tally.faults),
        "memory_mb": used,
        "start_s": round(started, 2),
        "server_cpu_ms_per_move": round(1000 * tally.server_cpu / max(1, len(waits)), 3),
        "load_cpu_s": round(after.user - before.user + after.system - before.system, 1),
        "machine_load": [round(value, 1) for value in os.getloadavg()],
    }


def kill_again_and_again(arguments: argparse.Namespace) -> dict[str, Any]:
    """SIGKILL under load; afterwards every game must stand at least where it was acknowledged, and replay."""
    port = free_port()
    lost = twice = 0
    restarts = []
    with tempfile.TemporaryDirectory() as data:
        server, _ = start_server(port, data)
        games = [create(port, arguments.game) for _ in range(arguments.games)]
        tally = Tally()
        for _ in range(arguments.kill):
            tally.closing = False

            async def round_of_load(server: subprocess.Popen[bytes] = server) -> None:
                running = asyncio.create_task(load(port, server.pid, games, tally, arguments.pace, 0, arguments.seconds))
                await asyncio.sleep(2 + arguments.seconds / 2)
                server.kill()
                await running

            asyncio.run(round_of_load())
            server.wait()
            server, started = start_server(port, data)
            restarts.append(round(started, 2))
            for game, _tokens in games:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games/{game}", timeout=30) as answer:
                    ply = json.load(answer)["ply"]
                acknowledged = tally.acknowledged.get(game, 0)
                lost += ply < acknowledged
                twice += ply > acknowledged + 1
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    return {"kills": arguments.kill, "games": len(games), "lost": lost, "played_twice": twice, "serving_again_s": restarts}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves of a game")
    parser.add_argument("--warm", type=float, default=5.0, help="seconds before measuring")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill the server N times under load instead")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped too
    print(json.dumps(kill_again_and_again(arguments) if arguments.kill else measure(arguments), indent=2))


if __name__ == "__main__":
    main()
