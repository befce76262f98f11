"""Games that were played on a device: the server plays them again, notes where they were played, and lists them as any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tegel.core.fairness import Proof, mix_key, promise_of
from tegel.core.game import find_game
from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.core.table import Table
from tests.configurations import new_table, play_random
from tests.server.conftest import Running

SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "level:5"}]


def finished() -> Table:
    return play_random(new_table("azul", {"players": 2}, 7), 7)


def body(table: Table, **more: Any) -> dict[str, Any]:
    return {"record": table.record.dumps(), "seats": SEATS, **more}


def test_a_finished_game_is_listed_and_counted_as_any_other(server: Running) -> None:
    anna, ben = server.client(), server.client()
    table = finished()
    taken = anna.post("/api/device-games", body(table), 201)
    assert (taken["over"], taken["verified"]) == (True, True)
    [listed] = anna.get("/api/me/games")["games"]
    assert (listed["game"], listed["status"], listed["on_device"], listed["promise"]) == (taken["game"], "over", True, None)
    seats = [(seat["kind"], seat["player"], seat["mine"]) for seat in listed["seats"]]
    assert seats == [("here", None, True), ("computer", "level:5", False)]
    [result] = anna.get("/api/me/results")["results"]
    assert (result["game"], result["points"], result["players"]) == (taken["game"], table.scores, [None, "level:5"])
    record = Record.loads(ben.http.get(f"/api/games/{taken['game']}/record").text)
    assert record.on_device
    assert verify(record).over


def test_where_it_was_played_is_not_believed_from_the_client(server: Running) -> None:
    anna = server.client()
    table = finished()
    claimed = anna.http.post("/api/records", content=replace(table.record, on_device=True).dumps()).json()["game"]
    assert "played" not in anna.http.get(f"/api/games/{claimed}/record").text, "the server did not see it"
    handed = anna.post("/api/device-games", body(table), 201)["game"]
    assert "\nplayed device\n" in anna.http.get(f"/api/games/{handed}/record").text, "however the device's own record was written"


def test_handing_it_over_again_makes_no_second_game(server: Running) -> None:
    anna, ben = server.client(), server.client()
    table = finished()
    first = anna.post("/api/device-games", body(table), 201)
    assert anna.post("/api/device-games", body(table), 201) == first
    assert len(anna.get("/api/me/games")["games"]) == 1
    assert ben.post("/api/device-games", body(table), 201)["game"] != first["game"], "another person's is another game"


def test_an_unfinished_game_goes_on_at_the_server(server: Running) -> None:
    anna = server.client()
    table = new_table("azul", {"players": 2}, 7)
    while len(table.moves) < 3 or table.turn != 1:
        table.play(table.legal[0])
    game = anna.post("/api/device-games", body(table), 201)["game"]
    socket = anna.sit(game, 0)
    socket.until(lambda state: state["turn"] == 0 and state["ply"] > len(table.moves))  # the computer moves
    summary = anna.get(f"/api/games/{game}")
    assert (summary["status"], summary["on_device"], summary["key"]) == ("running", True, None)
    assert anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"], "it can be moved to another device"
    text = anna.http.get(f"/api/games/{game}/record").text
    assert "\nplayed device\nhash " in text
    assert "\nkey " not in text


def test_who_resigned_has_lost(server: Running) -> None:
    anna = server.client()
    table = new_table("azul", {"players": 2}, 7)
    table.play(table.legal[0])
    game = anna.post("/api/device-games", body(table, resigned=0), 201)
    assert game["over"]
    [result] = anna.get("/api/me/results")["results"]
    assert (result["left"], result["places"]) == ("resigned", [2, 1])


def refused() -> dict[str, dict[str, Any]]:
    table, running = finished(), new_table("azul", {"players": 2}, 7)
    nonces = ("a1" * 32, "b2" * 32)
    mixed = play_random(Table(find_game("azul"), table.options, mix_key("5e" * 32, nonces)), 3)
    proven = replace(mixed.record, proof=Proof(promise_of("5e" * 32), nonces, "5e" * 32))
    people = [{"kind": "here"}] * 3
    three = new_table("azul", {"players": 3}, 7)
    return {
        "another's points": {"record": table.record.dumps().replace("over ", "over 1"), "seats": SEATS},
        "no key": {"record": running.record.without_key().dumps(), "seats": SEATS},
        "no record": {"record": "tegel", "seats": SEATS},
        "a promise": {"record": proven.dumps(), "seats": SEATS},
        "a seat too many": body(table, seats=[*SEATS, SEATS[1]]),
        "nobody": body(table, seats=[SEATS[1], SEATS[1]]),
        "somebody elsewhere": body(table, seats=[SEATS[0], {"kind": "link"}]),
        "an unknown computer": body(table, seats=[SEATS[0], {"kind": "computer", "player": "level:99"}]),
        "resigned after the end": body(table, resigned=0),
        "a computer resigned": body(running, resigned=1),
        "no such seat resigned": body(running, resigned=5),
        "the others play on": {"record": three.record.dumps(), "seats": people, "resigned": 0},
        "a field too many": body(table, points=[100, 0]),
    }


def test_what_cannot_be_is_refused(server: Running) -> None:
    anna = server.client()
    for wrong, given in refused().items():
        assert anna.post("/api/device-games", given, 400)["say"], wrong
    assert anna.get("/api/me/games")["games"] == []
