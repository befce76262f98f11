"""The same on every database: games are played, and survive a restart."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from tegel.core.record import Record
from tegel.core.replay import verify
from tests.server.client import Client
from tests.server.conftest import Running


def play_to_the_end(client: Client, game: str, most: int) -> int:
    """Both seats at random on one socket; how many moves stand."""
    source = random.Random(game)
    socket = client.sit(game, 0)
    while not socket.state["over"] and socket.state["ply"] < most:
        turn, ply = socket.state["turn"], socket.state["ply"]
        if socket.state["seat"] != turn:
            socket.send({"type": "look", "seat": turn})
            socket.receive("state")
        assert socket.move(source.choice(socket.state["legal"])["move"])["type"] == "ack"
        socket.until(lambda state, ply=ply: state["ply"] > ply)
    socket.close()
    return int(socket.state["ply"])


def test_a_game_goes_on_after_a_restart(serve: Callable[..., Running], database: str) -> None:
    first = serve(database=database)
    client = first.client()
    client.http.put("/api/me", json={"name": "Anna"})
    game = client.create("azul", "here", "here", options={"rounds": 2})["game"]
    assert play_to_the_end(client, game, 10) == 10
    cookies = dict(client.http.cookies)
    first.stop()
    second = serve(database=database)
    again = second.client()
    again.http.cookies.update(cookies)
    assert again.get("/api/me")["name"] == "Anna"
    assert again.get(f"/api/games/{game}")["ply"] == 10
    play_to_the_end(again, game, 1000)
    assert again.get("/api/me/games")["games"][0]["status"] == "over"
    verify(Record.loads(again.http.get(f"/api/games/{game}/record").text))


@pytest.mark.parametrize("address", ["postgresql://nobody:hush@127.0.0.1:1/none", "sqlite://", "mysql://a/b", "nonsense://x"])
def test_a_database_that_cannot_be_used_is_refused_in_one_line(address: str) -> None:
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--database", address]
    refused = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert refused.returncode == 2
    assert address.split(":")[0] in refused.stderr.decode()
    assert b"Traceback" not in refused.stderr
    assert b"hush" not in refused.stderr, "nobody reads the password"
