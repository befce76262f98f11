"""The web server under load: many live games, two sockets each, one move a second in every game, all on this machine.

    python benchmarks/server_load.py --games 1000 --seconds 30

Prints, as JSON, how long moves took from sending to acknowledgement (p50, p99), errors, moves a second, and the server's memory.
`--kill N` ends the server with SIGKILL N times under load instead and compares the moves of every game with those that were
acknowledged: none lost, none another, none played twice.
A player thinks half a second to one and a half, and moves at random among the legal moves it was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from typing import Any

import uvloop
from load_client import Player, Tally, seat_all
from server_process import cpu_seconds, create, family, free_port, memory, own_postgres, start_server, warm_up_seconds


async def load(port: int, pid: int, games: list[tuple[str, list[str]]], tally: Tally, pace: float, warm: float, seconds: float) -> int:
    """Let all games run; returns how many sockets there were."""
    players = await seat_all(port, games, lambda game, seat, token: Player(game, seat, token, tally, pace))
    gc.collect()
    gc.freeze()
    for player in players:
        player.begin()
    await asyncio.sleep(warm)
    tally.measuring = True
    before = sum(map(cpu_seconds, family(pid)))
    await asyncio.sleep(seconds)
    tally.server_cpu = sum(map(cpu_seconds, family(pid))) - before
    tally.measuring, tally.closing = False, True
    for player in players:
        player.leave()
    return len(players)


def percentile(waits: list[float], share: float) -> float:
    return round(sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] * 1000, 2) if waits else 0.0


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Latency under steady load."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server, started = start_server(port, data, database=arguments.database, processes=arguments.processes)
        try:
            games = [create(port, arguments.game) for _ in range(arguments.games)]
            tally = Tally()
            before = os.times()
            sockets = uvloop.run(load(port, server.pid, games, tally, arguments.pace, arguments.warm, arguments.seconds))
            after = os.times()
            used = [memory(pid) for pid in family(server.pid)]
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
        "heard_p50_ms": percentile(tally.heard, 0.5),
        "heard_p99_ms": percentile(tally.heard, 0.99),
        "errors": dict(tally.faults),
        "memory_mb": used[0]
        if len(used) == 1
        else {"all": round(sum(each["rss"] for each in used), 1), "each": [each["rss"] for each in used]},
        "start_s": round(started, 2),
        "server_cpu_ms_per_move": round(1000 * tally.server_cpu / max(1, len(waits)), 3),
        "load_cpu_s": round(after.user - before.user + after.system - before.system, 1),
        "machine_load": [round(value, 1) for value in os.getloadavg()],
    }


def measure_both(arguments: argparse.Namespace) -> dict[str, Any]:
    """One process on SQLite, then several on PostgreSQL, on the same machine under the same load."""
    alone = measure(arguments)
    with own_postgres() as arguments.database:
        arguments.processes = arguments.beside
        several = measure(arguments)
    return {"sqlite, one process": alone, f"postgresql, {arguments.beside} processes": several}


def kill_again_and_again(arguments: argparse.Namespace) -> dict[str, Any]:
    """SIGKILL under load; afterwards every game must hold the very moves that were acknowledged, and at most one more."""
    port = free_port()
    lost = other = twice = 0
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

            uvloop.run(round_of_load())
            server.wait()
            server, started = start_server(port, data)
            restarts.append(round(started, 2))
            for game, _tokens in games:
                stored, acknowledged = stored_moves(port, game), tally.acknowledged.setdefault(game, {})
                lost += sum(ply not in stored for ply in acknowledged)
                other += sum(stored.get(ply, move) != move for ply, move in acknowledged.items())
                twice += len(stored) > len(acknowledged) + 1
                acknowledged |= stored  # the last one may have been written without anybody being told
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    seen = {"kills": arguments.kill, "games": len(games), "acknowledged": sum(map(len, tally.acknowledged.values()))}
    return {
        **seen,
        "lost": lost,
        "another_move": other,
        "played_twice": twice,
        "serving_again_s": restarts,
        "of_which_engine_s": warm_up_seconds(),
    }


def stored_moves(port: int, game: str) -> dict[int, int]:
    """The moves of a game, by the ply they led to, as the server tells them."""
    moves: dict[int, int] = {}
    after = last = 0
    while after <= last:
        address = f"http://127.0.0.1:{port}/api/games/{game}/events?after={after}&limit=500"
        with urllib.request.urlopen(address, timeout=30) as answer:
            told = json.load(answer)
        moves |= {event["ply"]: event["move"]["move"] for event in told["events"] if event["kind"] == "move"}
        last, after = told["last"], after + 500
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves of a game")
    parser.add_argument("--warm", type=float, default=5.0, help="seconds before measuring")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--database", default="", metavar="URL", help="an empty PostgreSQL database (default: a fresh SQLite file)")
    parser.add_argument("--processes", type=int, default=0, metavar="N", help="that serve, on PostgreSQL (default: one, alone)")
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="the same then with N processes on a PostgreSQL of its own")
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill the server N times under load instead")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped too
    if arguments.beside:
        print(json.dumps(measure_both(arguments), indent=2))
    else:
        print(json.dumps(kill_again_and_again(arguments) if arguments.kill else measure(arguments), indent=2))


if __name__ == "__main__":
    main()
