"""Several processes on one database: a game has one owner, and plays the same at every process; what one does the others know."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from websockets.exceptions import WebSocketException

from tegel.server.database import open_database
from tegel.server.errors import Storage
from tegel.server.leases import join
from tegel.server.log import Log
from tegel.server.metrics import Metrics
from tegel.server.settings import Settings
from tegel.server.sharing import ONE_FILE
from tegel.server.tables import games, guests, processes
from tegel.server.uptime import Uptime
from tests.processes import process_at
from tests.server.authenticator import Authenticator
from tests.server.client import Client, close_code
from tests.server.conftest import Running
from tests.server.postgres import new_database
from tests.server.test_lobby import Lobby, named, offer


@pytest.fixture
def shared(postgres: str) -> Iterator[str]:
    """An empty database that processes can share."""
    with new_database(postgres) as address:
        yield address


@pytest.fixture
def two(shared: str, serve: Callable[..., Running]) -> tuple[Running, Running]:
    """Two servers that share it."""
    return serve(database=shared, shared=True), serve(database=shared, shared=True)


def same_guest(client: Client, server: Running) -> Client:
    """The same browser, at another process."""
    other = server.client()
    other.http.cookies.update(client.http.cookies)
    return other


def test_a_socket_at_the_wrong_process_plays_as_at_the_right_one(two: tuple[Running, Running]) -> None:
    here, there = two
    anna = here.client()
    created = anna.create("azul", "here", "link")
    bo = there.client()
    bo.join(created["seats"][1]["invitation"], name="Bo")
    game = created["game"]
    assert there.house.rooms.get(game) is None, "it has one owner"
    sockets = [anna.sit(game, 0), bo.sit(game, 1)]
    for _ in range(8):
        turn = sockets[0].state["turn"]
        mover, other = sockets[turn], sockets[1 - turn]
        assert mover.move(mover.state["legal"][0]["move"])["type"] == "ack"
        other.until(lambda state, ply=mover.state["ply"]: state["ply"] == ply)
    numbers = [[event["number"] for event in each.events] for each in sockets]
    assert numbers[0] == numbers[1]
    assert [event["say"] for event in sockets[1].events] != []
    assert anna.get(f"/api/games/{game}")["ply"] == bo.get(f"/api/games/{game}")["ply"] == 8
    assert bo.get("/api/me/games")["games"][0]["game"] == game
    assert there.house.rooms.get(game) is None


def test_requests_at_the_wrong_process_are_answered_as_at_the_right_one(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    game = client.create("azul", "here", "here")["game"]
    other = same_guest(client, there)
    for path in (
        "",
        "/state?seat=0",
        "/events",
        "/plies/0?seat=0",
        "/record",
        "/position?seat=0",
        "/state?seat=7",
        "/plies/9",
        "/no",
    ):
        ours, theirs = client.http.get(f"/api/games/{game}{path}"), other.http.get(f"/api/games/{game}{path}")
        assert (ours.status_code, ours.text) == (theirs.status_code, theirs.text)
        assert sorted(set(ours.headers) - {"date"}) == sorted(set(theirs.headers) - {"date"})
    state = other.get(f"/api/games/{game}/state", seat=0)
    turn = state["turn"]
    move = other.get(f"/api/games/{game}/state", seat=turn)["legal"][0]["move"]
    body = {"seat": turn, "id": "a", "ply": 0, "moves": [move]}
    assert other.post(f"/api/games/{game}/move", body)["ply"] == 1
    assert client.post(f"/api/games/{game}/move", body)["ply"] == 1, "the same id again is the same move"
    assert other.post(f"/api/games/{game}/move", {**body, "id": "b"}, 409)["error"] == "stale"
    stream = other.http.stream("GET", f"/api/games/{game}/stream", headers={"accept": "application/x-ndjson"})
    with stream as answer:
        assert next(answer.iter_lines()).startswith('{"type":"welcome"')
    assert other.post(f"/api/games/{game}/branch", {"ply": 0, "seat": 0}, 201)["game"] in here.house.rooms


def test_a_name_a_promise_and_being_forgotten_hold_at_every_process(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    client.http.put("/api/me", json={"name": "Anna"})
    other = same_guest(client, there)
    assert other.get("/api/me")["name"] == "Anna"
    client.http.put("/api/me", json={"name": "Bo"})
    assert other.get("/api/me")["name"] == "Bo"
    promise = client.get("/api/promise")["promise"]
    created = other.create("azul", "here", "link", promise=promise)
    assert created["game"] in there.house.rooms
    assert client.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2, "promise": promise}).status_code == 409
    watching = other.sit(created["game"], 0)
    assert client.http.delete("/api/me").status_code == 204
    assert close_code(watching) == 4403
    assert other.get("/api/me") == {"guest": False, "name": ""}
    assert other.get(f"/api/games/{created['game']}")["status"] == "closed"


def test_a_vacation_holds_at_every_process(two: tuple[Running, Running]) -> None:
    here, there = two
    anna, ben = here.client(), there.client()
    made = anna.create("azul", "here", "link", clock={"base": 3 * 86400, "per_move": True})
    ben.join(made["seats"][1]["invitation"])
    game = made["game"]
    anna_there = same_guest(anna, there)
    told = anna_there.post("/api/me/vacation", {"days": 5})
    assert anna.get("/api/me/vacation")["left"] == told["left"] == 25

    def last() -> str:
        kind: str = ben.get(f"/api/games/{game}/events")["events"][-1]["kind"]
        return kind

    wait_for(lambda: last() == "vacation")
    assert abs(ben.get(f"/api/games/{game}/state")["clocks"]["vacations"][0] - told["until"]) < 60_000
    assert anna_there.http.delete("/api/me/vacation").json()["until"] is None
    wait_for(lambda: last() == "vacation_over")
    assert [event["kind"] for event in ben.get(f"/api/games/{game}/events")["events"]].count("vacation") == 1


def test_there_is_one_lobby(two: tuple[Running, Running]) -> None:
    here, there = two
    anna, bo = named(here, "Anna"), named(there, "Bo")
    lobbies = Lobby(anna), Lobby(bo)
    assert [lobby.seek()["type"] for lobby in lobbies] == ["seeking", "seeking"]
    seated = [lobby.receive("paired") for lobby in lobbies]
    assert seated[0]["game"] == seated[1]["game"]
    assert {each["seat"] for each in seated} == {0, 1}
    table = offer(bo)["game"]
    sitting = bo.sit(table, 0)
    assert table in there.house.rooms
    assert table not in here.house.rooms
    shown = lobbies[0].until(lambda frame: frame["lobby"]["tables"])
    assert [each["game"] for each in shown["lobby"]["tables"]] == [table]
    assert anna.get("/api/lobby")["lobby"] == bo.get("/api/lobby")["lobby"]
    sitting.close()
    for lobby in lobbies:
        lobby.close()


def test_the_lobby_goes_on_when_its_process_stops(two: tuple[Running, Running]) -> None:
    here, there = two
    bo = named(there, "Bo")
    lobby = Lobby(bo)
    lobby.receive("lobby")
    here._server.should_exit = True
    with pytest.raises(WebSocketException):
        lobby.until(lambda _: False)
    lobby.close()

    def come_back() -> bool:
        again = Lobby(bo)
        try:
            return again.seek()["type"] == "seeking"
        finally:
            again.close()

    assert wait_for(come_back)


def test_an_account_is_one_at_every_process(two: tuple[Running, Running]) -> None:
    """What is begun at one process is finished at another, a challenge counts once at all of them, and what ends, ends everywhere."""
    pytest.importorskip("webauthn")

    def browser(server: Running, *before: Client) -> Client:
        found = Client(server.url.replace("127.0.0.1", "localhost"))
        for each in before:
            found.http.cookies.update(each.http.cookies)
        opened.append(found)
        return found

    opened: list[Client] = []
    here, there = two
    anna = browser(here)
    anna.http.put("/api/me", json={"name": "Anna"})
    key = Authenticator(anna.url)
    offer = anna.post("/api/account/passkeys/begin", {})
    anna_there = browser(there, anna)
    key.origin = anna_there.url
    assert anna_there.get("/api/me")["name"] == "Anna", "its cookie is remembered there"
    codes = anna_there.post("/api/account/passkeys", key.make(offer), 201)["codes"]
    assert anna.get("/api/me")["guest"] is False, "the old cookie has ended at both"
    anna.http.cookies.update(anna_there.http.cookies)
    assert anna.get("/api/account")["account"] is True
    phone = browser(here)
    game = phone.create("azul", "here", "here")["game"]
    signed = key.sign(phone.post("/api/account/sign-in/begin", {}))
    phone_there = browser(there, phone)
    assert phone_there.post("/api/account/sign-in", {**signed, "bring": True})["games"] == 1
    assert phone.get("/api/me")["guest"] is False
    assert phone.post("/api/account/sign-in", signed, 400)["error"] == "bad", "answered at the other process already"
    assert anna.get(f"/api/games/{game}/state", seat=0)["seat"] == 0, "the game is in the memory of the other process"
    socket = anna.sit(game, 0)
    outcomes: list[int] = []

    def recover(client: Client) -> None:
        outcomes.append(client.http.post("/api/account/recover", json={"code": codes[0]}).status_code)

    racing = [threading.Thread(target=recover, args=(browser(server),)) for server in (here, there, here, there)]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(outcomes) == [200, 400, 400, 400]
    phone_there.post("/api/account/sign-out", {"everywhere": True}, 204)
    assert close_code(socket) == 4403
    assert anna.get("/api/me")["guest"] is False
    for each in opened:
        each.close()


def test_the_sums_of_all_are_told(two: tuple[Running, Running]) -> None:
    here, there = two
    here.client().create("azul", "here", "here")
    there.client().create("azul", "here", "here")
    for server in two:
        assert server.metrics()["tegel_processes"] == 2
        assert server.metrics()["tegel_rooms"] == 2
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_games_go_to_the_others_when_a_process_stops(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    game = client.create("azul", "here", "computer")["game"]
    other = same_guest(client, there)
    near, far = client.sit(game, 0), other.sit(game, 0)
    here._server.should_exit = True
    assert {close_code(near), close_code(far)} == {1001}

    def go_on() -> bool:
        """Come back as the app does: once more if the one that stops was still reached."""
        again = other.sit(game, 0)
        again.until(lambda state: state["turn"] == 0)
        return bool(again.move(again.state["legal"][0]["move"])["type"] == "ack")

    wait_for(go_on)
    assert game in there.house.rooms


def test_what_a_process_without_its_lease_writes_is_refused(shared: str) -> None:
    """The late write of a process that was taken for dead: nothing of it is in the database."""

    async def write() -> list[Any]:
        engine = await open_database(Settings(database=shared).address)
        stale, other = await join(engine, "127.0.0.1:1", Uptime()), await join(engine, "127.0.0.1:2", Uptime())
        log = Log(engine, Metrics(), False, stale.number)
        await log.open()
        guest = guests.insert().values(id="a", cookie_hash="a", name="", created=0)
        await log.write(statements=[guest])
        await other.depose(stale.number)
        outcomes = await asyncio.gather(
            log.write(statements=[update(guests).values(name="late")]),
            log.write(statements=[guests.insert().values(id="b", cookie_hash="b", name="", created=0)]),
            return_exceptions=True,
        )
        async with engine.connect() as connection:
            found = (await connection.execute(select(guests.c.id, guests.c.name))).all()
        await log.close()
        await engine.dispose()
        return [*outcomes, [tuple(row) for row in found], other.number > stale.number]

    first, second, found, grows = asyncio.run(write())
    assert isinstance(first, Storage)
    assert isinstance(second, Storage)
    assert found == [("a", "")]
    assert grows, "a number is never used again"


def test_a_lease_that_is_renewed_is_not_ended_and_one_that_stands_still_is(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch() -> tuple[bool, bool]:
        engine = await open_database(Settings(database=shared).address)
        one, two = await join(engine, "127.0.0.1:1", Uptime()), await join(engine, "127.0.0.1:2", Uptime())
        monkeypatch.setattr("tegel.server.leases.LEASE", 0.4)
        for _ in range(8):
            await one.beat()
            await two.beat()
            await asyncio.sleep(0.1)
        kept = two.number in one.peers
        for _ in range(8):
            await one.beat()
            await asyncio.sleep(0.1)
        await two.beat()
        await one.close()
        await two.close()
        await engine.dispose()
        return kept, two.deposed and two.number not in one.peers

    assert asyncio.run(watch()) == (True, True)


def test_a_crash_costs_nobody_time(shared: str) -> None:
    """The time games are played by goes on from the others', or from where all of them ended."""

    async def times() -> tuple[int, int]:
        engine = await open_database(Settings(database=shared).address)
        await join(engine, "127.0.0.1:1", Uptime(5_000_000))
        later = Uptime()
        await join(engine, "127.0.0.1:2", later)
        await engine.dispose()
        return later.now(), 5_000_000

    found, before = asyncio.run(times())
    assert before <= found < before + 5000


def test_one_process_alone_and_those_that_share_refuse_each_other(shared: str) -> None:
    async def both() -> None:
        engine = await open_database(Settings(database=shared).address)
        together, alone = Log(engine, Metrics(), False), Log(engine, Metrics(), True)
        another = Log(engine, Metrics(), False)
        await together.open()
        await another.open()
        with pytest.raises(Exception, match="another Tegel server"):
            await alone.open()
        await together.close()
        await another.close()
        await engine.dispose()

    asyncio.run(both())


def test_sqlite_is_refused_for_several_processes() -> None:
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--processes", "2"]
    refused = subprocess.run(command, capture_output=True, timeout=120, check=False, text=True)
    assert refused.returncode == 2
    assert ONE_FILE in refused.stderr
    assert "Traceback" not in refused.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def supervised(database: str, *more: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """`tegel serve` with two processes, as one runs it."""
    port = free_port()
    command = [sys.executable, "-m", "tegel", "serve", "--port", str(port), "--database", database, "--processes", "2"]
    running = subprocess.Popen([*command, "--limits", "1000", "--log-level", "warning", *more])
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: httpx.get(f"{url}/metrics").text.count("tegel_processes 2.0") == 1)
        yield url, running
    finally:
        running.terminate()
        assert running.wait(60) == 0


def wait_for(ready: Callable[[], Any]) -> Any:
    """Until something is so, whatever fails meanwhile."""
    until = time.monotonic() + 120
    while True:
        try:
            if found := ready():
                return found
        except (httpx.HTTPError, OSError, WebSocketException):
            pass
        assert time.monotonic() < until
        time.sleep(0.05)


def owner_of(database: str, game: str) -> tuple[int, str]:
    """The number of the process that owns a game, and where it listens for the others; 0 if nobody does."""

    async def find() -> tuple[int, str]:
        engine = await open_database(Settings(database=database).address)
        async with engine.connect() as connection:
            query = select(processes.c.number, processes.c.address).where(processes.c.number == games.c.owner, games.c.id == game)
            row = (await connection.execute(query)).one_or_none()
        await engine.dispose()
        return (row[0], row[1]) if row is not None else (0, "")

    return asyncio.run(find())


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes by /proc")
def test_a_game_goes_on_elsewhere_after_its_owner_was_killed_or_stopped(shared: str) -> None:
    with supervised(shared) as (url, _):
        client = Client(url)
        created = client.create("azul", "here", "here")
        game = created["game"]
        tokens = [{"Authorization": f"Bearer {seat['token']}"} for seat in created["seats"]]
        for ply, blow in enumerate((signal.SIGKILL, signal.SIGSTOP)):
            turn = client.get(f"/api/games/{game}")["turn"]
            state = httpx.get(f"{url}/api/games/{game}/state", params={"seat": turn}, headers=tokens[turn], timeout=30).json()
            body = {"seat": turn, "id": f"{ply}", "ply": ply, "moves": [state["legal"][0]["move"]]}
            number, address = owner_of(shared, game)
            victim = process_at(address)
            client.close()
            os.kill(victim, blow)

            def go_on(body: Any = body, turn: int = turn) -> bool:
                made = httpx.post(f"{url}/api/games/{game}/move", json=body, headers=tokens[turn], timeout=2)
                return made.status_code == 200 and made.json()["ply"] == body["ply"] + 1

            wait_for(go_on)
            assert owner_of(shared, game)[0] != number
            if blow == signal.SIGSTOP:
                os.kill(victim, signal.SIGCONT)
            client = Client(url)
            wait_for(lambda: "tegel_processes 2.0" in httpx.get(f"{url}/metrics").text)
        events = client.get(f"/api/games/{game}/events")["events"]
        assert [event["ply"] for event in events if event["kind"] == "move"] == [1, 2]
        client.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_rolling_restart_is_a_blink(shared: str) -> None:
    with supervised(shared) as (url, running):
        client = Client(url)
        game = client.create("azul", "here", "here")["game"]
        before = owner_of(shared, game)[0]
        running.send_signal(signal.SIGHUP)
        longest = 0.0
        until = time.monotonic() + 120
        while owner_of(shared, game)[0] in (before, 0):
            began = time.monotonic()
            assert httpx.get(f"{url}/api/games/{game}", timeout=30).status_code == 200
            longest = max(longest, time.monotonic() - began)
            assert began < until
        assert longest < 10, "on however slow a machine"
        client.close()
