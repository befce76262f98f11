"""Hints against the computer: counted before they are looked at, and part of the result wherever it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tegel.core.errors import BadRecord
from tegel.core.record import Record
from tests.configurations import new_table, play_random
from tests.server.client import Client
from tests.server.conftest import Running

CLOCK = {"base": 3600, "increment": 0}


def ask(client: Client, id: str, ply: int, name: str, status: int = 200) -> Any:
    return client.post(f"/api/games/{id}/hint", {"seat": 0, "id": name, "ply": ply}, status)


def play_one(client: Client, id: str) -> int:
    """Make a move at the first seat once it is its turn; the ply after the computer's answer."""
    socket = client.sit(id, 0)
    while socket.state["turn"] != 0:
        socket.receive("event", "state")
    ply = socket.state["ply"]
    client.post(f"/api/games/{id}/move", {"seat": 0, "id": f"move {ply}", "ply": ply, "moves": [socket.state["legal"][0]["move"]]})
    while socket.state["turn"] != 0 or socket.state["ply"] <= ply:
        socket.receive("event", "state")
    return int(socket.state["ply"])


def test_a_decision_with_help_counts_once_and_the_result_says_so(server: Running) -> None:
    client = server.client()
    id = client.create("azul", "here", "computer", clock=CLOCK)["game"]
    socket = client.sit(id, 0)
    while socket.state["turn"] != 0:
        socket.receive("event", "state")
    ply = socket.state["ply"]
    first = ask(client, id, ply, "a")
    assert ask(client, id, ply, "a") == first, "sent again"
    assert ask(client, id, ply, "b")["number"] == first["number"], "more of the same hint"
    assert client.get(f"/api/games/{id}")["hints"] == [1, 0]
    later = play_one(client, id)
    assert ask(client, id, ply, "c", 409)["error"] == "stale"
    ask(client, id, later, "d")
    told = [event for event in client.get(f"/api/games/{id}/events")["events"] if event["kind"] == "hint"]
    assert [event["seat"] for event in told] == [0, 0]
    assert told[0]["say"]
    client.post(f"/api/games/{id}/resign", {"seat": 0, "id": "e"})
    assert client.get(f"/api/games/{id}")["hints"] == [2, 0]
    assert client.get("/api/me/games")["games"][0]["hints"] == [2, 0]
    assert client.get("/api/me/results")["results"][0]["hints"] == [2, 0]
    record = Record.loads(client.http.get(f"/api/games/{id}/record").text)
    assert (record.hints, record.format) == ((2, 0), 5)


def test_after_a_restart_the_hints_are_still_counted(serve: Callable[..., Running]) -> None:
    first = serve()
    client = first.client()
    id = client.create("azul", "here", "computer")["game"]
    socket = client.sit(id, 0)
    while socket.state["turn"] != 0:
        socket.receive("event", "state")
    ask(client, id, socket.state["ply"], "a")
    cookies = client.http.cookies
    first.stop()
    again = serve().client()
    again.http.cookies = cookies
    assert again.get(f"/api/games/{id}")["hints"] == [1, 0]


def test_nobody_is_helped_against_people_or_for_another(server: Running) -> None:
    client, other = server.client(), server.client()
    made = client.create("azul", "here", "link")
    other.join(made["seats"][1]["invitation"])
    assert ask(client, made["game"], 0, "a", 409)["error"] == "illegal"
    id = client.create("azul", "here", "computer")["game"]
    assert ask(other, id, 0, "a", 403)["error"] == "forbidden"
    hot = client.create("azul", "here", "here")["game"]
    assert ask(client, hot, 0, "a", 409)["error"] == "illegal"


def test_a_game_with_help_is_not_rated(server: Running) -> None:
    from sqlalchemy import select

    from tegel.server.rating_tables import rated

    client = server.client()
    seats = [{"kind": "here"}, {"kind": "computer", "player": "level:1"}]
    verdicts = {}
    for helped in (False, True):
        id = client.post("/api/games", {"game": "azul", "seats": seats, "clock": CLOCK}, 201)["game"]
        ply = play_one(client, id)
        if helped:
            ask(client, id, ply, "a")
        client.post(f"/api/games/{id}/resign", {"seat": 0, "id": "e"})
        import asyncio

        rows = server.house.store.rows(select(rated.c.verdict).where(rated.c.game == id))
        verdicts[helped] = asyncio.run_coroutine_threadsafe(rows, server.loop).result(60)[0]["verdict"]
    assert verdicts[True] == "helped"
    assert verdicts[False] != "helped"


def device_record(hints: tuple[int, ...]) -> str:
    from dataclasses import replace

    table = play_random(new_table("azul", {"players": 2, "rounds": 1}, 3), 3)
    return replace(table.record, on_device=True, hints=hints).dumps()


def test_hints_of_a_device_come_with_its_record(server: Running) -> None:
    client = server.client()
    seats = [{"kind": "here"}, {"kind": "computer", "player": "level:1"}]
    id = client.post("/api/device-games", {"record": device_record((3, 0)), "seats": seats}, 201)["game"]
    assert client.get(f"/api/games/{id}")["hints"] == [3, 0]
    assert client.get("/api/me/results")["results"][0]["hints"] == [3, 0]
    assert Record.loads(client.http.get(f"/api/games/{id}/record").text).hints == (3, 0)
    refused = client.post("/api/device-games", {"record": device_record((0, 3)), "seats": seats}, 400)
    assert refused["error"] == "bad", "computers need no hints"
    uploaded = client.http.post("/api/records", content=device_record((1, 2))).json()["game"]
    assert client.get(f"/api/games/{uploaded}")["hints"] == [1, 2]


def test_hints_are_read_strictly() -> None:
    text = device_record((0, 12))
    assert "hints 2 12\n" in text
    assert Record.loads(text).dumps() == text
    plain = device_record(())
    assert plain.startswith("tegel record 3\n"), "records without hints stay as they were"
    assert Record.loads(plain).hints == ()
    for wrong in ("hints 2 0", "hints 3 1", "hints 2 12\nhints 1 1", "hints 2 12\nhints 2 12", "hints 2", "hints 2 10000", "hints 2 012"):
        with pytest.raises(BadRecord):
            Record.loads(text.replace("hints 2 12", wrong))
    with pytest.raises(BadRecord):
        Record.loads(text.replace("tegel record 5", "tegel record 4"))
