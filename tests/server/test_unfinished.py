"""Nobody fills the server with games that are never finished."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from tests.server.conftest import Running

AZUL = {"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}]}


def test_a_guest_has_only_so_many_unfinished_games(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve(most_games=3, limits=1.0)
    anna, ben = server.client(), server.client()
    for _ in range(3):
        anna.post("/api/games", AZUL, 201)
    refused = anna.post("/api/games", AZUL, 429)
    assert refused["error"] == "too_many"
    assert refused["say"] == "You have 3 unfinished games already; finish one first."
    ben.post("/api/games", AZUL, 201)
    with sqlite3.connect(tmp_path / "games.db") as database:
        kept = {row[0] for row in database.execute("SELECT network FROM unfinished")}
        plan = " ".join(str(row) for row in database.execute("EXPLAIN QUERY PLAN SELECT game FROM unfinished WHERE guest = 'x' LIMIT 3"))
    database.close()
    assert len(kept) == 1
    assert "127.0.0.1" not in kept.pop(), "of an address only a hash is kept"
    assert "unfinished_of_guest" in plan, "counted by index"


def test_an_address_has_only_so_many_unfinished_games(serve: Callable[..., Running]) -> None:
    server = serve(most_games_address=2, limits=1.0)
    for _ in range(2):
        server.client().post("/api/games", AZUL, 201)
    assert "address" in server.client().post("/api/games", AZUL, 429)["say"]


def test_a_game_that_is_over_counts_no_more(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve()
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    socket = anna.sit(game, 0)

    def counted() -> int:
        with sqlite3.connect(tmp_path / "games.db") as database:
            found = database.execute("SELECT count(*) FROM unfinished").fetchone()[0]
        database.close()
        return int(found)

    assert counted() == 1
    source = random.Random(4)
    while not socket.state["over"]:
        if socket.state["seat"] != socket.state["turn"]:
            socket.send({"type": "look", "seat": socket.state["turn"]})
            socket.receive("state")
        ply = socket.state["ply"]
        assert socket.move(source.choice(socket.state["legal"])["move"])["type"] == "ack"
        socket.until(lambda state, ply=ply: state["ply"] > ply)
    assert counted() == 0
