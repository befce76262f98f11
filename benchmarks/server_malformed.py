"""Nonsense by the hundred thousand: broken requests and socket frames, against a server of its own on this machine.

    python benchmarks/server_malformed.py --requests 60000 --frames 60000

Prints, as JSON, how often each status and closing code was answered, how many answers were a 5xx, tracebacks in the server's log, its
memory after a tenth, a half and all of it, and how long a well-behaved player waited meanwhile. With `--limits 1` the rate limits are
those of every day.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import signal
import tempfile
import time
import urllib.request
from collections import Counter
from typing import Any

import uvloop
from nonsense import broken_frame, broken_request
from server_process import create, free_port, memory, start_server

SLOWEST = 30.0  # seconds for one answer
PATIENCE = 0.5  # seconds for an answer to a request that may not be a whole one


class Attack:
    """What is sent and what comes of it."""

    def __init__(self, port: int, game: str, token: str, routes: list[tuple[str, str]]) -> None:
        self._port = port
        self._game = game
        self._token = token
        self._routes = routes
        self.answers: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.left: Counter[str] = Counter()  # still to be sent

    def _next(self, kind: str) -> bool:
        """Whether there is one more to send."""
        if self.left[kind] <= 0:
            return False
        self.left[kind] -= 1
        self.sent[kind] += 1
        return True

    async def ask(self, source: random.Random) -> None:
        """Requests, over connections that are kept as long as the server keeps them."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        while self._next("requests"):
            try:
                writer.write(broken_request(source, self._routes, self._game))
                self.answers[await asyncio.wait_for(_answer(reader), PATIENCE)] += 1
            except (EOFError, ConnectionError, TimeoutError, ValueError, RuntimeError, asyncio.LimitOverrunError) as error:
                self.answers[_name(error)] += 1
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.close()

    async def talk(self, source: random.Random) -> None:
        """Frames, over sockets that are kept as long as the server keeps them."""
        while self.left["frames"] > 0:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            key = base64.b64encode(source.randbytes(16)).decode()
            ask = [f"GET /api/games/{self._game}/socket HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"]
            writer.write("\r\n".join([*ask, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode())
            await reader.readuntil(b"\r\n\r\n")
            reading = asyncio.create_task(_closing(reader))
            hello = json.dumps({"type": "hello", "seat": 0, "token": self._token}).encode()
            writer.write(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
            try:
                for _ in range(source.randint(1, 120)):
                    if reading.done() or not self._next("frames"):
                        break
                    writer.write(broken_frame(source))
                    await writer.drain()
                    await asyncio.sleep(0)
            except (ConnectionError, RuntimeError):
                pass
            try:
                self.answers[await asyncio.wait_for(reading, 0.2)] += 1
            except TimeoutError:
                self.answers["socket left open"] += 1
            writer.transport.abort()

    async def behave(self, token: str, waits: list[float]) -> None:
        """A well-behaved player looks at the game now and then."""
        while sum(self.left.values()) > 0:
            began = time.perf_counter()
            await asyncio.to_thread(_look, self._port, self._game, token)
            waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.25)


def _name(error: Exception) -> str:
    """What happened instead of an answer."""
    if isinstance(error, TimeoutError):
        return "waits for more"
    return "a stream" if type(error) is EOFError else "closed"


def _look(port: int, game: str, token: str) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/games/{game}/state?seat=1", headers={"Authorization": f"Bearer {token}"})
    urllib.request.urlopen(request, timeout=SLOWEST).close()


def _counted(port: int, name: str) -> int:
    """One of the server's own counters."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=SLOWEST) as answer:
        return int(float(answer.read().decode().split(f"\n{name} ", 1)[1].split("\n", 1)[0]))


async def _answer(reader: asyncio.StreamReader) -> str:
    """The status of the next answer, with its body read."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = head.split(b" ", 2)[1].decode()
    if b"content-length: " in head:
        await reader.readexactly(int(head.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0]))
    elif b"text/event-stream" in head or b"chunked" in head:
        raise EOFError
    return status


async def _closing(reader: asyncio.StreamReader) -> str:
    """Read all there is; with which code the socket was closed."""
    last = b""
    try:
        while data := await reader.read(65536):
            last = (last + data)[-4:]
    except ConnectionError:
        return "socket reset"
    return f"socket {int.from_bytes(last[2:4], 'big')}" if last[:1] == b"\x88" else "socket closed"


async def attack(port: int, arguments: argparse.Namespace, game: str, tokens: list[str], pid: int) -> dict[str, Any]:
    """Everything at once, from a few dozen connections; a tenth of it first, so that memory is compared between two busy moments."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/openapi.json", timeout=SLOWEST) as answer:
        described = json.load(answer)
    routes = [(method.upper(), path) for path, methods in described["paths"].items() for method in methods if method != "delete"]
    fight = Attack(port, game, tokens[0], routes)
    waits: list[float] = []
    memories: list[float] = []
    began = time.monotonic()
    for share in (0.1, 0.45, 0.45):
        fight.left.update(requests=int(arguments.requests * share), frames=int(arguments.frames * share))
        work = [fight.ask(random.Random(f"ask {share} {at} {len(memories)}")) for at in range(12)]
        work += [fight.talk(random.Random(f"talk {share} {at} {len(memories)}")) for at in range(6)]
        await asyncio.gather(*work, fight.behave(tokens[1], waits))
        memories.append(memory(pid)["rss"])
    waits.sort()
    return {
        **{f"{kind}_sent": count for kind, count in fight.sent.items()},
        "frames_refused_one_by_one": _counted(port, "tegel_bad_frames_total"),
        "answers": dict(sorted(fight.answers.items())),
        "answered_5xx": sum(count for status, count in fight.answers.items() if status.startswith("5")),
        "memory_mb": memories,
        "good_guest_ms": {"p50": round(waits[len(waits) // 2] * 1000, 1), "max": round(waits[-1] * 1000, 1)},
        "seconds": round(time.monotonic() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=60_000)
    parser.add_argument("--frames", type=int, default=60_000)
    parser.add_argument("--limits", type=float, default=100_000, help="multiplies every rate limit of the server (default: hardly any)")
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data, open(os.path.join(data, "log"), "w+b") as log:
        server, _ = start_server(port, data, arguments.limits, log)
        try:
            game, tokens = create(port, "azul")
            seen = uvloop.run(attack(port, arguments, game, tokens, server.pid))
            alive = server.poll() is None
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        log.seek(0)
        lines = log.read().decode(errors="replace")
    print(json.dumps({**seen, "tracebacks": lines.count("Traceback"), "lines_logged": lines.count("\n"), "alive": alive}, indent=2))
    if seen["answered_5xx"] or "Traceback" in lines or not alive:
        print(lines[:20_000])
        raise SystemExit(1)


if __name__ == "__main__":
    main()
