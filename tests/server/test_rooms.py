"""A game is one object as long as anybody holds it, and its clock runs without it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any

import pytest

from tegel.server import house as housing
from tegel.server.keeping import Kept
from tests.server.conftest import Running
from tests.server.uploads import long_record


def on_loop(server: Running, work: Any) -> Any:
    """Do something in the server's own thread."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def pass_time(server: Running, seconds: float) -> None:
    """Let the time by which games are played go forward, and no other."""
    uptime = server.house.uptime
    before = uptime._clock
    uptime._clock = lambda: before() + seconds

    async def look() -> None:
        await server.house.flags.look()
        server.house.flags.ring()

    on_loop(server, look())


def wait_for(ready: Callable[[], bool]) -> None:
    """Until something has happened in the server."""
    deadline = time.monotonic() + 120
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_with_more_games_than_are_kept_everybody_is_told(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each visitor of a game got an object of its own: the mover an acknowledgement, the opponent nothing."""
    monkeypatch.setattr(housing, "Kept", lambda: Kept(most=3))
    server = serve()
    anna, ben = server.client(), server.client()
    tables: list[tuple[Any, ...]] = []
    for _ in range(8):
        created = anna.create("azul", "here", "link")
        ben.join(created["seats"][1]["invitation"])
        tables.append((anna.sit(created["game"], 0), ben.sit(created["game"], 1)))
    assert len(server.house.rooms) == 8
    watcher = server.client()
    late = [watcher.sit(sockets[0].welcome["summary"]["game"]) for sockets in tables]
    tables = [(*sockets, watching) for sockets, watching in zip(tables, late, strict=True)]
    assert len(server.house.rooms) == 8, "who comes later gets the same object"
    for _ in range(3):
        for sockets in tables:
            turn = sockets[0].state["turn"]
            ply = sockets[0].state["ply"]
            assert sockets[turn].move(sockets[turn].state["legal"][0]["move"])["type"] == "ack"
            for socket in sockets:
                socket.until(lambda state, ply=ply: state["ply"] == ply + 1)
    assert len(server.house._kept) == 3
    for sockets in tables:
        for socket in sockets:
            socket.close()

    def few() -> bool:
        gc.collect()
        return len(server.house.rooms) <= 3

    wait_for(few)


def test_long_games_are_kept_in_smaller_numbers(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Three thousand uploaded records of two thousand moves would have taken more than six gigabytes."""
    monkeypatch.setattr(housing, "Kept", lambda: Kept(most=1000, most_entries=100))
    server = serve()
    anna = server.client()
    text = long_record(60)
    games = [anna.http.post("/api/records", content=text).json()["game"] for _ in range(5)]

    def only(kept: int) -> bool:
        gc.collect()
        return len(server.house.rooms) <= kept

    wait_for(lambda: only(1))
    short = [anna.create("azul", "here", "here")["game"] for _ in range(20)]
    wait_for(lambda: only(21))
    assert set(short) <= set(server.house.rooms), "short ones stay"
    for game in games:
        assert anna.get(f"/api/games/{game}")["ply"] == 60, "the others are read again"
    assert len(server.house._kept) >= 1


def test_the_clock_of_a_game_that_was_put_away_runs_out(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housing, "Kept", lambda: Kept(most=1))
    server = serve()
    anna = server.client()
    game = anna.create("azul", "here", "here", clock={"base": 86400, "increment": 0})["game"]
    turn = anna.get(f"/api/games/{game}")["turn"]
    for _ in range(3):
        anna.create("azul", "here", "here")

    def away() -> bool:
        gc.collect()
        return game not in server.house.rooms

    wait_for(away)
    assert not server.house.flags._heap, "a clock of a day costs no memory"
    pass_time(server, 86400)
    wait_for(lambda: bool(anna.get(f"/api/games/{game}")["seats"][turn]["left"] == "clock"))


def test_a_start_reads_no_game_that_nobody_waits_for(serve: Callable[..., Running]) -> None:
    server = serve()
    anna = server.client()
    clocks = [anna.create("azul", "here", "here", clock={"base": 3600, "increment": 0})["game"] for _ in range(3)]
    beside = [anna.create("azul", "here", "computer")["game"] for _ in range(3)]
    wait_for(lambda: all(anna.get(f"/api/games/{game}")["turn"] == 0 for game in beside))  # a computer that is to move goes on
    server.stop()
    again = serve()
    pass_time(again, 0)
    assert len(again.house.rooms) == 0
    pass_time(again, 3600)
    wait_for(lambda: len(again.house.rooms) == 3)
    assert {room.id for room in again.house.rooms.values()} == set(clocks)
