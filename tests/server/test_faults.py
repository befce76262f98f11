"""Killed servers, broken connections, dead computer players, a database from the future."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.server import playing
from tegel.server.database import DatabaseError, open_database
from tegel.server.errors import Storage
from tegel.server.store import Store
from tests.ports import free_port
from tests.processes import children_of, gone
from tests.server import plain_http, scripted
from tests.server.client import Client, Socket, close_code
from tests.server.conftest import Running

KILLS = 2
GAMES = 4


def start_process(port: int, data: Path) -> subprocess.Popen[bytes]:
    """A server as people run it."""
    command = [sys.executable, "-m", "tegel", "serve", "--port", str(port), "--data", str(data), "--limits", "1000", "--log-level", "error"]
    server = subprocess.Popen(command, env={**os.environ, "PYTHONWARNINGS": "ignore"})
    deadline = time.monotonic() + 120
    while True:
        try:
            plain_http.get(f"http://127.0.0.1:{port}/health", timeout=1)
            return server
        except httpx.TransportError:
            assert server.poll() is None, "the server stopped"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)


def play_until_it_breaks(client: Client, game: str, acknowledged: dict[str, int]) -> None:
    """Move on both seats as fast as possible; remember what was acknowledged."""
    source = random.Random(game)
    try:
        one = client.sit(game, 0)
        while not one.state["over"]:
            turn = one.state["turn"]
            if one.state["seat"] != turn:
                one.send({"type": "look", "seat": turn})
                one.receive("state")
                continue
            answer = one.move(source.choice(one.state["legal"])["move"])
            assert answer["type"] == "ack", answer
            assert answer["ply"] == acknowledged[game] + 1 or acknowledged[game] == 0
            acknowledged[game] = answer["ply"]
            one.until(lambda state, ply=answer["ply"]: state["ply"] == ply)
    except (ConnectionClosed, OSError, TimeoutError, EOFError):
        return


def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    port = free_port()
    server = start_process(port, tmp_path)
    client = Client(f"http://127.0.0.1:{port}")
    games = [client.create("azul", "here", "here")["game"] for _ in range(GAMES)]
    against = client.create("azul", "computer", "computer")["game"]
    acknowledged, workers = dict.fromkeys(games, 0), list[int]()
    try:
        deadline = time.monotonic() + 60
        while client.get(f"/api/games/{against}")["ply"] == 0:
            assert time.monotonic() < deadline, "the computer does not begin"
            time.sleep(0.05)
        for _ in range(KILLS):
            threads = [threading.Thread(target=play_until_it_breaks, args=(client, game, acknowledged)) for game in games]
            for thread in threads:
                thread.start()
            time.sleep(0.7)
            workers += children_of(server.pid)
            server.send_signal(signal.SIGKILL)
            server.wait()
            for thread in threads:
                thread.join()
            server = start_process(port, tmp_path)
            for game in games:
                summary = client.get(f"/api/games/{game}")
                assert acknowledged[game] <= summary["ply"] <= acknowledged[game] + 1, "nothing lost, nothing twice"
                acknowledged[game] = summary["ply"]
        assert sum(acknowledged.values()) > 0
        deadline = time.monotonic() + 120
        while client.get(f"/api/games/{against}")["status"] != "over":
            assert time.monotonic() < deadline, "computer seats go on by themselves"
            time.sleep(0.1)
        assert workers
        while not all(gone(worker) for worker in workers):
            assert time.monotonic() < deadline, "workers outlive a server that was killed"
            time.sleep(0.1)
    finally:
        client.close()
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def test_drops_duplicates_and_reorders_end_on_the_servers_position(server: Running) -> None:
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    source = random.Random(11)
    seen = 0
    sent: list[dict[str, object]] = []
    socket: Socket | None = None
    made = 0
    while made < 60:
        state = client.get(f"/api/games/{game}/state")
        if state["over"]:
            break
        if socket is None:
            socket = client.sit(game, state["turn"], after=seen)
            assert [event["number"] for event in socket.events] == list(range(seen + 1, socket.state["number"] + 1))
        socket.send({"type": "look", "seat": state["turn"]})
        socket.receive("state")
        if not socket.state["legal"]:
            continue  # a move sent before the connection broke has been made meanwhile
        ply, move = socket.state["ply"], source.choice(socket.state["legal"])["move"]
        frame = {"type": "move", "id": f"m{ply}", "ply": ply, "moves": [move]}
        sent.append(frame)
        for late in source.sample(sent, min(3, len(sent))):
            socket.send(late)
        for _ in range(source.randint(1, 3)):
            socket.send(frame)
        made += 1
        if source.random() < 0.4:
            socket.raw.socket.close()
            socket.close()
            seen = max([seen, *(event["number"] for event in socket.events)])
            socket = None
            time.sleep(0.01)
        else:
            while socket.receive("ack", "stale")["id"] != frame["id"]:
                pass
            seen = max([seen, *(event["number"] for event in socket.events)])
    last = client.sit(game, 0, after=0)
    ply = client.get(f"/api/games/{game}")["ply"]
    last.until(lambda state: state["ply"] >= ply)  # a move sent before the last connection broke may have come after this one began
    numbers = [event["number"] for event in last.events]
    assert numbers == list(range(1, numbers[-1] + 1))
    moves = [event["move"]["move"] for event in last.events if event["kind"] == "move"]
    assert len(moves) == last.state["ply"] == client.get(f"/api/games/{game}")["ply"]
    assert len(moves) >= 20


def test_a_dead_computer_player_is_tried_again(server: Running) -> None:
    client = server.client()
    game = client.create("azul", "computer", "computer")["game"]
    before = server.metrics()["tegel_bot_failures_total"]
    deadline = time.monotonic() + 300
    while client.get(f"/api/games/{game}")["ply"] < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    for pid in server.house.bots.pids:
        os.kill(pid, signal.SIGKILL)
    assert client.get("/health")["status"] == "ok", "nothing is held up"
    while client.get(f"/api/games/{game}")["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert server.metrics()["tegel_bot_failures_total"] > before
    verify(Record.loads(client.http.get(f"/api/games/{game}/record").text))


@pytest.mark.usefixtures("spawned_players")
def test_a_failure_of_a_computer_player_is_counted_once(
    serve: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEGEL_SCRIPT", str(tmp_path / "refused"))
    monkeypatch.setattr("tegel.server.bots.decide", scripted.refuse_once)
    server = serve()
    client = server.client()
    game = client.create("azul", "computer", "computer")["game"]
    scripted.wait_for(lambda: client.get(f"/api/games/{game}")["ply"] >= 3)
    assert server.metrics()["tegel_bot_failures_total"] == 1


def against_the_computer(client: Client) -> tuple[str, Socket, int]:
    """A game in which a person moves first, with their socket and seat."""
    game = client.create("azul", "here", "here")["game"]
    seat = client.get(f"/api/games/{game}")["turn"]
    client.post(f"/api/games/{game}/takeover", {"seat": 1 - seat, "id": "computer"})
    return game, client.sit(game, seat), seat


def test_whoever_looks_wakes_a_computer_that_stopped(serve: Callable[..., Running]) -> None:
    server = serve()
    client = server.client()
    game, socket, seat = against_the_computer(client)
    room = server.house.rooms[game]
    server.house.stopping = True  # so that nothing begins to think
    assert socket.move(socket.state["legal"][0]["move"])["type"] == "ack"
    server.house.stopping = False
    assert room.thinking is None
    assert client.get(f"/api/games/{game}")["turn"] == 1 - seat
    scripted.wait_for(lambda: client.get(f"/api/games/{game}")["turn"] == seat)


@pytest.mark.parametrize("slow", [None, "to_resume", "room"])
def test_after_a_restart_the_computer_moves_although_nobody_looks(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, slow: str | None
) -> None:
    """Also if the database does not answer at first."""
    with monkeypatch.context() as asleep:
        asleep.setattr(playing, "wake_computer", lambda house, room: None)
        first = serve()
        first.client().create("azul", "computer", "computer")
        first.stop()
    if slow is not None:
        answer, failures = getattr(Store, slow), iter([Storage("slow")] * 2)

        async def answer_late(store: Store, *asked: str) -> Any:
            for failure in failures:
                raise failure
            return await answer(store, *asked)

        monkeypatch.setattr(Store, slow, answer_late)
    second = serve()
    deadline = time.monotonic() + 120
    while second.metrics().get("tegel_moves_total", 0) < 2:
        assert time.monotonic() < deadline, "the game stands still"
        time.sleep(0.05)


@pytest.mark.usefixtures("spawned_players")
def test_taking_back_does_not_wait_for_a_computer_that_thinks(
    serve: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEGEL_SCRIPT", str(tmp_path / "thought"))
    monkeypatch.setattr("tegel.server.bots.decide", scripted.never_first)
    server = serve(workers=2)
    client = server.client()
    game, socket, seat = against_the_computer(client)
    assert socket.move(socket.state["legal"][0]["move"])["type"] == "ack"
    scripted.wait_for((tmp_path / "thought").exists)
    socket.send({"type": "undo", "id": "back", "ply": socket.state["ply"]})
    assert socket.receive("ack", "refused")["type"] == "ack"
    socket.until(lambda state: state["turn"] == seat and state["ply"] == 0)
    room = server.house.rooms[game]
    scripted.wait_for(lambda: room.thinking is None)


def test_a_newer_database_is_refused(serve: Callable[..., Running], tmp_path: Path) -> None:
    serve()
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute("UPDATE meta SET value = '99' WHERE name = 'version'")
    database.close()
    with pytest.raises(DatabaseError, match="version 99"):
        asyncio.run(open_database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"))
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert refused.returncode == 2
    assert b"newer Tegel" in refused.stderr
    assert b"Traceback" not in refused.stderr


def test_a_server_that_stops_says_so(serve: Callable[..., Running]) -> None:
    server = serve()
    client = server.client()
    socket = client.sit(client.create("azul", "here", "here")["game"], 0)
    server._server.should_exit = True
    assert close_code(socket) in (1001, 1012), "come back"


def test_who_does_not_read_is_let_go(serve: Callable[..., Running]) -> None:
    server = serve()
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    with socket.create_connection(("127.0.0.1", server.port)) as deaf:
        head = [f"GET /api/games/{game}/socket HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
        deaf.sendall("\r\n".join([*head, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]).encode())
        assert b" 101 " in deaf.recv(1000)
        deaf.sendall(b"\x81\x90" + bytes(4) + b'{"type":"hello"}')
        deadline = time.monotonic() + 60
        while not server.metrics()["tegel_sockets"]:
            assert time.monotonic() < deadline, "it was not let in"
            time.sleep(0.05)
        listener = next(iter(server.house.rooms[game].listeners))
        server.loop.call_soon_threadsafe(listener.send, b"x" * 20_000_000)
        while server.metrics()["tegel_sockets"]:
            assert time.monotonic() < deadline, "it was kept"
            time.sleep(0.05)


def test_sizes(server: Running) -> None:
    client = server.client()
    socket = client.sit(client.create("azul", "here", "here")["game"], 0)
    socket.raw.send('{"type": "ping", "id": "' + "x" * 9000 + '"}')
    assert close_code(socket) == 1009
    assert client.http.put("/api/me", json={"name": "x" * 9000}).status_code == 413
