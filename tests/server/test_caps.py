"""Caps on what strangers may hold open, each on real sockets. Deadlines are short here; nothing is measured, only awaited."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tegel.cli.commands.serve import read_caps
from tegel.core.errors import TegelError
from tegel.server.settings import Caps
from tests.server import plain_http
from tests.server.client import Client
from tests.server.conftest import Running

Serve = Callable[..., Running]
LONG = 60.0


@contextlib.contextmanager
def raw(server: Running, text: str = "") -> Iterator[socket.socket]:
    """A connection on which these bytes were sent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as connection:
        connection.sendall(text.encode())
        yield connection


def hung_up(connection: socket.socket) -> bytes:
    """Read until the server ends the connection; a server that does not makes the test fail with a timeout."""
    answer = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while more := connection.recv(65536):
            answer += more
    return answer


def eventually(ready: Callable[[], Any], why: str) -> None:
    deadline = time.monotonic() + LONG
    while not ready():
        assert time.monotonic() < deadline, why
        time.sleep(0.02)


def test_a_request_must_come_in_time(serve: Serve) -> None:
    server = serve(caps=Caps(head=0.3))
    for begun in ("", "GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
        with raw(server, begun) as connection:
            assert hung_up(connection) == b""


def test_the_next_request_must_come_in_time_too(serve: Serve) -> None:
    server = serve(caps=Caps(head=0.3, idle=60))
    with raw(server, "GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api") as connection:
        assert hung_up(connection).startswith(b"HTTP/1.1 200")


def test_silence_between_requests_ends_the_connection(serve: Serve) -> None:
    server = serve(caps=Caps(head=1000, idle=1))
    with raw(server, "GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
        assert hung_up(connection).startswith(b"HTTP/1.1 200")


def test_a_head_without_end_is_cut_off(serve: Serve) -> None:
    server = serve()
    cut = contextlib.suppress(ConnectionResetError, BrokenPipeError)
    with raw(server, "GET /api/me HTTP/1.1\r\nHost: localhost\r\n") as connection, cut:
        for at in range(100_000):
            connection.sendall(f"X-{at}: {'x' * 8000}\r\n".encode())
        pytest.fail("it took 800 MB")


def test_a_body_must_come_in_time(serve: Serve) -> None:
    server = serve(caps=Caps(body=0.3))
    head = "PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    with raw(server, head) as connection:
        answer = hung_up(connection)
    assert answer.startswith(b"HTTP/1.1 408")
    assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["error"] == "bad"


def test_connections_of_one_network(serve: Serve) -> None:
    server = serve(caps=Caps(connections_of_network=5, head=1000))
    with ExitStack() as stack:
        held = [stack.enter_context(raw(server, "GET /api/me HTTP/1.1\r\n")) for _ in range(5)]
        with raw(server) as refused:
            assert hung_up(refused) == b""
        held[0].close()
        eventually(lambda: answers(server), "a place that is free again is not given")


def answers(server: Running) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return plain_http.get(f"{server.url}/api/me").status_code == 200
    return False


def test_connections_in_all(serve: Serve) -> None:
    server = serve(caps=Caps(connections=3, head=1000))
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(raw(server, "GET "))
        assert not answers(server)
    eventually(lambda: answers(server), "places that are free again are not given")


def refused(client: Client, game: str, seat: int = -1, **more: Any) -> int:
    """The code with which a socket is closed instead of being let in."""
    with pytest.raises(ConnectionClosed) as closed:
        client.sit(game, seat, **more)
    return closed.value.rcvd.code if closed.value.rcvd else 0


@pytest.mark.parametrize("cap", ["sockets", "sockets_of_network", "sockets_of_sender"])
def test_sockets_and_streams_are_counted(serve: Serve, cap: str) -> None:
    server = serve(caps=Caps(**{cap: 3}))
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    sockets = [client.sit(game, 0), client.sit(game, 1)]
    with client.http.stream("GET", f"/api/games/{game}/stream") as stream:
        lines = stream.iter_lines()
        assert next(lines)
        assert refused(client, game) == 4429
        answer = client.http.get(f"/api/games/{game}/stream")
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
    sockets[0].close()
    eventually(lambda: server.metrics()["tegel_sockets"] == 1, "they were not let go")
    client.sit(game, 0)


def test_another_guest_is_not_held_to_the_cap_of_one(serve: Serve) -> None:
    server = serve(caps=Caps(sockets_of_sender=1))
    anna, ben = server.client(), server.client()
    game = anna.create("azul", "here", "here")["game"]
    ben.post("/api/games", {"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}]}, 201)
    anna.sit(game, 0)
    assert refused(anna, game, 0) == 4429
    ben.sit(game)


def test_a_crowd_of_watchers_does_not_keep_players_out(serve: Serve) -> None:
    server = serve(caps=Caps(watchers=2))
    anna, watcher = server.client(), server.client()
    game = anna.create("azul", "here", "here")["game"]
    for _ in range(2):
        watcher.sit(game)
    assert refused(watcher, game) == 4429
    anna.sit(game, 0)


def test_who_says_nothing_is_not_kept(serve: Serve) -> None:
    server = serve(caps=Caps(hello=0.2))
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    address = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
    with connect(address, compression=None) as silent, pytest.raises(ConnectionClosed) as closed:
        silent.recv(LONG)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


def test_many_who_come_and_go_are_announced_together(serve: Serve) -> None:
    server = serve(caps=Caps(presence=3600.0))
    anna, watcher = server.client(), server.client()
    game = anna.create("azul", "here", "here")["game"]
    one = anna.sit(game, 0)
    assert one.receive("presence")["presence"]["watchers"] == 0
    for _ in range(10):
        watcher.sit(game).close()
    one.send({"type": "ping", "id": "x"})
    frames = []
    while not frames or frames[-1]["type"] != "pong":
        frames.append(one.next())
    assert [frame["type"] for frame in frames] == ["pong"]


UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"


@pytest.mark.parametrize("drip", [False, True], ids=["deaf", "slow"])
@pytest.mark.parametrize("kind", ["socket", "stream"])
def test_who_does_not_read_is_cut_off(serve: Serve, kind: str, drip: bool) -> None:
    """Nor is anybody kept who reads, but a byte now and then."""
    server = serve(caps=Caps(answer=0.5))
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    more = UPGRADE if kind == "socket" else "\r\n"
    with raw(server, f"GET /api/games/{game}/{kind} HTTP/1.1\r\nHost: localhost\r\n{more}") as deaf:
        if kind == "socket":
            assert b" 101 " in deaf.recv(1000)
            deaf.sendall(b"\x81\x90" + bytes(4) + b'{"type":"hello"}')
        eventually(lambda: server.house.rooms[game].listeners, "it was not let in")
        listener = next(iter(server.house.rooms[game].listeners))
        frame = json.dumps({"type": "state", "text": "x" * 200_000}).encode()

        def is_cut() -> bool:
            if drip:
                with contextlib.suppress(ConnectionResetError):
                    deaf.recv(1)
            server.loop.call_soon_threadsafe(listener.send, frame)
            return not server.house.rooms[game].listeners

        eventually(is_cut, "it was kept")
        eventually(lambda: server.house.crowd._all == 0, "it is still counted")


EMPTY = b"\x80" + bytes(4)  # what follows the kind of a frame that holds nothing
FLOODS = {"pings": b"\x89", "pongs": b"\x8a", "messages": b"\x81", "pieces": b"\x00"}


@contextlib.contextmanager
def raw_socket(server: Running) -> Iterator[socket.socket]:
    """A socket that watches a game, to send anything on."""
    game = server.client().create("azul", "here", "here")["game"]
    with raw(server, f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}") as connection:
        assert b" 101 " in connection.recv(1000)
        connection.sendall(b"\x81\x90" + bytes(4) + b'{"type":"hello"}')
        connection.settimeout(10)  # sooner than the server asks whether anybody is there
        yield connection


@pytest.mark.parametrize("kind", FLOODS)
def test_frames_of_every_kind_are_counted(serve: Serve, kind: str) -> None:
    server = serve(limits=1.0)
    with raw_socket(server) as connection:
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(b"\x01" + EMPTY if kind == "pieces" else b"")
            connection.sendall((FLOODS[kind] + EMPTY) * 20_000)
        hung_up(connection)
        eventually(lambda: server.house.crowd._all == 0, "it is still counted")
    assert answers(server)


def test_a_message_has_so_many_pieces(serve: Serve) -> None:
    server = serve()
    with raw_socket(server) as connection:
        connection.sendall(b"\x01" + EMPTY + (b"\x00" + EMPTY) * 900 + b"\x80" + EMPTY)
        while b"error" not in (answer := connection.recv(65536)):  # a whole message, though not a good one
            assert answer
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(b"\x01" + EMPTY + (b"\x00" + EMPTY) * 1_100)
        hung_up(connection)


def test_caps_on_the_command_line() -> None:
    assert read_caps(["sockets=7", "head=0.5"]) == Caps(sockets=7, head=0.5)
    for wrong in ("sockets", "sockets=x", "nothing=1", "head=0", "sockets=1.5"):
        with pytest.raises(TegelError):
            read_caps([wrong])
