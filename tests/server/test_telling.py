"""Everybody is told what happened: after whoever did it was answered, in order, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tegel.server import telling
from tegel.server.listener import COME_BACK
from tests.server.client import Socket, close_code
from tests.server.conftest import Running

Serve = Callable[..., Running]


def move(socket: Socket) -> dict[str, Any]:
    """A frame that makes the first legal move."""
    state = socket.state
    return {"type": "move", "id": f"{state['ply']}", "ply": state["ply"], "moves": [state["legal"][0]["move"]]}


def test_a_move_is_acknowledged_before_it_is_told(server: Running) -> None:
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    socket = client.sit(game, client.sit(game).state["turn"])
    socket.send(move(socket))
    assert [socket.receive("ack", "event")["type"] for _ in range(2)] == ["ack", "event"]


def test_what_was_not_told_yet_is_told_before_more_happens(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the telling waits, nothing is left out, and each state is the one after its event."""
    monkeypatch.setattr(telling.Teller, "_turn", lambda teller: None)
    server = serve()
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    watcher = client.sit(game)
    for _ in range(3):
        turn = client.get(f"/api/games/{game}/state", seat=0)["turn"]
        state = client.get(f"/api/games/{game}/state", seat=turn)
        moved = {"seat": turn, "id": f"{state['ply']}", "ply": state["ply"], "moves": [state["legal"][0]["move"]]}
        client.post(f"/api/games/{game}/move", moved)
    late = client.sit(game)  # who joins is welcomed with everything, and told nothing of it again
    assert late.state["ply"] == 3
    told = [watcher.receive("event") for _ in range(3)]
    assert [(frame["event"]["ply"], frame["state"]["ply"]) for frame in told] == [(1, 1), (2, 2), (3, 3)]
    late.send({"type": "ping", "id": "end"})
    assert late.next()["type"] in ("pong", "presence")
    assert late.events == []


def test_whoever_cannot_be_told_comes_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of our own costs nobody the move."""

    def fail(*_: Any) -> None:
        raise ValueError("broken")

    server = serve()
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    socket = client.sit(game, client.sit(game).state["turn"])
    with monkeypatch.context() as broken:
        broken.setattr(telling, "visible_entry", fail)
        socket.send(move(socket))
        assert socket.receive("ack")["ply"] == 1
        assert close_code(socket) == COME_BACK
    assert client.sit(game, 0).state["ply"] == 1
    assert server.metrics()["tegel_failures_total"] == 1
