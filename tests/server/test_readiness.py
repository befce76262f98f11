"""The first start on a machine: the server serves at once, and says what can be played already."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tegel.server import preparing
from tegel.server.preparing import Part, code_of, is_compiled, parts
from tests.server import scripted
from tests.server.conftest import Running
from tests.server.scripted import wait_for


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spawned_players: None) -> Iterator[Path]:
    """A machine on which nothing has been compiled, and a compiler that waits for the test's word."""
    folder = tmp_path / "workshop"
    folder.mkdir()
    monkeypatch.setenv("TEGEL_SCRIPT", str(folder))
    monkeypatch.setattr(preparing, "is_compiled", lambda name, part: False)
    monkeypatch.setattr(preparing, "compile_part", scripted.compile_when_told)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    yield folder
    (folder / "all").touch()


@pytest.fixture
def cold(workshop: Path, serve: Callable[..., Running]) -> Running:
    return serve()


def finish(workshop: Path, name: str, part: Part) -> None:
    wait_for((workshop / f"begun-{name}-{part}").exists)
    (workshop / f"{name}-{part}").touch()


def test_all_is_served_while_rules_are_compiled(cold: Running, workshop: Path) -> None:
    client = cold.client()
    assert client.get("/health")["status"] == "ok"
    assert [game["name"] for game in client.get("/api/catalogue")["games"]] == ["azul", "blockers", "duel"]
    told = client.get("/api/readiness")
    assert not told["ready"]
    assert not any(game["rules"] or game["players"] for game in told["games"])
    said = {
        language: client.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2}, params={"language": language})
        for language in ("en", "nl", "fr")
    }
    assert {answer.status_code for answer in said.values()} == {503}
    assert {answer.json()["error"] for answer in said.values()} == {"preparing"}
    assert all("Azul" in answer.json()["say"] for answer in said.values())
    assert len({answer.json()["say"] for answer in said.values()}) == 3
    assert int(said["en"].headers["retry-after"]) >= 1
    (workshop / "all").touch()
    wait_for(lambda: client.get("/api/readiness")["ready"])
    assert client.get("/api/readiness")["percent"] == 100
    client.create("azul", "here", "here")


def test_every_way_to_need_rules_is_refused_alike(cold: Running, workshop: Path) -> None:
    client = cold.client()
    position, record = "tegel position 1\ngame azul rules 1\n", "tegel record 1\ngame azul rules 1\n"
    seats = [{"kind": "here"}] * 2
    asked = [
        client.http.post("/api/games", json={"position": position, "seats": seats}),
        client.http.post("/api/positions", content=position.encode()),
        client.http.post("/api/records", content=record.encode()),
        client.http.get("/api/examples", params={"game": "azul"}),
    ]
    assert [(answer.status_code, answer.json()["error"]) for answer in asked] == [(503, "preparing")] * 4


def test_rules_come_first_and_azul_before_the_others(cold: Running, workshop: Path) -> None:
    wait_for(lambda: len(list(workshop.glob("begun-*"))) == 2)
    assert {path.name for path in workshop.glob("begun-*")} == {"begun-azul-rules", "begun-blockers-rules"}
    finish(workshop, "azul", Part.RULES)
    wait_for((workshop / "begun-duel-rules").exists)
    finish(workshop, "blockers", Part.RULES)
    wait_for((workshop / "begun-azul-greedy").exists)
    assert int(wait_for((workshop / "begun-azul-greedy").read_text)) >= 10, "it stands back for everything else"


def test_a_game_starts_with_its_own_rules_and_a_level_plays_with_its_own_code(cold: Running, workshop: Path) -> None:
    finish(workshop, "azul", Part.RULES)
    client = cold.client()
    wait_for(lambda: client.get("/api/readiness")["games"][0]["rules"])
    assert "random" in client.get("/api/readiness")["games"][0]["players"]
    game = client.post("/api/games", {"game": "azul", "seats": [{"kind": "computer", "player": "level:3"}, {"kind": "here"}]}, 201)["game"]
    quick = client.create("azul", "computer", "computer")["game"]
    wait_for(lambda: client.get(f"/api/games/{quick}")["ply"] >= 2)
    code = code_of("azul", "level:3")
    for name in ("blockers", "duel"):
        finish(workshop, name, Part.RULES)
    for part in (Part.GREEDY, Part.SEARCH, Part.LEARNED):
        wait_for((workshop / f"begun-azul-{part}").exists)
        if part is code:
            assert "level:3" not in client.get("/api/readiness")["games"][0]["players"]
            assert not any(event["kind"] == "move" and event["seat"] == 0 for event in client.get(f"/api/games/{game}/events")["events"])
        finish(workshop, "azul", part)
    socket = client.sit(game, 1)
    if socket.state["turn"] == 1:
        socket.move(socket.state["legal"][0]["move"])
    socket.until(lambda state: state["turn"] == 1)
    assert "level:3" in client.get("/api/readiness")["games"][0]["players"]


def test_games_of_before_go_on_as_soon_as_their_rules_are_ready(
    serve: Callable[..., Running], workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as warm:
        warm.setattr(preparing, "is_compiled", lambda name, part: True)
        before = serve()
        client = before.client()
        game = client.create("azul", "here", "here")["game"]
        cookies = client.http.cookies
        before.stop()
    cold = serve()
    client = cold.client()
    client.http.cookies.update(cookies)
    assert client.get(f"/api/games/{game}", 503)["error"] == "preparing"
    (workshop / "all").touch()
    wait_for(lambda: client.get("/api/readiness")["games"][0]["rules"])
    assert client.get(f"/api/games/{game}")["status"] == "running"


def test_a_list_does_not_wait_for_rules(serve: Callable[..., Running], workshop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game whose rules are not compiled yet does not spoil the list; nor does one that has to be worked out anew."""
    with monkeypatch.context() as warm:
        warm.setattr(preparing, "is_compiled", lambda name, part: True)
        before = serve()
        client = before.client()
        made = [client.create(name, "here", "here")["game"] for name in ("azul", "duel", "blockers")]
        client.post(f"/api/games/{made[1]}/resign", {"seat": 0, "id": "r"})
        cookies = client.http.cookies
        before.stop()
    with closing(sqlite3.connect(before.settings.data / "games.db")) as database, database:
        database.execute("UPDATE games SET status = '' WHERE id = ?", (made[2],))
    cold = serve()
    finish(workshop, "azul", Part.RULES)
    client = cold.client()
    client.http.cookies.update(cookies)
    wait_for(lambda: client.get("/api/readiness")["games"][0]["rules"])
    assert client.get(f"/api/games/{made[1]}", 503)["error"] == "preparing"
    told = {game["game"]: game for game in client.get("/api/me/games", language="nl")["games"]}
    assert {game: told[game]["name"] for game in made} == dict(zip(made, ("azul", "duel", "blockers"), strict=True))
    assert [told[game]["status"] for game in made] == ["running", "over", "running"]
    assert client.get("/api/me/results")["results"] == []


def test_a_compiler_that_fails_is_started_again(cold: Running, workshop: Path) -> None:
    (workshop / "fail-azul-rules").touch()
    (workshop / "all").touch()
    client = cold.client()
    wait_for(lambda: client.get("/api/readiness")["ready"])
    client.create("azul", "here", "here")


def test_what_was_compiled_is_known(compiled: None) -> None:
    assert all(is_compiled(*key) for key in parts())
