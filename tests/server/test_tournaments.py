"""Tournaments at the server, from the first entry to the standings."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tegel.core.fairness import commitment_of
from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.server import tournament_rounds, tournaments
from tegel.tournaments.pairing import next_round
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
    director, players, id = entered(server, 3)
    assert players[0].http.delete("/api/me").status_code == 204
    shown = director.post(f"/api/tournaments/{id}/round", {})
    assert sorted((line["name"], line["left"]) for line in shown["standings"]) == [("", True), ("Player 2", False), ("Player 3", False)]
    assert [sorted(table["players"]) for table in shown["tables"][0]] == [[2, 3]], "nobody waits for somebody who is no more"


def test_what_changes_nothing_is_no_step(server: Running) -> None:
    _, players, id = entered(server, 2)
    steps = [players[0].post(f"/api/tournaments/{id}/enter", {"name": "Player 1"})["step"] for _ in range(3)]
    steps += [players[0].post(f"/api/tournaments/{id}/withdraw", {})["step"] for _ in range(3)]
    assert [step - steps[0] for step in steps] == [0, 0, 0, 1, 1, 1]


def until(ready: Any, seconds: float = 60) -> Any:
    """Look again until something is there; what was found."""
    deadline = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.1)
    return found


def test_my_tournaments_and_what_came_of_every_seat(server: Running) -> None:
    director, players, id = entered(server, 2, rounds=1, clock={"base": 300, "increment": 5})
    assert [each["id"] for each in director.get("/api/me/tournaments")["tournaments"]] == [id]
    assert server.client().get("/api/me/tournaments") == {"tournaments": []}
    director.post(f"/api/tournaments/{id}/round", {})
    (mine,) = players[0].get("/api/me/tournaments")["tournaments"]
    assert (mine["director"], mine["entered"], mine["people"], mine["round"], mine["finished"]) == (False, True, 2, 1, False)
    step = director.get(f"/api/tournaments/{id}/step")["step"]
    (game,) = play_round(players, id)
    assert mine["yours"] == game
    assert players[0].get(f"/api/games/{game}")["tournament"] == id
    assert director.get("/api/me/games")["games"] == [], "the director has no part in the games"
    assert until(lambda: director.get(f"/api/tournaments/{id}/step")["step"] > step), "the result is taken in by itself"
    shown = director.get(f"/api/tournaments/{id}")
    assert shown["finished"]
    lines = director.http.get(f"/api/tournaments/{id}/results.csv").text.splitlines()
    assert lines[0] == "round,table,seat,name,place,points,match,record"
    assert {line.split(",")[3] for line in lines[1:]} == {"Player 1", "Player 2"}
    assert all(line.endswith(f"/api/games/{game}/record") for line in lines[1:])
    server.client().get("/api/tournaments/nowhere/step", 404)
    server.client().post(f"/api/tournaments/{id}/enter", {"name": "Late"}, 400)


def test_an_arena_pairs_by_itself_until_its_time_is_up(server: Running) -> None:
    director, players, id = entered(server, 5, format="arena", minutes=60)
    shown = director.post(f"/api/tournaments/{id}/round", {})
    assert [len(tables) for tables in shown["tables"]] == [2]
    director.post(f"/api/tournaments/{id}/round", {}, 400)
    waiting = next(player for player in players if player.get(f"/api/tournaments/{id}")["yours"] is None)
    late = server.client()
    late.post(f"/api/tournaments/{id}/enter", {"name": "Late"})
    until(lambda: waiting.get(f"/api/tournaments/{id}")["yours"])  # nobody directs
    assert late.get(f"/api/tournaments/{id}")["yours"] == waiting.get(f"/api/tournaments/{id}")["yours"]
    first = play_round([*players, late], id)
    until(lambda: all(player.get(f"/api/tournaments/{id}")["yours"] not in (None, *first) for player in [*players, late]))
    assert not director.get(f"/api/tournaments/{id}")["finished"]
    end_arena(server, id)
    play_round([*players, late], id)
    shown = until(lambda: (found := director.get(f"/api/tournaments/{id}"))["finished"] and found)
    time.sleep(4)  # as long as it takes to look again
    assert director.get(f"/api/tournaments/{id}")["tables"] == shown["tables"], "no more tables"
    assert sum(line["points"] for line in shown["standings"]) == pytest.approx(6)


def end_arena(server: Running, id: str) -> None:
    """Its time is up."""

    async def act() -> None:
        def end(found: tournaments.Found) -> dict[str, Any]:
            found.event.ends = 1
            return {}

        await tournaments.change(server.house, id, "test", end)

    asyncio.run_coroutine_threadsafe(act(), server.loop).result(30)


def test_who_does_not_come_is_out_and_nobody_waits(server: Running) -> None:
    director, players, id = entered(server, 4, format="arena", minutes=60, patience=5)
    director.post(f"/api/tournaments/{id}/round", {})
    shown = [player.get(f"/api/tournaments/{id}")["yours"] for player in players]
    there = shown.index(shown[0])
    seat = next(each["seat"] for each in players[there].get(f"/api/games/{shown[0]}")["seats"] if each["mine"])
    promise = players[there].get(f"/api/games/{shown[0]}")["promise"]
    players[there].post(f"/api/games/{shown[0]}/commit", {"seat": seat, "commitment": commitment_of(promise, seat, "ab" * 32)})
    found = until(lambda: not (found := director.get(f"/api/tournaments/{id}"))["playing"] and found)
    points = {line["player"]: (line["points"], line["left"]) for line in found["standings"]}
    assert points.pop(there + 1) == (1.0, False)
    assert set(points.values()) == {(0.0, True)}, "also where nobody came"
    assert players[there].get(f"/api/games/{shown[0]}")["status"] == "closed"


def test_a_league_goes_on_by_itself(server: Running) -> None:
    """Over weeks: with days for a move, the next round follows when the last table is over."""
    clock = {"base": 3 * 86400, "per_move": True}
    director, players, id = entered(server, 4, format="league", rounds=3, auto=True, clock=clock)
    director.post(f"/api/tournaments/{id}/round", {})
    for number in range(3):
        until(lambda number=number: len(director.get(f"/api/tournaments/{id}")["tables"]) == number + 1)
        games = until(lambda: (found := [player.get(f"/api/tournaments/{id}")["yours"] for player in players]) and all(found) and found)
        assert players[0].get(f"/api/games/{games[0]}")["clock"]["base"] == 3 * 86400
        play_round(players, id)
    shown = until(lambda: (found := director.get(f"/api/tournaments/{id}"))["finished"] and found)
    met = [tuple(sorted(table["players"])) for tables in shown["tables"] for table in tables]
    assert len(set(met)) == 6, "everybody met everybody"


def test_a_round_without_its_games_is_mended_at_the_start(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops between writing a round and making its games: the next start makes them."""
    server = serve()
    director, players, id = entered(server, 4, rounds=2)
    real, made = tournament_rounds.open_room, list[str]()

    async def stop_after_one(house: Any, row: dict[str, Any], *rest: Any) -> Any:
        if made:
            raise RuntimeError("the power is off")
        made.append(row["id"])
        return await real(house, row, *rest)

    monkeypatch.setattr(tournament_rounds, "open_room", stop_after_one)
    director.post(f"/api/tournaments/{id}/round", {}, 500)
    cookies = [dict(player.http.cookies) for player in players]
    server.stop()
    monkeypatch.undo()
    again = serve()
    back = [again.client() for _ in players]
    for player, kept in zip(back, cookies, strict=True):
        player.http.cookies.update(kept)
    shown = [player.get(f"/api/tournaments/{id}")["yours"] for player in back]
    assert len(set(shown)) == 2
    for game in shown:
        until(lambda game=game: back[0].http.get(f"/api/games/{game}").status_code == 200)
    assert len(play_round(back, id)) == 2


def test_nobody_is_sent_to_a_game_that_is_not_there_yet(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is written before its games are made: whoever looks in between, as a page that takes its people to their table does."""
    director, players, id = entered(server, 4, rounds=1)
    real, begun, go_on = tournament_rounds.open_room, threading.Event(), threading.Event()

    async def slowly_at_first(*given: Any) -> Any:
        if not begun.is_set():
            begun.set()
            await asyncio.to_thread(go_on.wait, 60)
        return await real(*given)

    monkeypatch.setattr(tournament_rounds, "open_room", slowly_at_first)
    with ThreadPoolExecutor(1) as pool:
        pairing = pool.submit(director.post, f"/api/tournaments/{id}/round", {})
        assert begun.wait(60)
        for player in players:
            player.get(f"/api/games/{player.get(f'/api/tournaments/{id}')['yours']}")
        go_on.set()
        assert len(pairing.result()["tables"]) == 1
    assert len(play_round(players, id)) == 2


@pytest.mark.parametrize(("people", "tables"), [(3, [3]), (7, [3, 4])])
def test_a_small_table_is_played_by_those_who_are_there(server: Running, people: int, tables: list[int]) -> None:
    director, players, id = entered(server, people, size=4, rounds=1)
    director.post(f"/api/tournaments/{id}/round", {})
    games = play_round(players, id)
    assert sorted(len(director.get(f"/api/games/{game}")["seats"]) for game in games) == tables
    assert director.get(f"/api/tournaments/{id}")["finished"]


def test_limits_of_a_plan(server: Running) -> None:
    anna = server.client()
    for wrong in ({"minutes": 0}, {"minutes": 1441}, {"patience": 4}, {"patience": 1_209_601}, {"format": "arena", "duplicate": True}):
        anna.post("/api/tournaments", {"title": "x", "game": "azul", **wrong}, 400)
    for right in ({"minutes": 1, "format": "arena"}, {"minutes": 1440, "format": "arena"}, {"patience": 5}, {"patience": 1_209_600}):
        anna.post("/api/tournaments", {"title": "x", "game": "azul", **right}, 201)
    anna.post("/api/tournaments", {"title": "x", "game": "azul", "clock": {"base": 60, "increment": 1, "per_move": True}}, 400)


def test_a_large_tournament_counts_more(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading, changing and showing one takes as long as it is large; so nobody can hold others up with one."""
    server = serve(limits=1.0)
    director, players, id = entered(server, 2)
    present = time.monotonic()
    monkeypatch.setattr(server.house.limits, "_clock", lambda: present)  # on however slow a machine no bucket fills meanwhile
    monkeypatch.setattr(tournaments, "BYTES_A_READ", 1)
    assert tournaments.MOST_READS == 100
    asked = (f"/api/tournaments/{id}", f"/api/tournaments/{id}/results.csv", "/api/me/tournaments")
    for client, path in zip([director, *players], asked, strict=True):
        assert [client.http.get(path).status_code for _ in range(3)] == [200, 429, 429], "a burst of 200 reads is one, and little more"
        assert client.http.get(f"/api/tournaments/{id}/step").status_code == 200
    assert players[0].http.post(f"/api/tournaments/{id}/withdraw", json={}).status_code == 429, "writing it, too"


def test_everybody_sees_the_same_tournament_but_themselves(server: Running) -> None:
    director, players, id = entered(server, 2)
    shown = [client.get(f"/api/tournaments/{id}") for client in (director, *players)]
    assert [[line["name"] for line in each["standings"] if line["you"]] for each in shown] == [[], ["Player 1"], ["Player 2"]]
    assert players[0].http.delete("/api/me").status_code == 204
    assert [line["name"] for line in director.get(f"/api/tournaments/{id}")["standings"]] == ["", "Player 2"]


def test_who_comes_and_goes_keeps_nobody_from_pairing(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    director, players, id = entered(server, 3)

    def slowly(event: Any) -> Any:
        players[2].post(f"/api/tournaments/{id}/withdraw", {})
        return next_round(event)

    monkeypatch.setattr(tournament_rounds, "next_round", slowly)
    assert len(director.post(f"/api/tournaments/{id}/round", {})["tables"]) == 1
