"""Whole games over the socket, and everything that can happen in them."""

from __future__ import annotations

import random
import threading

import pytest

from tegel.core.game import game_names
from tegel.core.record import Record
from tegel.core.replay import verify
from tests.server.conftest import Running

NONCE = "ab" * 32


@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_by_link(server: Running, name: str) -> None:
    anna, ben = server.client(), server.client()
    promise = anna.get("/api/promise")["promise"]
    created = anna.create(name, "here", "link", promise=promise, nonce=NONCE)
    game = created["game"]
    assert anna.get(f"/api/games/{game}")["status"] == "waiting"
    joined = ben.join(created["seats"][1]["invitation"], name="Ben", nonce="cd" * 32)
    assert joined["seat"] == 1
    sockets = [anna.sit(game, 0), ben.sit(game, 1)]
    source = random.Random(f"{name} 1")
    while not sockets[0].state["over"]:
        turn = sockets[0].state["turn"]
        ply = sockets[0].state["ply"]
        sockets[turn].until(lambda state, ply=ply: state["ply"] == ply)
        assert sockets[1 - turn].state["legal"] == [] or sockets[1 - turn].state["ply"] != ply
        choice = source.choice(sockets[turn].state["legal"])
        answer = sockets[turn].move(choice["move"] if source.random() < 0.5 else choice["code"])
        assert answer["type"] == "ack", answer
        assert answer["ply"] == ply + 1
        sockets[0].until(lambda state, ply=ply: state["ply"] == ply + 1)
    ben.post(f"/api/games/{game}/rematch", {"id": "again"})
    summary = anna.get(f"/api/games/{game}")
    assert summary["status"] == "over"
    record = Record.loads(anna.http.get(f"/api/games/{game}/record").text)
    table = verify(record)
    assert table.over
    assert record.proof is not None
    assert record.proof.promise == promise == summary["promise"]
    assert record.proof.nonces == (NONCE, "cd" * 32)
    assert list(table.scores) == summary["points"]
    for socket in sockets:
        socket.close()
    again = anna.get(f"/api/games/{summary['rematch'] or anna.get(f'/api/games/{game}')['rematch']}")
    assert [seat["mine"] for seat in again["seats"]] == [False, True], "seats rotate"


@pytest.mark.parametrize("name", game_names())
def test_a_game_against_the_computer_to_its_end(server: Running, name: str) -> None:
    anna = server.client()
    game = anna.create(name, "here", "computer")["game"]
    socket = anna.sit(game, 0, after=0, language="nl")
    source = random.Random(2)
    while not socket.state["over"]:
        socket.until(lambda state: state["over"] or state["turn"] == 0)
        if socket.state["over"]:
            break
        assert len(socket.state["legal"]) >= 2
        assert socket.move(source.choice(socket.state["legal"])["move"])["type"] == "ack"
    while socket.events[-1]["kind"] != "over":
        socket.next()
    numbers = [event["number"] for event in socket.events]
    assert numbers == list(range(1, numbers[-1] + 1)), "events are numbered without gaps"
    assert all(event["say"] for event in socket.events)
    told = anna.get(f"/api/games/{game}/events", limit=500, language="nl")["events"]
    assert told == socket.events[:500]
    socket.close()


def test_of_two_racing_moves_exactly_one_wins(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    for _ in range(10):
        state = anna.get(f"/api/games/{game}/state", seat=0)
        turn = state["turn"]
        sockets = [anna.sit(game, turn) for _ in range(6)]
        legal = sockets[0].state["legal"]
        answers: list[str] = []
        start = threading.Barrier(len(sockets))

        def race(at: int, sockets: list = sockets, legal: list = legal, start: threading.Barrier = start, answers: list = answers) -> None:
            start.wait()
            answers.append(sockets[at].move(legal[at % len(legal)]["move"])["type"])

        threads = [threading.Thread(target=race, args=(at,)) for at in range(len(sockets))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == ["ack"] + ["stale"] * 5
        assert anna.get(f"/api/games/{game}")["ply"] == state["ply"] + 1
        for socket in sockets:
            socket.close()


def test_reconnect_catches_up_and_ids_are_idempotent(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    socket = anna.sit(game, 0, after=0)
    first = socket.state["turn"]
    mover = anna.sit(game, first)
    answer = mover.move(mover.state["legal"][0]["move"], id="one")
    again = mover.move(mover.state["legal"][0]["move"] if mover.state["legal"] else 0, id="one", ply=0)
    assert answer["type"] == again["type"] == "ack"
    assert {**answer} == {**again}, "the same acknowledgement, nothing played twice"
    seen = max(event["number"] for event in socket.events)
    socket.close()
    other = anna.sit(game, 1 - first)
    assert other.move(other.state["legal"][0]["move"], id="one")["type"] == "ack", "ids are a seat's own"
    back = anna.sit(game, 0, after=seen)
    assert [event["number"] for event in back.events] == list(range(seen + 1, back.state["number"] + 1))
    assert back.state["ply"] == 2
    fresh = anna.sit(game, 0)
    assert fresh.events == []
    assert fresh.state == back.state
    for used in (mover, other, back, fresh):
        used.close()


def test_several_steps_at_once_are_all_or_none(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    turn = anna.get(f"/api/games/{game}/state")["turn"]
    socket = anna.sit(game, turn)
    move = socket.state["legal"][0]["move"]
    socket.send({"type": "move", "id": "x", "ply": 0, "moves": [move, move]})
    assert socket.receive("ack", "refused")["error"] == "illegal"
    assert anna.get(f"/api/games/{game}")["ply"] == 0
    socket.close()


def test_try_changes_nothing_and_undo_takes_back(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    turn = anna.get(f"/api/games/{game}/state")["turn"]
    socket = anna.sit(game, turn)
    before = socket.state
    move = before["legal"][3]
    socket.send({"type": "try", "id": "t", "ply": 0, "moves": [move["move"]]})
    tried = socket.receive("tried")
    assert not tried["reveals"]
    assert tried["state"]["ply"] == 1
    assert anna.get(f"/api/games/{game}")["ply"] == 0
    assert socket.move(move["code"])["ply"] == 1
    socket.until(lambda state: state["ply"] == 1)
    assert socket.state["undo"]
    assert socket.state["view"] == tried["state"]["view"]
    assert not anna.get(f"/api/games/{game}/state", seat=1 - turn)["undo"], "only who moved may take back"
    socket.send({"type": "undo", "id": "u", "ply": 1})
    assert socket.receive("ack", "refused", "stale")["type"] == "ack"
    socket.until(lambda state: state["ply"] == 0)
    assert {**socket.state, "number": 0} == {**before, "number": 0}
    assert socket.move(move["move"])["type"] == "ack", "and play goes on"
    socket.close()


def test_what_was_dealt_cannot_be_taken_back(server: Running) -> None:
    anna = server.client()
    game = anna.create("azul", "here", "here")["game"]
    socket = anna.sit(game, 0, after=0)
    source = random.Random(5)
    while not any(story["kind"] == "deal" for event in socket.events for story in event["story"]):
        turn = socket.state["turn"]
        socket.send({"type": "look", "seat": turn})
        socket.receive("state")
        move = source.choice(socket.state["legal"])["move"]
        socket.send({"type": "try", "id": "t", "ply": socket.state["ply"], "moves": [move]})
        tried = socket.receive("tried")
        assert socket.move(move)["type"] == "ack"
    assert tried["reveals"]
    assert tried["state"]["ply"] == tried["ply"], "the state before the move that would reveal"
    assert not socket.state["undo"]
    socket.send({"type": "undo", "id": "u", "ply": socket.state["ply"]})
    assert socket.receive("ack", "refused")["error"] == "illegal"
    socket.close()


@pytest.mark.parametrize("name", game_names())
def test_a_sequence_does_not_go_past_a_move_that_reveals(server: Running, name: str) -> None:
    """What is refused must not tell what the draw would have been."""
    anna = server.client()
    game = anna.create(name, "here", "here")["game"]
    source = random.Random(f"{name} 9")
    stopped = 0
    for turn in range(150):
        state = anna.get(f"/api/games/{game}/state", seat=turn % 2)
        if state["over"]:
            break
        if state["turn"] != turn % 2:
            continue
        seat, ply, move = state["turn"], state["ply"], source.choice(state["legal"])["move"]
        body = {"seat": seat, "id": f"t{turn}", "ply": ply, "moves": [move, source.choice(state["legal"])["move"], 32767]}
        if anna.post(f"/api/games/{game}/try", {**body, "moves": [move]})["reveals"]:
            refused = anna.post(f"/api/games/{game}/move", body, 409)
            assert refused["say"] == "Several moves at once may not go past one that reveals something; send the moves up to it first."
            assert anna.post(f"/api/games/{game}/try", body)["state"]["ply"] == ply
            stopped += 1
        anna.post(f"/api/games/{game}/move", {**body, "id": f"m{turn}", "moves": [move]})
    assert stopped > 0
