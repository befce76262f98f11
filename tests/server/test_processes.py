"""Several processes on one database: a game has one owner, and plays the same at every process; what one does the others know."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from tegel.server import relay, tournament_rounds
from tegel.server.listener import COME_BACK
from tegel.server.tending import tend
from tests.server import plain_http
from tests.server.client import Client, close_code
from tests.server.conftest import Running
from tests.server.several import same_guest, wait_for
from tests.server.test_lobby import Lobby, named, offer
from tests.server.test_tournaments import entered, play_round


def test_a_socket_at_the_wrong_process_plays_as_at_the_right_one(two: tuple[Running, Running]) -> None:
    here, there = two
    anna = here.client()
    created = anna.create("azul", "here", "link")
    bo = there.client()
    bo.join(created["seats"][1]["invitation"], name="Bo")
    game = created["game"]
    assert there.house.rooms.get(game) is None, "it has one owner"
    sockets = [anna.sit(game, 0), bo.sit(game, 1)]
    for _ in range(8):
        turn = sockets[0].state["turn"]
        mover, other = sockets[turn], sockets[1 - turn]
        assert mover.move(mover.state["legal"][0]["move"])["type"] == "ack"
        other.until(lambda state, ply=mover.state["ply"]: state["ply"] == ply)
    numbers = [[event["number"] for event in each.events] for each in sockets]
    assert numbers[0] == numbers[1]
    assert [event["say"] for event in sockets[1].events] != []
    assert anna.get(f"/api/games/{game}")["ply"] == bo.get(f"/api/games/{game}")["ply"] == 8
    assert bo.get("/api/me/games")["games"][0]["game"] == game
    assert there.house.rooms.get(game) is None


def test_requests_at_the_wrong_process_are_answered_as_at_the_right_one(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    game = client.create("azul", "here", "here")["game"]
    other = same_guest(client, there)
    for path in (
        "",
        "/state?seat=0",
        "/events",
        "/plies/0?seat=0",
        "/record",
        "/position?seat=0",
        "/state?seat=7",
        "/plies/9",
        "/no",
    ):
        ours, theirs = client.http.get(f"/api/games/{game}{path}"), other.http.get(f"/api/games/{game}{path}")
        assert (ours.status_code, ours.text) == (theirs.status_code, theirs.text)
        assert sorted(set(ours.headers) - {"date"}) == sorted(set(theirs.headers) - {"date"})
    state = other.get(f"/api/games/{game}/state", seat=0)
    turn = state["turn"]
    move = other.get(f"/api/games/{game}/state", seat=turn)["legal"][0]["move"]
    body = {"seat": turn, "id": "a", "ply": 0, "moves": [move]}
    assert other.post(f"/api/games/{game}/move", body)["ply"] == 1
    assert client.post(f"/api/games/{game}/move", body)["ply"] == 1, "the same id again is the same move"
    assert other.post(f"/api/games/{game}/move", {**body, "id": "b"}, 409)["error"] == "stale"
    stream = other.http.stream("GET", f"/api/games/{game}/stream", headers={"accept": "application/x-ndjson"})
    with stream as answer:
        assert next(answer.iter_lines()).startswith('{"type":"welcome"')
    assert other.post(f"/api/games/{game}/branch", {"ply": 0, "seat": 0}, 201)["game"] in here.house.rooms


def test_a_name_a_promise_and_being_forgotten_hold_at_every_process(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    client.http.put("/api/me", json={"name": "Anna"})
    other = same_guest(client, there)
    assert other.get("/api/me")["name"] == "Anna"
    client.http.put("/api/me", json={"name": "Bo"})
    assert other.get("/api/me")["name"] == "Bo"
    promise = client.get("/api/promise")["promise"]
    created = other.create("azul", "here", "link", promise=promise)
    assert created["game"] in there.house.rooms
    assert client.http.post("/api/games", json={"game": "azul", "seats": [{"kind": "here"}] * 2, "promise": promise}).status_code == 409
    watching = other.sit(created["game"], 0)
    assert client.http.delete("/api/me").status_code == 204
    assert close_code(watching) == 4403
    assert other.get("/api/me") == {"guest": False, "name": ""}
    assert other.get(f"/api/games/{created['game']}")["status"] == "closed"


def test_a_vacation_holds_at_every_process(two: tuple[Running, Running]) -> None:
    here, there = two
    anna, ben = here.client(), there.client()
    made = anna.create("azul", "here", "link", clock={"base": 3 * 86400, "per_move": True})
    ben.join(made["seats"][1]["invitation"])
    game = made["game"]
    anna_there = same_guest(anna, there)
    told = anna_there.post("/api/me/vacation", {"days": 5})
    assert anna.get("/api/me/vacation")["left"] == told["left"] == 25

    def last() -> str:
        kind: str = ben.get(f"/api/games/{game}/events")["events"][-1]["kind"]
        return kind

    wait_for(lambda: last() == "vacation")
    assert abs(ben.get(f"/api/games/{game}/state")["clocks"]["vacations"][0] - told["until"]) < 60_000
    assert anna_there.http.delete("/api/me/vacation").json()["until"] is None
    wait_for(lambda: last() == "vacation_over")
    assert [event["kind"] for event in ben.get(f"/api/games/{game}/events")["events"]].count("vacation") == 1


def test_there_is_one_lobby(two: tuple[Running, Running]) -> None:
    here, there = two
    anna, bo = named(here, "Anna"), named(there, "Bo")
    lobbies = Lobby(anna), Lobby(bo)
    assert [lobby.seek()["type"] for lobby in lobbies] == ["seeking", "seeking"]
    seated = [lobby.receive("paired") for lobby in lobbies]
    assert seated[0]["game"] == seated[1]["game"]
    assert {each["seat"] for each in seated} == {0, 1}
    table = offer(bo)["game"]
    sitting = bo.sit(table, 0)
    assert table in there.house.rooms
    assert table not in here.house.rooms
    shown = lobbies[0].until(lambda frame: frame["lobby"]["tables"])
    assert [each["game"] for each in shown["lobby"]["tables"]] == [table]
    assert anna.get("/api/lobby")["lobby"] == bo.get("/api/lobby")["lobby"]
    sitting.close()
    for lobby in lobbies:
        lobby.close()


def test_the_lobby_goes_on_when_its_process_stops(two: tuple[Running, Running]) -> None:
    here, there = two
    bo = named(there, "Bo")
    lobby = Lobby(bo)
    lobby.receive("lobby")
    here._server.should_exit = True
    with pytest.raises(WebSocketException):
        lobby.until(lambda _: False)
    lobby.close()

    def come_back() -> bool:
        again = Lobby(bo)
        try:
            return again.seek()["type"] == "seeking"
        finally:
            again.close()

    assert wait_for(come_back)


def test_the_sums_of_all_are_told(two: tuple[Running, Running]) -> None:
    here, there = two
    here.client().create("azul", "here", "here")
    there.client().create("azul", "here", "here")
    for server in two:
        wait_for(lambda server=server: server.metrics()["tegel_processes"] == server.metrics()["tegel_rooms"] == 2)
        assert plain_http.get(f"{server.url}/health").status_code == 200


def test_games_go_to_the_others_when_a_process_stops(two: tuple[Running, Running]) -> None:
    here, there = two
    client = here.client()
    game = client.create("azul", "here", "computer")["game"]
    other = same_guest(client, there)
    near, far = client.sit(game, 0), other.sit(game, 0)
    here._server.should_exit = True
    assert {close_code(near), close_code(far)} == {1001}

    def go_on() -> bool:
        """Come back as the app does: once more if the one that stops was still reached. A room is there while somebody sits in it."""
        again = other.sit(game, 0)
        again.until(lambda state: state["turn"] == 0)
        acked = again.move(again.state["legal"][0]["move"])["type"] == "ack"
        return bool(acked and game in there.house.rooms)

    wait_for(go_on)


def test_who_looks_for_a_game_at_a_process_that_stops_is_sent_away(
    two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They were held until they were cut off, and each left a traceback in the log."""
    here, there = two
    game = there.client().create("azul", "here", "here")["game"]
    monkeypatch.setattr(relay, "PATIENCE", 600.0)
    looking = set[Any]()

    async def silent(links: Any, owner: int) -> Any:
        looking.add(asyncio.current_task())
        raise relay.Unreachable

    monkeypatch.setattr(relay.Links, "line", silent)
    client = here.client()
    with ThreadPoolExecutor(2) as pool:
        socket = pool.submit(closed_with, client, game)
        request = pool.submit(client.http.get, f"/api/games/{game}")
        wait_for(lambda: len(looking) == 2)
        here._server.should_exit = True
        assert socket.result() in (1012, COME_BACK), "whoever tells them first"
        assert (request.result().status_code, request.result().json()["error"]) == (503, "storage")
    here._thread.join(60)
    assert not [record.message for record in caplog.records if record.name == "uvicorn.error" and record.levelname == "ERROR"]


def closed_with(client: Client, game: str) -> int:
    """The code with which a socket is closed before it was welcomed."""
    with pytest.raises(ConnectionClosed) as closed:
        client.sit(game)
    return closed.value.rcvd.code if closed.value.rcvd else 0


def test_a_round_that_a_process_left_half_made_is_made_by_another(two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two
    director, players, id = entered(here, 4, rounds=2, auto=True)
    real = tournament_rounds.open_room

    async def open_there(house: Any, *rest: Any) -> Any:
        if house is here.house:
            raise RuntimeError("the power is off")
        return await real(house, *rest)

    monkeypatch.setattr(tournament_rounds, "open_room", open_there)
    director.post(f"/api/tournaments/{id}/round", {}, 500)
    shown = director.get(f"/api/tournaments/{id}")
    for table in shown["tables"][0]:
        wait_for(lambda game=table["game"]: director.http.get(f"/api/games/{game}").is_success)
        assert table["game"] in there.house.rooms
    monkeypatch.undo()
    assert len(play_round(players, id)) == 2


def test_a_round_that_all_processes_want_to_pair_is_paired_once(two: tuple[Running, Running]) -> None:
    director, players, id = entered(two[0], 4, rounds=2, auto=True)
    director.post(f"/api/tournaments/{id}/round", {})
    wait_for(lambda: all(player.http.get(f"/api/games/{player.get(f'/api/tournaments/{id}')['yours']}").is_success for player in players))
    play_round(players, id)

    def look(server: Running) -> int:
        found = asyncio.run_coroutine_threadsafe(tend(server.house, id), server.loop).result(60)
        return len(found.event.rounds)

    with ThreadPoolExecutor(6) as pool:
        assert max(pool.map(look, two * 3)) <= 2  # 1 if the processes were quicker by themselves than all who look here
    shown = director.get(f"/api/tournaments/{id}")
    assert [len(tables) for tables in shown["tables"]] == [2, 2]
    for table in shown["tables"][1]:
        wait_for(lambda game=table["game"]: director.http.get(f"/api/games/{game}").is_success)
    assert len(play_round(players, id)) == 2
