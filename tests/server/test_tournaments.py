"""Tournaments at the server, from the first entry to the standings."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from tegel.core.fairness import commitment_of
from tegel.core.record import Record
from tegel.core.replay import verify
from tests.server.client import Client
from tests.server.conftest import Running


def entered(server: Running, count: int, **plan: Any) -> tuple[Client, list[Client], str]:
    """A director, and players who have entered."""
    director = server.client()
    made = director.post("/api/tournaments", {"title": "Club evening", "game": "azul", **plan}, 201)
    assert made["director"]
    players = [server.client() for _ in range(count)]
    for at, player in enumerate(players):
        answer = player.post(f"/api/tournaments/{made['id']}/enter", {"name": f"Player {at + 1}"})
        assert answer["entered"]
        assert not answer["director"]
    return director, players, made["id"]


def play_round(players: Sequence[Client], id: str) -> list[str]:
    """Everybody goes to their table and adds to the draws; then all resign but the player with the lowest number."""
    shown = [player.get(f"/api/tournaments/{id}") for player in players]
    games: dict[str, list[int]] = {}
    for at, each in enumerate(shown):
        if each["yours"]:
            games.setdefault(each["yours"], []).append(at)
    for game, there in games.items():
        about = players[there[0]].get(f"/api/games/{game}")
        assert about["status"] == "waiting", "nobody knows the draws before everybody has added to them"
        seat_of = {at: next(s["seat"] for s in players[at].get(f"/api/games/{game}")["seats"] if s["mine"]) for at in there}
        nonces = {at: secrets.token_hex(32) for at in there}
        for at in there:
            seat, promise = seat_of[at], about["promise"]
            players[at].post(f"/api/games/{game}/commit", {"seat": seat, "commitment": commitment_of(promise, seat, nonces[at])})
        for at in there:
            players[at].post(f"/api/games/{game}/reveal", {"seat": seat_of[at], "nonce": nonces[at]})
        for at in sorted(there, reverse=True)[:-1]:
            players[at].post(f"/api/games/{game}/resign", {"seat": seat_of[at], "id": "r"})
    return list(games)


def test_an_eight_player_swiss_evening(server: Running) -> None:
    director, players, id = entered(server, 8, rounds=3)
    for number in range(3):
        shown = director.post(f"/api/tournaments/{id}/round", {})
        assert len(shown["tables"]) == number + 1
        director.post(f"/api/tournaments/{id}/round", {}, 400)  # not while tables play
        games = play_round(players, id)
        assert len(games) == 4
        for game in games:
            verify(Record.loads(director.http.get(f"/api/games/{game}/record").text))
    shown = director.get(f"/api/tournaments/{id}")
    assert not shown["playing"]
    best = shown["standings"][0]
    assert (best["name"], best["points"], best["place"]) == ("Player 1", 3.0, 1), "who always wins is first"
    met = [tuple(sorted(table["players"])) for tables in shown["tables"] for table in tables]
    assert len(set(met)) == 12, "nobody meets twice"
    assert sum(line["points"] for line in shown["standings"]) == pytest.approx(12)
    director.post(f"/api/tournaments/{id}/round", {}, 400)  # all rounds were played
    lines = director.http.get(f"/api/tournaments/{id}/standings.csv").text.splitlines()
    assert lines[1].startswith("1,Player 1,3.0")
    assert len(lines) == 9


def test_four_at_a_table_with_a_late_entry_and_a_withdrawal(server: Running) -> None:
    director, players, id = entered(server, 8, size=4, rounds=2)
    director.post(f"/api/tournaments/{id}/round", {})
    assert len(play_round(players, id)) == 2
    late = server.client()
    late.post(f"/api/tournaments/{id}/enter", {"name": "=Late"})
    players[7].post(f"/api/tournaments/{id}/withdraw", {})
    shown = director.post(f"/api/tournaments/{id}/round", {})
    there = sorted(player for table in shown["tables"][1] for player in table["players"])
    assert there == [1, 2, 3, 4, 5, 6, 7, 9]
    play_round([*players, late], id)
    shown = director.get(f"/api/tournaments/{id}")
    assert len(shown["standings"]) == 9
    assert sum(line["points"] for line in shown["standings"]) == pytest.approx(8)
    assert "'=Late" in director.http.get(f"/api/tournaments/{id}/standings.csv").text, "no spreadsheet takes a name for a formula"


def test_only_the_director_directs(server: Running) -> None:
    director, players, id = entered(server, 3)
    for path, body in (("round", {}), ("remove", {"player": 1}), ("result", {"round": 1, "table": 1, "places": [1, 2]})):
        players[0].post(f"/api/tournaments/{id}/{path}", body, 403)
    shown = director.post(f"/api/tournaments/{id}/round", {})
    byes = [table for table in shown["tables"][0] if table["bye"]]
    assert len(byes) == 1
    at = next(at for at, table in enumerate(shown["tables"][0], 1) if not table["bye"])
    for places in ([1], [3, 1], [2, 2]):
        director.post(f"/api/tournaments/{id}/result", {"round": 1, "table": at, "places": places}, 400)
    director.post(f"/api/tournaments/{id}/result", {"round": 9, "table": 1, "places": [1, 2]}, 400)
    shown = director.post(f"/api/tournaments/{id}/result", {"round": 1, "table": at, "places": [1, 2]})
    assert not shown["playing"], "somebody who does not show up stalls nobody"
    assert director.post(f"/api/tournaments/{id}/remove", {"player": 2})["standings"][1]["left"] in (True, False)


def test_what_a_tournament_refuses(server: Running) -> None:
    anna = server.client()
    for given in (
        {"title": "x", "game": "chess"},
        {"title": "x", "game": "duel", "size": 4},
        {"title": " ", "game": "azul"},
        {"title": "x", "game": "azul", "size": 3, "advance": 3},
        {"title": "x", "game": "azul", "fill": "random"},
        {"title": "x", "game": "azul", "options": {"wall": "pink"}},
    ):
        anna.post("/api/tournaments", given, 400)
    anna.get("/api/tournaments/nowhere", 404)
    anna.post("/api/tournaments/nowhere/enter", {"name": "Anna"}, 404)
    id = anna.post("/api/tournaments", {"title": "x", "game": "azul"}, 201)["id"]
    anna.post(f"/api/tournaments/{id}/round", {}, 400)
    anna.post(f"/api/tournaments/{id}/withdraw", {}, 400)
    for _ in range(19):
        anna.post("/api/tournaments", {"title": "x", "game": "azul"}, 201)
    assert "20" in anna.post("/api/tournaments", {"title": "x", "game": "azul"}, 429)["say"]


def test_who_is_forgotten_is_named_no_more(server: Running) -> None:
    director, players, id = entered(server, 2)
    assert players[0].http.delete("/api/me").status_code == 204
    assert sorted(line["name"] for line in director.get(f"/api/tournaments/{id}")["standings"]) == ["", "Player 2"]
