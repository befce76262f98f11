"""Guests, seats by link, greetings, clocks, leaving, hot seats."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx
import pytest

from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.server.errors import TooMany
from tegel.server.tokens import Promises
from tests.server import plain_http
from tests.server.client import close_code
from tests.server.conftest import Running


def test_a_guest_has_a_name_and_can_be_forgotten(server: Running) -> None:
    anna = server.client()
    assert anna.get("/api/me") == {"guest": False, "name": ""}
    answer = anna.http.put("/api/me", json={"name": " Anna "})
    assert answer.json() == {"guest": True, "name": "Anna"}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    game = anna.create("azul", "here", "computer")["game"]
    assert anna.get("/api/me/games")["games"][0]["game"] == game
    assert anna.get(f"/api/games/{game}")["seats"][0]["name"] == "Anna"
    assert anna.http.put("/api/me", json={"name": "a\nb"}).status_code == 400
    assert anna.http.delete("/api/me").status_code == 204
    assert anna.get("/api/me")["guest"] is False
    assert anna.get(f"/api/games/{game}")["seats"][0]["name"] != "Anna"


def test_a_link_is_taken_once(server: Running) -> None:
    anna, ben, carl = server.client(), server.client(), server.client()
    created = anna.create("azul", "here", "link", "link")
    first = created["seats"][1]["invitation"]
    assert ben.get(f"/api/invitations/{first}")["free"]
    assert "token" not in created["seats"][1]
    assert ben.join(first, name="Ben")["token"]
    assert ben.join(first, name="Ben")["token"] is None, "the same guest is let in again"
    assert carl.post("/api/join", {"invitation": first}, 409)["error"] == "taken"
    assert carl.post("/api/join", {"invitation": "nonsense"}, 404)["error"] == "unknown"
    new = anna.post(f"/api/games/{created['game']}/invitations", {"seat": 2}, 201)["invitation"]
    assert carl.post("/api/join", {"invitation": created["seats"][2]["invitation"]}, 404)
    assert ben.post(f"/api/games/{created['game']}/invitations", {"seat": 2}, 403)
    watcher = anna.sit(created["game"], 0)
    assert watcher.state is None, "the game waits"
    assert carl.join(new, name="Carl")["seat"] == 2
    watcher.receive("event")
    assert watcher.receive("event")["event"]["kind"] == "started"
    assert watcher.state["turn"] in range(3)
    assert [seat["name"] for seat in watcher.receive("summary")["summary"]["seats"]][1] == "Ben"


def test_only_whoever_sits_there_sees_and_moves(server: Running) -> None:
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "here")
    game = created["game"]
    assert ben.get(f"/api/games/{game}/state", 403, seat=0)["error"] == "forbidden"
    assert ben.get(f"/api/games/{game}/state")["seat"] == -1, "but everybody may watch"
    assert ben.get(f"/api/games/{game}/plies/0", 403, seat="all")
    turn = anna.get(f"/api/games/{game}/state")["turn"]
    body = {"seat": turn, "id": "x", "ply": 0, "moves": ["1b0"]}
    assert ben.post(f"/api/games/{game}/move", body, 403)
    move = anna.get(f"/api/games/{game}/state", seat=turn)["legal"][0]["code"]
    token = {"Authorization": f"Bearer {created['seats'][turn]['token']}"}
    done = plain_http.post(f"{server.url}/api/games/{game}/move", json={**body, "moves": [move]}, headers=token)
    assert done.json() == {"number": 3, "ply": 1, "game": None}, "a program needs only the token"


def test_who_watches_does_not_move_even_on_their_own_seats(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    watching = anna.sit(game, -1)
    answer = watching.move(0)
    assert (answer["type"], answer["error"]) == ("refused", "forbidden")


def test_other_sites_may_not_write(server: Running) -> None:
    anna = server.client()
    refused = anna.http.put("/api/me", json={"name": "Eve"}, headers={"Origin": "https://elsewhere.example"})
    assert refused.status_code == 403
    assert anna.http.put("/api/me", json={"name": "Anna"}, headers={"Origin": server.url}).status_code == 200


def test_every_answer_has_the_security_headers(server: Running) -> None:
    for path in ("/", "/health", "/api/me", "/api/nothing", "/api/openapi.json"):
        answer = plain_http.get(server.url + path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy, path
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_greetings_and_presence(server: Running) -> None:
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "link")
    one = anna.sit(created["game"], 0)
    ben.join(created["seats"][1]["invitation"], name="Ben")
    two = ben.sit(created["game"], 1, language="nl")
    while one.receive("presence")["presence"]["seats"] != [True, True]:
        pass
    two.send({"type": "greet", "greeting": "hello"})
    greeting = one.receive("greeting")
    assert (greeting["seat"], greeting["say"]) == (1, "Ben: Hello!")
    assert two.receive("greeting")["say"] == "Ben: Hallo!"
    two.send({"type": "greet", "greeting": "rude words"})
    assert two.receive("refused")["error"] == "illegal"
    two.send({"type": "thinking", "ply": 0})
    while one.receive("presence")["thinking"] != 1:
        pass
    two.close()
    while one.receive("presence")["presence"]["seats"] != [True, False]:
        pass


def test_the_computer_takes_over_and_gives_back(serve: Callable[..., Running]) -> None:
    server = serve(absence=0.0)
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "link")
    ben.join(created["seats"][1]["invitation"], name="Ben")
    game = created["game"]
    one, two = anna.sit(game, 0, after=0), ben.sit(game, 1)
    one.send({"type": "takeover", "id": "a", "seat": 1})
    assert one.receive("ack", "refused")["type"] == "refused", "Ben is still here"
    two.close()
    while one.receive("presence")["presence"]["seats"][1]:
        pass
    one.send({"type": "takeover", "id": "b", "seat": 1})
    assert one.receive("ack", "refused")["type"] == "ack"
    if one.state["turn"] == 0:
        one.move(one.state["legal"][0]["move"])
    one.until(lambda state: state["turn"] == 0 and any(event["kind"] == "move" and event["seat"] == 1 for event in one.events))
    taken = next(event for event in one.events if event["kind"] == "takeover")
    assert (taken["seat"], taken["reason"]) == (1, "absent")
    ben.post(f"/api/games/{game}/return", {"seat": 1, "id": "c"})
    assert ben.get(f"/api/games/{game}")["seats"][1]["left"] is None
    ben.post(f"/api/games/{game}/takeover", {"seat": 1, "id": "d"})
    assert ben.get(f"/api/games/{game}")["seats"][1]["left"] == "left"


def test_a_clock_runs_out_and_the_computer_plays_on(server: Running) -> None:
    anna = server.client()
    began = time.monotonic()
    game = anna.create("azul", "here", "here", clock={"base": 3, "increment": 0})["game"]
    socket = anna.sit(game, 0, after=0)
    assert socket.state["clocks"]["left"] == [3000, 3000]
    turn = socket.state["turn"]
    while not any(event["kind"] == "takeover" for event in socket.events):
        socket.next()
    assert 3 <= time.monotonic() - began < 60
    taken = next(event for event in socket.events if event["kind"] == "takeover")
    assert (taken["seat"], taken["reason"]) == (turn, "clock")
    while not any(event["kind"] == "move" and event["seat"] == turn for event in socket.events):
        socket.next()
    assert anna.post(f"/api/games/{game}/return", {"seat": turn, "id": "r"}, 409)["error"] == "illegal"


def test_taking_back_against_the_computer(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "computer")["game"]
    socket = anna.sit(game, 0)
    socket.until(lambda state: state["turn"] == 0)
    ply, view = socket.state["ply"], socket.state["view"]
    socket.move(socket.state["legal"][0]["move"])
    socket.until(lambda state, ply=ply: state["turn"] == 0 and state["ply"] == ply + 2)
    assert socket.state["undo"]
    socket.send({"type": "undo", "id": "u", "ply": ply + 2})
    assert socket.receive("ack")["ply"] == ply, "the computer's answer goes too"
    socket.until(lambda state, ply=ply: state["ply"] == ply)
    assert socket.state["view"] == view


def test_looking_back_branching_and_records(server: Running) -> None:
    anna, ben = server.client(), server.client()
    game = anna.create("azul", "computer", "computer")["game"]
    while (summary := anna.get(f"/api/games/{game}"))["status"] != "over":
        time.sleep(0.05)
    ply = summary["ply"] // 2
    for seat in (-1, 0, "all"):
        past = ben.get(f"/api/games/{game}/plies/{ply}", seat=seat, language="fr")
        assert (past["ply"], past["legal"]) == (ply, [])
        assert past["event"]["ply"] == ply
    assert ben.get(f"/api/games/{game}/plies/{summary['ply'] + 1}", 404)["error"] == "unknown"
    branch = ben.post(f"/api/games/{game}/branch", {"ply": ply, "seat": 1}, 201)["game"]
    shown = ben.get(f"/api/games/{branch}")
    assert shown["origin"] == {"game": game, "ply": ply}
    assert [seat["kind"] for seat in shown["seats"]] == ["computer", "here"]
    assert ben.http.get(f"/api/games/{branch}/record").status_code == 409, "a branch has a record once it is over"
    text = ben.http.get(f"/api/games/{game}/record").text
    verify(Record.loads(text))
    uploaded = ben.http.post("/api/records", content=text)
    assert uploaded.status_code == 201, uploaded.text
    copy = uploaded.json()["game"]
    assert ben.get(f"/api/games/{copy}")["status"] == "record"
    assert ben.get(f"/api/games/{copy}/plies/{ply}", seat="all")["view"] == past["view"]
    assert ben.http.get(f"/api/games/{copy}/record").status_code == 200
    edited = text.replace("over ", "over 1")
    assert ben.http.post("/api/records", content=edited).status_code == 400
    position = ben.http.get(f"/api/games/{game}/position", params={"ply": ply}).text
    looked = ben.http.post("/api/positions", content=position)
    assert looked.json()["state"]["view"] == ben.get(f"/api/games/{game}/plies/{ply}")["view"]
    begun = ben.post("/api/games", {"position": position, "seats": [{"kind": "here"}, {"kind": "here"}]}, 201)["game"]
    assert ben.get(f"/api/games/{begun}/state")["view"] == looked.json()["state"]["view"]
    assert ben.http.post("/api/positions", content=position.replace("round", "rnd")).status_code == 400


def test_the_stream_tells_what_the_socket_tells(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "computer", "computer")["game"]
    kinds, numbers = [], []
    address = f"{server.url}/api/games/{game}/stream"
    with plain_http.stream("GET", f"{address}?after=0", headers={"Accept": "application/x-ndjson"}, timeout=60) as stream:
        for line in stream.iter_lines():
            if not line:
                continue
            frame = httpx.Response(200, content=line).json()
            kinds.append(frame["type"])
            told = [frame["event"]] if frame["type"] == "event" else frame.get("events", [])
            numbers += [event["number"] for event in told]
            if any(event["kind"] == "over" for event in told):  # with the welcome, if the game was quicker
                break
    assert kinds[0] == "welcome"
    assert numbers == list(range(1, len(numbers) + 1))
    with plain_http.stream("GET", address, headers={"Last-Event-ID": "3"}, timeout=60) as stream:
        lines = stream.iter_lines()
        assert next(lines) == f"id: {numbers[-1]}"
        assert next(lines) == "event: welcome"


def test_what_there_is(server: Running) -> None:
    for language in ("en", "nl", "fr"):
        shown = server.client().get("/api/catalogue", language=language)
        assert {game["name"] for game in shown["games"]} == {"azul", "duel", "blockers"}
        for game in shown["games"]:
            assert game["title"]
            assert game["text"]
            assert len(game["colours"]) >= 5
        assert [player["level"] for player in shown["players"]] == [None, None, *range(1, 9)]
        assert all(player["title"] and player["text"] for player in shown["players"])
        examples = server.client().get("/api/examples", language=language)["examples"]
        assert {example["name"][0] for example in examples} == {"A", "D", "B"}
        assert all(example["title"] and example["text"] and example["state"]["legal"] for example in examples)


def test_a_forgotten_guest_leaves_no_key_behind(server: Running) -> None:
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "link", "link")
    game, token = created["game"], created["seats"][0]["token"]
    ben.join(created["seats"][1]["invitation"], name="Ben")
    by_cookie, by_token, other = anna.sit(game, 0), server.client().sit(game, 0, token=token), ben.sit(game, 1)
    headers = {"Authorization": f"Bearer {token}"}
    address = f"{server.url}/api/games/{game}/state?seat=0"
    assert plain_http.get(address, headers=headers).status_code == 200
    assert anna.http.delete("/api/me").status_code == 204
    assert close_code(by_cookie) == close_code(by_token) == 4403
    assert plain_http.get(address, headers=headers).status_code == 403, "the seat token has ended too"
    server.house.rooms.pop(game)
    assert plain_http.get(address, headers=headers).status_code == 403, "on disk as well"
    assert ben.http.get(f"/api/invitations/{created['seats'][2]['invitation']}").status_code == 404, "and open invitations"
    assert ben.get(f"/api/games/{game}")["seats"][0]["taken"], "nobody else can take the seat"
    other.send({"type": "ping", "id": "x"})
    assert other.receive("pong")["id"] == "x", "others stay"


def test_nobody_pushes_out_anothers_promises() -> None:
    now = 0.0
    promises = Promises(clock=lambda: now)
    mine = promises.make("me")
    for _ in range(20_000):
        promises.make("somebody else")
    assert promises.keep(mine) is not None
    assert promises.keep(mine) is None, "once"
    assert len(promises._secrets) == Promises.OWN
    mine = promises.make("me")
    for at in range(Promises.SENDERS - 2):
        promises.make(f"{at}")
    with pytest.raises(TooMany):
        promises.make("one more")
    assert promises.keep(mine) is not None
    promises.make("me again")
    now = Promises.GOOD_FOR + 1
    promises.make("later")
    assert len(promises._own) == Promises.SENDERS


def test_options_that_leave_tiles_to_chance_or_choose_colours(server: Running) -> None:
    """The catalogue offers them, a game is created with them, and its view says what became of them."""
    client = server.client()
    offered = {game["name"]: {option["name"]: option for option in game["options"]} for game in client.get("/api/catalogue")["games"]}
    assert [choice["value"] for choice in offered["duel"]["scoring"]["choices"]] == ["random3", "random4"]
    colours = offered["blockers"]["colours"]
    assert (colours["kind"], colours["default"], colours["each"]) == ("order", "rgbyv", [2, 1, 1, 1])
    assert [choice["title"] for choice in colours["choices"]] == ["red", "green", "blue", "yellow", "violet"]
    duel = client.create("duel", "here", "here", options={"scoring": "random4"})["game"]
    assert client.get(f"/api/games/{duel}")["options"] == {"scoring": "random4"}
    assert len(client.sit(duel, 0).state["view"]["scoring"]) == 4
    blockers = client.create("blockers", "here", "here", "here", options={"colours": "vybgr"})["game"]
    assert client.sit(blockers, 0).state["view"]["colours"] == [4, 3, 2]
    refused = client.post(
        "/api/games", {"game": "blockers", "options": {"colours": "rrrrr"}, "seats": [{"kind": "here", "name": "A"}] * 2}, 400
    )
    assert "each once" in refused["say"]
