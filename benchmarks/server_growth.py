"""What stored games cost: the time of each route and of starting up with ever more of them, and the memory of unfinished ones.

    python benchmarks/server_growth.py --stored 1000 10000 100000 --unfinished 3000 30000

    python benchmarks/server_growth.py --processes 4 --unfinished

Prints two tables. With `--processes` so many serve, on a PostgreSQL started for it; otherwise one, on SQLite. The games are copies of
one that is half played and one that is finished, written straight into the database with chains that hold. One guest has them all; another
has three. `cold` is a game that is not in memory and is read from its log; the middle of many requests is told, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from server_process import family, free_port, memory, own_postgres, start_server
from stored_games import Postgres, SqliteFile, copy_game

REPEATS = 15
HALF = 20  # plies of a game that is half played
CHUNK = 2000  # copies written at once


class Place(NamedTuple):
    """Where games are stored, and how many processes serve them."""

    folder: str
    database: str = ""  # of PostgreSQL
    processes: int = 0


@contextmanager
def new_place(processes: int) -> Iterator[Place]:
    """An empty one."""
    with tempfile.TemporaryDirectory() as folder, own_postgres() if processes else nullcontext("") as database:
        yield Place(folder, database, processes)


@contextmanager
def served(place: Place) -> Iterator[tuple[subprocess.Popen[bytes], str, float]]:
    """A server: its process, its address, the seconds until it answered."""
    port = free_port()
    server, seconds = start_server(port, place.folder, database=place.database, processes=place.processes)
    try:
        yield server, f"http://127.0.0.1:{port}", seconds
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


class Person:
    """A browser with a cookie."""

    def __init__(self, url: str, cookies: dict[str, str] | None = None) -> None:
        self.http = httpx.Client(base_url=url, cookies=cookies, timeout=300)

    def create(self, **options: Any) -> dict[str, Any]:
        """A game for two at one machine."""
        made: dict[str, Any] = self.http.post(
            "/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2, "options": options}
        ).json()
        return made

    def play(self, game: str, most: int) -> None:
        """Move at random on both seats."""
        source = random.Random(1)
        while (about := self.http.get(f"/api/games/{game}").json())["turn"] is not None and about["ply"] < most:
            self.move(game, about, source)

    def move(self, game: str, about: dict[str, Any], source: random.Random) -> None:
        """One move."""
        state = self.http.get(f"/api/games/{game}/state", params={"seat": about["turn"]}).json()
        body = {"seat": about["turn"], "id": f"{about['ply']}", "ply": about["ply"], "moves": [source.choice(state["legal"])["move"]]}
        self.http.post(f"/api/games/{game}/move", json=body).raise_for_status()


def prepare(place: Place) -> tuple[dict[str, str], dict[str, str], str, str]:
    """Two guests, a game that is half played and a finished one."""
    with served(place) as (_, url, _seconds):
        rich, poor = Person(url), Person(url)
        half, finished = rich.create()["game"], rich.create(rounds=1)["game"]
        rich.play(half, HALF)
        rich.play(finished, 1000)
        for _ in range(3):
            poor.create()
        return dict(rich.http.cookies), dict(poor.http.cookies), half, finished


def fill(place: Place, half: str, finished: str, count: int, share: float) -> float:
    """Write copies, a share of them half played, the others finished. Returns the size of the database in MB."""
    file = Path(place.folder) / "games.db"
    plain = None if place.database else sqlite3.connect(file)
    database = SqliteFile(plain) if plain else Postgres(place.database)
    if plain:
        plain.execute("PRAGMA synchronous=OFF")
    unfinished = round(count * share)
    for game, label, wanted in ((half, "h", unfinished), (finished, "f", count - unfinished)):
        for at in range(0, wanted, CHUNK):
            copy_game(database, game, [f"{label}{number}" for number in range(at, min(at + CHUNK, wanted))])
    size = database.size() if isinstance(database, Postgres) else file.stat().st_size
    database.close()
    return size / 2**20


def timed(ask: Any) -> float:
    began = time.perf_counter()
    ask().raise_for_status()
    return 1000 * (time.perf_counter() - began)


def measure_routes(url: str, rich_cookies: dict[str, str], poor_cookies: dict[str, str], count: int) -> dict[str, float]:
    """The middle of the times of each route."""
    rich, poor = Person(url, rich_cookies), Person(url, poor_cookies)
    source = random.Random(count)
    chosen = [f"h{number}" for number in source.sample(range(count // 2), 2 * REPEATS)]
    middle = rich.http.get("/api/me/games").json()["next"]
    mine = poor.create()["game"]
    asks: dict[str, list[Any]] = {
        "/health": [lambda: rich.http.get("/health")],
        "/api/me": [lambda: rich.http.get("/api/me")],
        "/api/catalogue": [lambda: rich.http.get("/api/catalogue")],
        "/api/me/games, 3 games": [lambda: poor.http.get("/api/me/games")],
        "/api/me/games, all games": [lambda: rich.http.get("/api/me/games")],
        "the same, next page": [lambda: rich.http.get("/api/me/games", params={"before": middle})],
        "a game, cold": [lambda game=game: rich.http.get(f"/api/games/{game}") for game in chosen],
        "a game, warm": [lambda: rich.http.get(f"/api/games/{chosen[0]}")],
        "its state": [lambda: rich.http.get(f"/api/games/{chosen[0]}/state", params={"seat": 0})],
        "its events": [lambda: rich.http.get(f"/api/games/{chosen[0]}/events")],
        "a new game": [lambda: poor.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2})],
        "a move": [lambda: move_once(poor, mine, source)],
    }
    return {name: round(median(timed(ways[at % len(ways)]) for at in range(REPEATS)), 2) for name, ways in asks.items()}


def move_once(person: Person, game: str, source: random.Random) -> httpx.Response:
    """A move with the two questions before it, as a program without a socket makes it."""
    person.move(game, person.http.get(f"/api/games/{game}").json(), source)
    return person.http.get("/api/me")


def growth(count: int, processes: int) -> dict[str, float]:
    """A column of the first table."""
    with new_place(processes) as place:
        rich, poor, half, finished = prepare(place)
        size = fill(place, half, finished, count, 0.5)
        with served(place) as (server, url, seconds):
            told = {"start-up, s": round(seconds, 2), **measure_routes(url, rich, poor, count)}
            return {**told, "database, MB": round(size, 1), "memory, MB": used_by(server.pid)["rss"]}


def unfinished(count: int, processes: int) -> dict[str, float]:
    """A column of the second table: every game is looked at once."""
    with new_place(processes) as place:
        rich, _, half, finished = prepare(place)
        fill(place, half, finished, count, 1.0)
        with served(place) as (server, url, _seconds):
            before = used_by(server.pid)["rss"]
            person = Person(url, rich)
            for number in range(count):
                person.http.get(f"/api/games/h{number}/state", params={"seat": 0}).raise_for_status()
            used = used_by(server.pid)
    return {"before, MB": before, "after all were looked at, MB": used["rss"], "at most, MB": used["peak"]}


def used_by(server: int) -> dict[str, float]:
    """The memory of the process that has most of it: the one that serves, or of several the largest."""
    return max((memory(pid) for pid in family(server)), key=lambda used: used["rss"])


def print_table(title: str, columns: dict[int, dict[str, float]]) -> None:
    print(f"| {title} | " + " | ".join(f"{count:,}" for count in columns) + " |")
    print("| --- |" + " --- |" * len(columns))
    for name in next(iter(columns.values())):
        print(f"| {name} | " + " | ".join(f"{told[name]:g}" for told in columns.values()) + " |")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stored", type=int, nargs="*", default=[1000, 10_000, 100_000], metavar="N")
    parser.add_argument("--unfinished", type=int, nargs="*", default=[3000, 30_000], metavar="N")
    parser.add_argument("--processes", type=int, default=0, metavar="N", help="serve from PostgreSQL by so many processes")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped too
    stored = {count: growth(count, arguments.processes) for count in arguments.stored}
    kept = {count: unfinished(count, arguments.processes) for count in arguments.unfinished}
    if arguments.json:
        print(json.dumps({"stored": stored, "unfinished": kept}, indent=2))
        return
    for title, columns in (("stored games", stored), ("unfinished games", kept)):
        if columns:
            print_table(title, columns)


if __name__ == "__main__":
    main()
