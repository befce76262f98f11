"""Storage that fails: full, gone, corrupt, locked, hanging. Nothing is acknowledged that is not kept, and it recovers by itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from tegel.server import database as databases
from tegel.server import flags, lobby, pushing, tending
from tegel.server.database import DatabaseError, open_database
from tegel.server.database_writer import DatabaseWriter, InUse
from tegel.server.errors import Storage
from tegel.server.log import Log, make_writer
from tegel.server.metrics import Metrics
from tegel.server.settings import Settings
from tegel.server.store import Store
from tegel.server.tables import guests
from tegel.server.writing import Job, of_storage, outcome_of
from tests.server import plain_http, scripted
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.postgres import Cluster, new_database

SECONDS = 20  # in which a move is refused, on however slow a machine; the server itself gives up after five


def health(server: Running) -> tuple[int, dict[str, Any]]:
    """What /health says, tried anew."""
    deadline = time.monotonic() + 60
    while True:
        answer = plain_http.get(f"{server.url}/health", timeout=SECONDS)
        if answer.status_code != 200 or time.monotonic() > deadline:
            return answer.status_code, answer.json()
        time.sleep(0.2)


def table(client: Client) -> tuple[str, dict[str, str], int]:
    """A game, the token of the seat to move, and a legal move."""
    created = client.create("azul", "here", "here")
    turn = client.get(f"/api/games/{created['game']}")["turn"]
    return created["game"], {"Authorization": f"Bearer {created['seats'][turn]['token']}"}, turn


def try_to_move(client: Client, game: str, token: dict[str, str], id: str) -> httpx.Response:
    """The first legal move at the present ply."""
    turn = client.get(f"/api/games/{game}")["turn"]
    state = client.http.get(f"/api/games/{game}/state", params={"seat": turn}, headers=token).json()
    body = {"seat": turn, "id": id, "ply": state["ply"], "moves": [state["legal"][0]["move"]]}
    return client.http.post(f"/api/games/{game}/move", json=body, headers=token)


@pytest.mark.parametrize("how", ["removed", "replaced", "log removed", "corrupt"])
def test_a_file_that_is_not_there_any_more_is_told_and_nothing_is_acknowledged(
    serve: Callable[..., Running], tmp_path: Path, how: str
) -> None:
    server = serve()
    client = server.client()
    game, token, _ = table(client)
    assert plain_http.get(f"{server.url}/health").json()["status"] == "ok"
    file = tmp_path / "games.db"
    if how == "removed":
        file.unlink()
    elif how == "replaced":
        shutil.copy(file, tmp_path / "copy")
        os.replace(tmp_path / "copy", file)
    elif how == "log removed":
        Path(f"{file}-wal").unlink()
    else:
        with file.open("r+b") as damaged:
            damaged.write(os.urandom(file.stat().st_size))
    status, body = health(server)
    assert status == 503
    assert body["status"] == "failing"
    assert body["why"] == ("corrupt" if how == "corrupt" else "gone")
    if how != "corrupt":
        refused = try_to_move(client, game, token, "a")
        assert refused.status_code == 503
        assert refused.json()["error"] == "storage"


def test_a_full_disk_is_told_and_nothing_is_acknowledged(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "SETTINGS", (*databases.SETTINGS, "max_page_count=130"))
    server = serve()
    client = server.client()
    answers = [client.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2}) for _ in range(400)]
    full = next(answer for answer in answers if answer.status_code != 201)
    assert full.status_code == 503
    assert full.json()["error"] == "storage"
    with closing(sqlite3.connect(server.settings.data / "games.db")) as database:
        stored = database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    assert stored == sum(answer.status_code == 201 for answer in answers)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes; who may not mount one skips the test."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small file system can be mounted by root on Linux only")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_health_tells_a_disk_that_is_full_and_one_that_has_room_again(serve: Callable[..., Running], small_disk: Path) -> None:
    server = serve(data=small_disk)
    client = server.client()
    game, token, _ = table(client)
    assert try_to_move(client, game, token, "a").status_code == 200
    assert plain_http.get(f"{server.url}/health").status_code == 200
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    before = client.get(f"/api/games/{game}")["ply"]
    status, told = health(server)
    assert (status, told["why"]) == (503, "full")
    made = client.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2})
    assert (made.status_code, made.json()["error"]) == (503, "storage")
    assert client.get(f"/api/games/{game}")["ply"] == before, "it can still be read"
    ballast.unlink()
    deadline = time.monotonic() + 60
    while plain_http.get(f"{server.url}/health").status_code != 200:
        assert time.monotonic() < deadline, "it does not notice that there is room again"
        time.sleep(0.2)
    client.create("azul", "here", "here")
    server.stop()


def test_health_tries_a_write_at_most_once_a_second(serve: Callable[..., Running]) -> None:
    server = serve()
    before = server.metrics()["tegel_commits_total"]
    started = time.monotonic()
    for _ in range(50):
        assert plain_http.get(f"{server.url}/health").status_code == 200
    assert server.metrics()["tegel_commits_total"] - before <= 2 + 2 * (time.monotonic() - started)


def test_a_locked_file_refuses_in_seconds_and_recovers(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve()
    client = server.client()
    game, token, _ = table(client)
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        refused = try_to_move(client, game, token, "a")
        assert time.monotonic() - started < SECONDS
        assert refused.status_code == 503
        assert refused.json()["error"] == "storage"
        assert client.get(f"/api/games/{game}")["ply"] == 0
        other.execute("ROLLBACK")
    assert try_to_move(client, game, token, "a").json()["ply"] == 1
    assert plain_http.get(f"{server.url}/health").json()["status"] == "ok"


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that may be stopped."""
    cluster = Cluster()
    cluster.start()
    yield cluster
    cluster.signal(signal.SIGCONT)
    cluster.stop()


def test_a_hanging_postgresql_refuses_in_seconds_and_recovers(serve: Callable[..., Running], own_cluster: Cluster) -> None:
    with new_database(own_cluster.url) as address:
        server = serve(database=address)
        client = server.client()
        game, token, turn = table(client)
        state = client.http.get(f"/api/games/{game}/state", params={"seat": turn}, headers=token).json()
        body = {"seat": turn, "id": "a", "ply": 0, "moves": [state["legal"][0]["move"]]}
        own_cluster.signal(signal.SIGSTOP)
        started = time.monotonic()
        refused = client.http.post(f"/api/games/{game}/move", json=body, headers=token)
        assert time.monotonic() - started < SECONDS
        assert refused.status_code == 503
        assert refused.json()["error"] == "storage"
        assert plain_http.get(f"{server.url}/health", timeout=60).status_code == 503
        own_cluster.signal(signal.SIGCONT)
        deadline = time.monotonic() + 120
        while (answer := client.http.post(f"/api/games/{game}/move", json=body, headers=token)).status_code == 503:
            assert time.monotonic() < deadline, "it does not recover"
            time.sleep(0.5)
        assert answer.status_code == 200, answer.text
        assert answer.json()["ply"] == 1
        events = client.get(f"/api/games/{game}/events")["events"]
        assert [event["kind"] for event in events].count("move") == 1, "sent twice, played once"
        while plain_http.get(f"{server.url}/health", timeout=60).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.5)
        server.stop()


def test_a_postgresql_that_dies_and_comes_back_loses_nothing(serve: Callable[..., Running], own_cluster: Cluster) -> None:
    """Killed while moves are made: each is acknowledged or refused with `storage`; sent again, it is played once."""
    with new_database(own_cluster.url) as address:
        server = serve(database=address)
        client = server.client()
        created = client.create("azul", "here", "here", options={"rounds": 0})
        game, tokens = created["game"], [{"Authorization": f"Bearer {seat['token']}"} for seat in created["seats"]]
        acknowledged: list[int] = []
        for life in range(3):
            for at in range(4):
                state = client.http.get(f"/api/games/{game}/state").json()
                turn, ply = state["turn"], state["ply"]
                assert ply == len(acknowledged)
                legal = client.http.get(f"/api/games/{game}/state", params={"seat": turn}, headers=tokens[turn]).json()["legal"]
                body = {"seat": turn, "id": f"{life}.{at}", "ply": ply, "moves": [legal[0]["move"]]}
                if at == 2:
                    own_cluster.signal(signal.SIGKILL)
                    refused = client.http.post(f"/api/games/{game}/move", json=body, headers=tokens[turn])
                    assert (refused.status_code, refused.json()["error"]) == (503, "storage")
                    starting = threading.Thread(target=own_cluster.start_again)
                    starting.start()
                deadline = time.monotonic() + 120
                while (answer := client.http.post(f"/api/games/{game}/move", json=body, headers=tokens[turn])).status_code == 503:
                    assert time.monotonic() < deadline, "it does not recover"
                    time.sleep(0.02)
                assert (answer.status_code, answer.json().get("ply")) == (200, ply + 1), answer.text
                acknowledged.append(legal[0]["move"])
            starting.join()
        events = client.get(f"/api/games/{game}/events")["events"]
        assert [event["move"]["move"] for event in events if event["kind"] == "move"] == acknowledged
        assert server.metrics()["tegel_failures_total"] == 0
        server.stop()


def test_a_database_that_is_away_is_told_in_lines_without_a_traceback(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """All that looks into it by itself goes on looking; whoever runs the server reads why it finds nothing."""
    for module in (lobby, flags, tending, pushing):
        monkeypatch.setattr(module, "EVERY", 0.05)
    server = serve()

    async def away(*_: Any) -> Any:
        raise Storage("unreachable")

    with monkeypatch.context() as gone:
        gone.setattr(Store, "_rows", away)
        wanted = {
            "the lobby cannot be read",
            "the clocks cannot be read",
            "tournaments cannot be read",
            "who wants to be told cannot be read",
        }
        scripted.wait_for(lambda: wanted <= {record.message for record in caplog.records})
    told = [record for record in caplog.records if record.name == "tegel.server"]
    assert {(record.levelname, getattr(record, "why", "")) for record in told} == {("WARNING", "unreachable")}
    assert not [record for record in told if record.exc_info]
    assert server.client().create("azul", "here", "here")["game"], "and then all is well"


class Said(Exception):
    """What PostgreSQL says, with its state."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


@pytest.mark.parametrize("state", ["57P03", "57P01", "57P02", "53300", "53100", "08006", "58030", "XX000"])
def test_trouble_of_postgresql_itself_is_no_fault_of_a_move(state: str) -> None:
    """Starting up, stopping, full of connections: the driver gives no better name than `Error`."""
    assert of_storage(DBAPIError("INSERT", None, Said(state)))
    assert isinstance(outcome_of(DBAPIError("INSERT", None, Said(state))), Storage)


@pytest.mark.parametrize("state", ["22021", "23505", "42601"])
def test_what_a_move_brings_is_no_trouble_of_postgresql(state: str) -> None:
    assert not of_storage(DBAPIError("INSERT", None, Said(state)))


@pytest.mark.parametrize(("raised", "told"), [(DBAPIError("", None, Said("57P03")), "unreachable"), (InUse("served"), "busy")])
def test_a_connection_that_is_not_to_be_had_is_told_as_storage(
    database: str, monkeypatch: pytest.MonkeyPatch, raised: Exception, told: str
) -> None:
    """Also for one job alone, and also when another server has taken the place meanwhile."""

    async def connect(writer: DatabaseWriter) -> None:
        raise raised

    async def write() -> list[Any]:
        engine = await open_database(Settings(database=database).address)
        writer = DatabaseWriter(engine, alone=False)
        monkeypatch.setattr(DatabaseWriter, "_connect", connect)
        job = Job(statements=[update(guests).values(name="x")])
        found = await asyncio.gather(writer.write([job]), writer.write([job, job]), return_exceptions=True)
        await engine.dispose()
        return found

    outcomes = asyncio.run(write())
    assert [isinstance(outcome, Storage) and outcome.why for outcome in outcomes] == [told, told]


def test_one_bad_job_does_not_spoil_the_batch(database: str) -> None:
    async def write_together() -> list[Any]:
        engine = await open_database(Settings(database=database).address)
        log = Log(engine, Metrics())
        await log.open()
        guest = [guests.insert().values(id=f"g{at}", cookie_hash=f"{at}", name="", created=at) for at in range(5)]
        bad = guests.insert().values(id="bad", cookie_hash="\0" if "://" in database else "\ud800", name="", created=0)
        twice = guests.insert().values(id="g0", cookie_hash="0", name="", created=0)
        jobs = [*guest, bad, twice, update(guests).values(name="x").where(guests.c.id == "g1")]
        done = await asyncio.gather(*(log.write(statements=[job]) for job in jobs), return_exceptions=True)
        await log.close()
        await engine.dispose()
        return done

    outcomes = asyncio.run(write_together())
    assert [outcome is None for outcome in outcomes] == [True] * 5 + [False, False, True]
    assert [type(outcome).__name__ for outcome in outcomes][6] == "Conflict"


@pytest.mark.parametrize("id", ["a\0b", "a\nb", "\x7f", "a\u202eb", "\ud800"])
def test_ids_are_checked_at_the_door(server: Running, id: str) -> None:
    client = server.client()
    game, token, turn = table(client)
    text = f'{{"seat": {turn}, "id": {json.dumps(id)}, "ply": 0, "moves": [0]}}'
    refused = client.http.post(f"/api/games/{game}/move", content=text, headers={**token, "content-type": "application/json"})
    assert refused.status_code == 400
    assert refused.json()["error"] == "bad"


def test_a_path_with_a_nul_is_no_game(server: Running) -> None:
    assert server.client().http.get("/api/games/a%00b").status_code in (400, 404)
    assert server.client().http.get("/api/invitations/a%00b").status_code in (400, 404)


def test_a_second_server_on_the_same_database_is_refused(database: str) -> None:
    async def twice() -> None:
        address = Settings(database=database).address
        one, two = await open_database(address), await open_database(address)
        first, second = make_writer(one, alone=True), make_writer(two, alone=True)
        await first.open()
        with pytest.raises(DatabaseError, match="another Tegel server"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()
        await one.dispose()
        await two.dispose()

    asyncio.run(twice())
