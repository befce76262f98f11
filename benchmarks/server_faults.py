"""Several processes on one PostgreSQL under load, while everything breaks: no acknowledged move may be lost, played twice, or be another.

    python benchmarks/server_faults.py --games 100 --processes 4 --rounds 2

Starts a PostgreSQL of its own, with its data on a small disk in memory (as root; elsewhere the full disk is left out), and lets two
clients a game move once a second. Then, again and again: a process is killed, or stopped for a while, PostgreSQL is killed and started
anew, the lines between the processes are cut, or go silent while both ends are alive, the disk is full for a while, all processes are
restarted one by one. Prints, as JSON, for each fault after how many seconds games had their next move (50 %, 99 % and all of them), the
same without a fault, and what was wrong at the end, which must be nothing. Clients come back like the app's, after up to half a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from chaos_client import Client, compare
from cut_lines import OURS, THEIRS, TRIGGER, Lines
from server_process import create, free_port, start_server

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.processes import children_of, process_at
from tests.server.postgres import Cluster, new_database

DISK = "400m"
LONGEST = 40.0  # seconds in which all games must have gone on
QUIET = 5.0  # seconds between two faults


class Scene:
    """All that can break."""

    def __init__(self, server: subprocess.Popen[bytes], cluster: Cluster, lines: Lines, database: str) -> None:
        self.server = server
        self.cluster = cluster
        self.lines = lines
        self.disk: Path | None = None  # that can be filled
        self._database = database

    async def busiest_process(self) -> int:
        """The one that owns most games."""
        import asyncpg

        connection = await asyncpg.connect(self._database)
        query = "SELECT address FROM processes JOIN games ON owner = processes.number GROUP BY processes.number ORDER BY count(*) DESC"
        address = await connection.fetchval(query)
        await connection.close()
        return process_at(address.replace(OURS, THEIRS))


async def nothing(scene: Scene) -> None:
    """For comparison."""


async def kill_a_process(scene: Scene) -> None:
    os.kill(await scene.busiest_process(), signal.SIGKILL)


async def stop_a_process(scene: Scene) -> None:
    """For longer than a lease lasts."""
    stopped = await scene.busiest_process()
    os.kill(stopped, signal.SIGSTOP)
    await asyncio.sleep(6)
    os.kill(stopped, signal.SIGCONT)


async def kill_the_database(scene: Scene) -> None:
    scene.cluster.signal(signal.SIGKILL)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(scene.cluster.start_again)


async def cut_the_lines(scene: Scene) -> None:
    scene.lines.cut()


async def silence_the_lines(scene: Scene) -> None:
    """Both ends live, and reach the database, but not each other."""
    scene.lines.silent = True
    await asyncio.sleep(8)
    scene.lines.silent = False
    scene.lines.cut()


async def fill_the_disk(scene: Scene) -> None:
    assert scene.disk is not None
    with (scene.disk / "filler").open("wb") as filler:
        try:
            while True:
                filler.write(bytes(1 << 20))
                filler.flush()
        except OSError:
            pass
    await asyncio.sleep(5)
    (scene.disk / "filler").unlink()
    if not is_alive(scene.cluster):
        await asyncio.to_thread(scene.cluster.start_again)


async def restart_all(scene: Scene) -> None:
    before = set(children_of(scene.server.pid))
    scene.server.send_signal(signal.SIGHUP)
    while before & set(children_of(scene.server.pid)):
        await asyncio.sleep(0.2)


FAULTS: tuple[Callable[[Scene], Awaitable[None]], ...] = (
    nothing,
    kill_a_process,
    stop_a_process,
    kill_the_database,
    cut_the_lines,
    silence_the_lines,
    fill_the_disk,
    restart_all,
)


def is_alive(cluster: Cluster) -> bool:
    try:
        os.kill(cluster.pid, 0)
    except (OSError, ValueError, IndexError):
        return False
    return True


def waits_since(clients: list[Client], began: float) -> list[float | None]:
    """For each game that goes on: after how long it had its next move; None if it had none yet."""
    found = []
    for game in {client.game for client in clients if not client.state.get("over")}:
        times = [at for client in clients if client.game == game for at in client.times if at > began]
        found.append(min(times) - began if times else None)
    return found


async def break_and_wait(scene: Scene, fault: Callable[[Scene], Awaitable[None]], clients: list[Client]) -> list[float]:
    """How long games took to go on; those that did not within `LONGEST` count as that."""
    began = time.monotonic()
    breaking = asyncio.ensure_future(fault(scene))
    while time.monotonic() < began + LONGEST and (not breaking.done() or None in waits_since(clients, began)):
        await asyncio.sleep(0.2)
    await breaking
    return sorted(LONGEST if wait is None else wait for wait in waits_since(clients, began))


class Seen:
    """What was done, how long games stood still, and what was wrong."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.waits: dict[str, list[float]] = {}


async def break_everything(scene: Scene, port: int, games: list[tuple[str, list[str]]], seen: Seen) -> None:
    """Each fault once, under the load of these games."""
    clients = [Client(port, game, seat, token, seen.done, wild=False) for game, tokens in games for seat, token in enumerate(tokens)]
    loop = asyncio.get_running_loop()
    playing = [asyncio.create_task(client.play(loop.time() + 3600)) for client in clients]
    await asyncio.sleep(QUIET)
    for fault in FAULTS:
        if fault is fill_the_disk and scene.disk is None:
            continue
        found = await break_and_wait(scene, fault, clients)
        seen.waits.setdefault(fault.__name__, []).extend(found)
        print(f"{fault.__name__}: {len(found)} games went on within {max(found, default=0):.1f} s", file=sys.stderr)
        await asyncio.sleep(QUIET)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for _ in range(2):
        await asyncio.gather(*(client.settle() for client in clients))
    for game, tokens in games:
        mine = [client for client in clients if client.game == game]
        seen.done["moves"] += await asyncio.to_thread(compare, port, game, tokens, mine, seen.wrong)
    seen.done["acknowledged"] += sum(len(client.acknowledged) for client in clients)


def summary(waits: list[float]) -> dict[str, float]:
    at = {"p50": 0.5, "p99": 0.99, "all": 1.0}
    return {name: round(waits_at(sorted(waits), share), 1) for name, share in at.items()} if waits else {}


def waits_at(waits: list[float], share: float) -> float:
    return waits[min(len(waits) - 1, int(len(waits) * share))]


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A disk of its own that can be filled; False where that is not allowed."""
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "none", str(folder)], check=False).returncode
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


async def prepare(database: str) -> None:
    """Make the tables, and the trigger that leads the lines through us."""
    import asyncpg

    from tegel.server.database import open_database
    from tegel.server.settings import Settings

    await (await open_database(Settings(database=database).address)).dispose()
    connection = await asyncpg.connect(database)
    await connection.execute(TRIGGER)
    await connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=1, help="of all faults")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tegel-faults-"))
    port, seen, lines = free_port(), Seen(), Lines()
    with small_disk(folder) as mounted, (folder.parent / f"{folder.name}.log").open("w+b") as log:
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        cluster = Cluster(folder / "postgres", fsync="on", max_wal_size="64MB", min_wal_size="32MB")
        cluster.start()
        try:
            with new_database(cluster.url) as database:
                asyncio.run(prepare(database))
                lines.start(database)
                server, _ = start_server(port, str(folder), log=log, database=database, processes=arguments.processes)
                try:
                    scene = Scene(server, cluster, lines, database)
                    scene.disk = folder if mounted else None
                    for _ in range(arguments.rounds):
                        games = [create(port, arguments.game) for _ in range(arguments.games)]
                        asyncio.run(break_everything(scene, port, games, seen))
                finally:
                    server.send_signal(signal.SIGTERM)
                    server.wait(60)
        finally:
            cluster.stop()
        log.seek(0)
        seen.done["tracebacks"] = log.read().count(b"Traceback")
    shutil.rmtree(folder, ignore_errors=True)
    waits = {name: summary(found) for name, found in seen.waits.items()}
    told = {"games": arguments.games * arguments.rounds, **seen.done, "carried_mb": round(lines.carried / 1e6, 1)}
    print(json.dumps({**told, "next_move_s": waits, "wrong": seen.wrong}, indent=2))
    if any(seen.wrong.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
