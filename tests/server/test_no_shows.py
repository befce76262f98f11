"""Who does not come to their table is out after a while; that while is counted by the time the server was up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from tegel.server import tournaments
from tegel.server.tending import tend
from tests.server.conftest import Running
from tests.server.test_tournaments import entered

PATIENCE = 600  # seconds
DAY = 86_400_000  # milliseconds


def at(server: Running, work: Any) -> Any:
    """Do something in the server's loop."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def look(server: Running, id: str) -> tournaments.Found:
    """What becomes of a tournament when it is looked after now."""
    found: tournaments.Found = at(server, tend(server.house, id))
    return found


def pass_time(server: Running, seconds: float) -> None:
    """The server runs for so long."""
    server.loop.call_soon_threadsafe(lambda: server.house.uptime.catch_up(server.house.uptime.now() + int(seconds * 1000)))


async def forget(house: Any, id: str) -> None:
    """Leave a tournament as an older version wrote it, which noted the time of day or nothing, a day ago."""

    def act(found: tournaments.Found) -> dict[str, Any]:
        for table in found.event.rounds[-1]:
            table.since = None
        for draws in found.event.draws:
            draws.since = tournaments.now() - DAY
        return {}

    await tournaments.change(house, id, "test", act)


@pytest.mark.parametrize("duplicate", [False, True])
def test_nobody_loses_a_seat_while_the_server_is_down(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, duplicate: bool
) -> None:
    server = serve()
    director, _, id = entered(server, 4, rounds=1, patience=PATIENCE, duplicate=duplicate)
    director.post(f"/api/tournaments/{id}/round", {})
    assert look(server, id).event.waiting
    pass_time(server, PATIENCE / 2)
    assert look(server, id).event.waiting
    server.stop()
    monkeypatch.setattr(time, "time_ns", lambda: int((time.time() + DAY / 1000) * 1e9))  # it is down for a day
    again = serve()
    found = look(again, id)
    assert found.event.waiting, "a stop costs nobody a seat"
    assert not any(entry.left for entry in found.event.entries)
    pass_time(again, PATIENCE / 2 - 60)
    assert look(again, id).event.waiting
    pass_time(again, 61)
    found = look(again, id)
    assert not found.event.waiting, "what was left of their time is over"
    assert all(entry.left for entry in found.event.entries)


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_round_of_an_older_version_is_counted_from_now_on(server: Running, duplicate: bool) -> None:
    director, _, id = entered(server, 2, rounds=1, patience=PATIENCE, duplicate=duplicate)
    director.post(f"/api/tournaments/{id}/round", {})
    at(server, forget(server.house, id))
    assert look(server, id).event.waiting
    step = look(server, id).row["step"]
    assert look(server, id).row["step"] == step, "noted once"
    pass_time(server, PATIENCE)
    assert not look(server, id).event.waiting
