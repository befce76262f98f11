"""Names that look like something else, over every way a name comes in."""

from __future__ import annotations

import unicodedata

import pytest

import tegel
from tests.core.test_names import UNFIT
from tests.server.conftest import Running


@pytest.mark.parametrize("name", ["@x", "@azul.colour.0"])
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_name_with_an_at_sign_plays_like_any_other(server: Running, game: str, name: str) -> None:
    anna, ben = server.client(), server.client()
    created = anna.post("/api/games", {"game": game, "seats": [{"kind": "here", "name": name}, {"kind": "link"}]}, 201)
    ben.join(created["seats"][1]["invitation"], name=name)
    sockets = [anna.sit(created["game"], 0), ben.sit(created["game"], 1)]
    for _ in range(8):
        turn = sockets[0].state["turn"]
        answer = sockets[turn].move(sockets[turn].state["legal"][0]["move"])
        assert answer["type"] == "ack", answer
        for socket in sockets:
            socket.until(lambda state, ply=answer["ply"]: state["ply"] == ply)
        assert name in sockets[1 - turn].events[-1]["say"]
    told = anna.get(f"/api/games/{created['game']}/events", language="fr")["events"]
    assert [event["say"] for event in told if event["kind"] == "move"]


@pytest.mark.parametrize("name", [name for kind, name in UNFIT.items() if kind != "surrogate"])
def test_unfit_names_are_refused_alike(server: Running, name: str) -> None:
    anna = server.client()
    assert anna.http.put("/api/me", json={"name": name}).status_code == 400
    seats = [{"kind": "here", "name": name}, {"kind": "link"}]
    anna.post("/api/games", {"game": "azul", "seats": seats}, 400)
    created = anna.create("azul", "here", "link")
    anna.post("/api/join", {"invitation": created["seats"][1]["invitation"], "name": name}, 400)
    text = tegel.game("azul", names=["Anna", "Ben"]).record.dumps().replace("Anna", name if len(name.strip()) < 25 else name * 8)
    assert anna.http.post("/api/records", content=text.encode()).status_code == 400


def test_names_are_kept_composed(server: Running) -> None:
    anna = server.client()
    typed = unicodedata.normalize("NFD", "é" * 24)
    assert anna.http.put("/api/me", json={"name": f" {typed} "}).json()["name"] == "é" * 24


def test_the_long_names_of_a_record_are_shortened(server: Running) -> None:
    anna = server.client()
    text = tegel.game("azul", names=["n" * 80, "@azul.colour.0"]).record.dumps()
    uploaded = anna.http.post("/api/records", content=text.encode()).json()
    seats = anna.get(f"/api/games/{uploaded['game']}")["seats"]
    assert [seat["name"] for seat in seats] == ["n" * 24, "@azul.colour.0"]
    assert anna.get(f"/api/games/{uploaded['game']}/events")["events"]
