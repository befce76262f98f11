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
import signal
import tempfile
from collections import Counter
from typing import Any

from chaos_client import Client, compare
from server_process import create, free_port, start_server


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
