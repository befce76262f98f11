"""Resigning is for good: it ends a game nobody is left to play, and puts whoever resigned last. Leaving is another thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tegel.core.record import Record
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_rooms import wait_for


def resign(client: Client, game: str, seat: int, status: int = 200) -> Any:
    return client.post(f"/api/games/{game}/resign", {"seat": seat, "id": f"resign-{seat}"}, status)


def seated(server: Running, people: int, computers: int = 0) -> tuple[list[Client], str]:
    """People by link in a game of Azul, with computers behind them; who sits where is their order."""
    first, *others = [server.client() for _ in range(people)]
    made = first.create("azul", "here", *["link"] * len(others), *["computer"] * computers)
    for seat, other in enumerate(others, 1):
        other.join(made["seats"][seat]["invitation"], name=f"Guest {seat}")
    return [first, *others], made["game"]


def test_against_the_computer_the_game_ends_at_once(server: Running) -> None:
    (anna,), game = seated(server, 1, 3)
    socket = anna.sit(game, 0)
    socket.send({"type": "resign", "id": "1", "seat": 0})
    socket.until(lambda state: state["over"])
    assert (socket.state["turn"], socket.state["legal"], socket.state["undo"]) == (None, [], False)
    assert socket.state["result"]["places"][0] == 4
    summary = anna.get(f"/api/games/{game}")
    assert (summary["status"], summary["seats"][0]["left"]) == ("over", "resigned")
    assert 0 not in summary["winners"]
    assert anna.get("/api/me/games")["games"][0]["places"] == summary["places"], "lists say the same"


def test_of_two_people_the_other_wins_whatever_the_points(server: Running) -> None:
    (anna, ben), game = seated(server, 2)
    before = ben.sit(game, 1)
    resign(anna, game, 0)
    before.until(lambda state: state["over"])
    assert before.state["result"]["winners"] == [1]
    kinds = [event["kind"] for event in ben.get(f"/api/games/{game}/events")["events"]]
    assert kinds[-2:] == ["resigned", "over"]
    assert resign(anna, game, 0)["ply"] == 0, "the same request again is answered as before"
    assert anna.post(f"/api/games/{game}/return", {"seat": 0, "id": "back"}, 409)["error"] == "illegal"
    assert Record.loads(ben.http.get(f"/api/games/{game}/record").text).key is not None, "and the draws can be verified"


def test_of_three_people_the_others_play_on(server: Running) -> None:
    (anna, ben, cleo), game = seated(server, 3)
    resign(anna, game, 0)
    summary = ben.get(f"/api/games/{game}")
    assert (summary["status"], summary["seats"][0]["player"]) == ("running", "greedy")
    assert anna.post(f"/api/games/{game}/return", {"seat": 0, "id": "back"}, 409)["say"] == "This seat was given up."
    resign(ben, game, 1)
    ended = cleo.get(f"/api/games/{game}")
    assert (ended["status"], ended["winners"]) == ("over", [2])


def test_only_ones_own_seat_can_be_given_up(server: Running) -> None:
    (anna, ben), game = seated(server, 2)
    assert resign(anna, game, 1, 403)["error"] == "forbidden"
    resign(ben, game, 1)
    assert anna.post(f"/api/games/{game}/resign", {"seat": 0, "id": "late"}, 409)["say"] == "The game is over."


def test_it_is_still_so_after_a_restart(serve: Callable[..., Running]) -> None:
    server = serve()
    (anna, _), game = seated(server, 2)
    resign(anna, game, 0)
    before = anna.get(f"/api/games/{game}")
    state = anna.get(f"/api/games/{game}/state", seat=0)
    server.stop()
    again = serve().client()
    again.http.cookies.update(dict(anna.http.cookies))
    assert again.get(f"/api/games/{game}") == before
    assert again.get(f"/api/games/{game}/state", seat=0) == state


def test_who_left_cannot_take_back_until_they_return(server: Running) -> None:
    """“Take back” was offered beside “I play on”."""
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    state = anna.get(f"/api/games/{game}/state")
    first = state["turn"]
    move = anna.get(f"/api/games/{game}/state", seat=first)["legal"][0]["move"]
    anna.post(f"/api/games/{game}/move", {"seat": first, "id": "1", "ply": 0, "moves": [move]})
    assert anna.get(f"/api/games/{game}/state", seat=first)["undo"]
    anna.post(f"/api/games/{game}/takeover", {"seat": first, "id": "leave"})
    assert not anna.get(f"/api/games/{game}/state", seat=first)["undo"]
    refused = anna.post(f"/api/games/{game}/undo", {"seat": first, "id": "undo", "ply": 1}, 409)
    assert refused["error"] == "illegal"
    anna.post(f"/api/games/{game}/return", {"seat": first, "id": "back"})
    assert anna.get(f"/api/games/{game}/state", seat=first)["undo"]


def test_a_game_played_to_its_end_puts_who_resigned_last(server: Running) -> None:
    (anna, ben, cleo), game = seated(server, 3)
    resign(anna, game, 0)
    for seat, person in ((1, ben), (2, cleo)):
        person.post(f"/api/games/{game}/takeover", {"seat": seat, "id": f"leave-{seat}"})
    wait_for(lambda: bool(ben.get(f"/api/games/{game}")["status"] == "over"))
    assert ben.get(f"/api/games/{game}")["places"][0] == 3


@pytest.mark.parametrize(("kind", "said"), [("resign", "given up"), ("takeover", "Come back first")])
def test_who_leaves_does_not_move_beside_the_computer(server: Running, monkeypatch: pytest.MonkeyPatch, kind: str, said: str) -> None:
    monkeypatch.setattr("tegel.server.playing.wake_computer", lambda house, room: None)  # it has not moved yet
    people, game = seated(server, 3)
    first = people[0].get(f"/api/games/{game}")["turn"]
    socket = people[first].sit(game, first)
    move = socket.state["legal"][0]["move"]
    socket.send({"type": kind, "id": "leave", "seat": first})
    assert socket.receive("ack", "refused")["type"] == "ack"
    refused = socket.move(move)
    assert (refused["type"], refused["error"]) == ("refused", "illegal")
    assert said in refused["say"]
