"""A server as a process of its own, on this machine, and what it costs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(
    port: int, data: str, limits: float = 100_000, log: BinaryIO | None = None, database: str = "", processes: int = 0
) -> tuple[subprocess.Popen[bytes], float]:
    """A server with its limits multiplied, so that a load from one address is let in; returns it and how long it took to answer.

    With a number of processes it shares the database between so many.
    """
    command = [sys.executable, "-m", "tegel", "serve", "--port", str(port), "--data", data, "--database", database]
    command += ["--processes", str(processes)] if processes else []
    for cap in ("connections", "connections_of_network", "sockets", "sockets_of_network", "sockets_of_sender"):
        command += ["--cap", f"{cap}=100000"]
    began = time.monotonic()
    server = subprocess.Popen([*command, "--limits", str(limits), "--log-level", "warning"], stderr=log)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            seconds = time.monotonic() - began
            wait_for_rules(port)
            wait_for_processes(port, processes)
            return server, seconds
        except OSError:
            if server.poll() is not None or time.monotonic() - began > 600:
                raise SystemExit("the server did not start") from None
            time.sleep(0.02)


@contextmanager
def own_postgres() -> Iterator[str]:
    """The address of an empty database, on a PostgreSQL that is started for it and writes to disk as in earnest."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.server.postgres import Cluster, new_database

    cluster = Cluster(fsync="on")
    cluster.start()
    try:
        with new_database(cluster.url) as database:
            yield database
    finally:
        cluster.stop()


def wait_for_processes(port: int, processes: int) -> None:
    """Until so many serve."""
    while processes > 1:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            if f"tegel_processes {processes}.0" in answer.read().decode():
                return
        time.sleep(0.2)


def family(pid: int) -> list[int]:
    """A process and those it started, and so on."""
    found = [pid]
    for parent in found:
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as children:
                found += map(int, children.read().split())
        except OSError:
            continue
    return found


def wait_for_rules(port: int) -> None:
    """Until every game can be played: on a machine that is new to this version the server compiles first."""
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/readiness", timeout=30) as answer:
            if all(game["rules"] for game in json.load(answer)["games"]):
                return
        time.sleep(0.5)


def warm_up_seconds() -> float:
    """How long a process takes to load the compiled code, once everything is imported."""
    steps = ["import time", "from tegel.server.catalogue import playable_games", "from tegel.server.preparing import warm_up"]
    steps += [
        "games = playable_games()",
        "began = time.monotonic()",
        "[warm_up(game) for game in games]",
        "print(time.monotonic() - began)",
    ]
    told = subprocess.run([sys.executable, "-c", "\n".join(steps)], capture_output=True, text=True, check=True)
    return round(float(told.stdout), 2)


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
