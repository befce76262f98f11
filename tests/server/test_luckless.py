"""The rating without luck: there only where everybody agreed to the review, the same by the command, and gone when one agrees no more."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tegel.search.review.effort import Effort
from tegel.server import recounting
from tests.commands import tegel
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_ratings import person, play, settled, turn_of, verdict


def whole_game(*clients: Client) -> str:
    """A short game that is played to its end: where somebody resigns, the draws after that never came."""
    made = clients[0].post("/api/games", {"game": "azul", "seats": [{"kind": "here"}, {"kind": "link"}], "options": {"rounds": 1}}, 201)
    clients[1].join(made["seats"][1]["invitation"])
    game: str = made["game"]
    ply = 0
    while (turn := turn_of(clients[0], game)) is not None:
        legal = clients[turn].get(f"/api/games/{game}/state", seat=turn)["legal"]
        clients[turn].post(f"/api/games/{game}/move", {"seat": turn, "id": f"m{ply}", "ply": ply, "moves": [legal[-1]["move"]]})
        ply += 1
    return game


def ratings(file: Path, *words: str) -> dict[str, Any]:
    """What the command finds, and its exit code."""
    ended = tegel("ratings", "--database", str(file), "--json", *words)
    return {**json.loads(ended.stdout), "code": ended.returncode}


def luckless(client: Client) -> Any:
    (rating,) = client.get("/api/players/me")["ratings"]
    return rating["luckless"]


def until(ready: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 60
    while not (found := ready()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)
    return found


def agree(client: Client, reviewed: bool) -> None:
    assert client.http.put("/api/me/player", json={"shown": False, "reviewed": reviewed}).status_code == 200


def test_the_number_without_luck_is_there_only_while_everybody_agrees(
    serve: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recounting, "EFFORT", Effort(simulations=8, redraws=2))
    server, file = serve(proxy="127.0.0.1"), tmp_path / "games.db"
    anna, bo, cleo = (person(server, f"10.12.0.{at}") for at in range(3))
    assert verdict(server, whole_game(anna, bo)) == "counts"
    settled(server, "azul-2", 2)
    agree(anna, True)
    assert ratings(file, "--luck", "9")["measured"] == 0, "one of two is not everybody"
    assert (luckless(anna), luckless(bo)) == (None, None)
    agree(bo, True)
    assert ratings(file, "--luck", "9")["measured"] == 1
    first = luckless(anna), luckless(bo)
    assert None not in first
    assert ratings(file)["code"] == 0, "the command finds the same"
    assert verdict(server, play(anna, cleo)) == "counts"
    settled(server, "azul-2", 3)
    assert until(lambda: ratings(file)["code"] == 0), "the server keeps it up in later games"
    assert luckless(cleo) is None
    before = luckless(anna)
    with (engine := create_engine(f"sqlite:///{file}")).begin() as connection:
        connection.execute(text("UPDATE ratings SET luckless_mean = luckless_mean + 50"))
    engine.dispose()
    changed = ratings(file)
    assert (changed["code"], len(changed["differing"])) == (1, 2), "the number without luck is compared, too"
    assert ratings(file, "--write")["code"] == 0
    assert luckless(anna) == before
    agree(bo, False)
    until(lambda: (luckless(anna), luckless(bo)) == (None, None))
    assert until(lambda: ratings(file)["code"] == 0)
    assert ratings(file, "--luck", "9")["measured"] == 0
