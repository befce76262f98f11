"""Boards, judgements and reviews for browsers without an engine: what is sent is the sender's own, judged by what the seat may know."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tegel.core import generic
from tegel.core.differential import random_key
from tegel.core.position import write_position
from tegel.core.record import Record
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.review.effort import usual_effort
from tegel.search.review.plain import plain_review
from tegel.search.review.review import review
from tegel.server.review_work import SEED
from tests.configurations import new_table, play_random
from tests.server.conftest import Running


def open_text(table: Table) -> str:
    """A position with everything open, but not the future."""
    state = table.game.copy(table.state)
    state.key[:] = 0
    state.draws = 0
    return write_position(table.game, state)


def short_record() -> str:
    return play_random(new_table("azul", {"players": 2, "rounds": 1}, 3), 3).record.dumps()


def lines_of(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize(("name", "options"), [("azul", {"players": 3}), ("duel", {}), ("blockers", {"players": 4})])
def test_a_record_is_opened_and_every_ply_of_it_shown_as_it_was(server: Running, name: str, options: dict[str, Any]) -> None:
    client = server.client()
    table = play_random(new_table(name, options, 2), 2, most=20)
    opened = client.post("/api/boards", {"text": table.record.dumps()})
    moves = [{"move": played["move"]["code"], "draw": played["draw"]} for played in opened["moves"]]
    assert [played["move"]["move"] for played in opened["moves"]] == table.moves
    for ply in (0, 7, len(moves)):
        board = {"position": opened["position"], "draw": opened["draw"], "moves": moves[:ply]}
        shown = client.post("/api/boards/state", board)
        there = table.state_at(ply)
        assert shown["state"]["view"] == json.loads(json.dumps(table.game.view(there)))
        assert shown["turn"] == int(there["turn"])
        assert len(shown["state"]["legal"]) >= 2
        assert shown["near"] == shown["turn"]
        seen = client.post("/api/boards/state", {**board, "open": False})
        hidden = View(table.game, table.game.copy(there), shown["turn"]).state
        generic.hide(hidden, shown["turn"])
        assert seen["state"]["view"] == json.loads(json.dumps(table.game.view(hidden)))


def test_a_board_begins_with_a_game_a_position_or_a_study(server: Running) -> None:
    client = server.client()
    begun = client.post("/api/boards", {"game": "blockers", "players": 3})
    assert client.post("/api/boards/state", {"position": begun["position"]})["players"] == 3
    table = play_random(new_table("azul", {"players": 2}, 4), 4, most=5)
    opened = client.post("/api/boards", {"text": open_text(table)})
    assert (opened["moves"], len(opened["draw"])) == ([], 16)
    study = f"tegel study 1\ntitle Mine\nposition {len(opened['position'].splitlines())}\n{opened['position']}draw {opened['draw']}\n"
    first = table.game.code(table.legal[0])
    found = client.post("/api/boards", {"text": f"{study}moves\n{first}\nend\n"})
    assert (found["title"], [played["move"]["code"] for played in found["moves"]]) == ("Mine", [first])


def test_moves_can_be_tried_on_a_board(server: Running) -> None:
    client = server.client()
    table = play_random(new_table("azul", {"players": 2}, 5), 5, most=6)
    move = table.legal[0]
    board = {"position": open_text(table), "draw": "00000000000000aa", "moves": [], "choices": [move]}
    shown = client.post("/api/boards/state", board)
    assert [choice["move"] for choice in shown["choices"]] == [move]
    after = client.post("/api/boards/state", {**board, "moves": [{"move": move}], "choices": [], "names": ["Ann", "Ben"]})
    assert (after["mover"], after["move"]["move"]) == (table.turn, move)
    refused = client.post("/api/boards/state", {**board, "moves": [{"move": move}, {"move": move}], "choices": []}, 409)
    assert refused["error"] == "illegal"
    assert "move 2" in refused["say"]


@pytest.mark.parametrize(("name", "options"), [("blockers", {"players": 3}), ("duel", {})])
def test_what_the_seat_may_not_know_changes_no_byte_of_a_judgement(server: Running, name: str, options: dict[str, Any]) -> None:
    client = server.client()
    table = play_random(new_table(name, options, 1), 1, most=14)
    turn = table.turn
    assert turn is not None
    seen = View(table.game, table.view(turn).state, turn)
    other = table.copy()
    other.state = seen.imagine(random_key(random.Random(9)))
    texts = [open_text(table), open_text(other)]
    assert texts[0] != texts[1], "two worlds"
    bodies = [client.http.post("/api/judgements", json={"position": text}).content for text in texts]
    assert bodies[0] == bodies[1]
    judged = json.loads(bodies[0])
    assert judged["simulations"] >= 1000
    assert len(judged["moves"]) >= 2
    assert all(sum(each["win"]) == pytest.approx(1, abs=1e-3) and each["line"][0] == each["move"]["move"] for each in judged["moves"])


@pytest.mark.parametrize(
    ("path", "body", "status", "error"),
    [
        ("/api/boards", {}, 400, "bad"),
        ("/api/boards", {"text": "x", "game": "azul"}, 400, "bad"),
        ("/api/boards", {"text": "nonsense"}, 400, "bad"),
        ("/api/boards", {"text": "  "}, 400, "bad"),
        ("/api/boards", {"game": "chess"}, 404, "unknown"),
        ("/api/boards", {"game": "azul", "players": 7}, 400, "bad"),
        ("/api/boards/state", {"position": "nonsense"}, 400, "bad"),
        ("/api/boards/state", {"position": "x", "draw": "zz"}, 400, "bad"),
        ("/api/boards/state", {"position": "x", "moves": [{"move": 1}] * 601}, 400, "bad"),
        ("/api/judgements", {"position": "x", "hint": True}, 400, "bad"),
        ("/api/judgements", {"position": "nonsense"}, 400, "bad"),
        ("/api/judgements", {"position": "x" * 300_000}, 413, "too_large"),
    ],
)
def test_what_is_no_board_is_refused_in_words(server: Running, path: str, body: dict[str, Any], status: int, error: str) -> None:
    refused = server.client().post(path, body, status)
    assert refused["error"] == error
    assert refused["say"]


def test_a_finished_position_is_not_judged(server: Running) -> None:
    table = play_random(new_table("azul", {"players": 2, "rounds": 1}, 3), 3)
    assert table.over
    assert server.client().post("/api/judgements", {"position": open_text(table)}, 409)["error"] == "illegal"


def test_a_review_is_that_of_the_command(server: Running) -> None:
    text = short_record()
    told = lines_of(server.client().http.post("/api/reviews", content=text, headers={"content-type": "text/plain"}))
    record = Record.loads(text)
    assert told[0] == {"type": "begun", "count": len(record.moves)}
    looked = sorted((line["move"] for line in told[1:-1]), key=lambda move: int(move["ply"]))
    expected = json.loads(json.dumps(plain_review(review(record, usual_effort("azul"), seed=SEED))))
    assert looked == expected["moves"]
    assert told[-1] == {"type": "done", "review": expected}
    assert {shown["code"] for line in told[1:-1] for shown in line["shown"]} >= {move["best"] for move in looked}


def test_only_finished_records_with_their_key_are_reviewed(server: Running) -> None:
    client = server.client()

    def refusal(text: str, status: int) -> str:
        answer = client.http.post("/api/reviews", content=text)
        assert answer.status_code == status, answer.text
        return str(answer.json()["error"])

    running = play_random(new_table("azul", {"players": 2}, 3), 3, most=4)
    assert refusal(running.record.dumps(), 409) == "illegal"
    assert refusal("nonsense", 400) == "bad"
    assert refusal("x" * 300_000, 413) == "too_large"
    id = client.create("azul", "here", "computer")["game"]
    secret = client.http.get(f"/api/games/{id}/record").text
    assert refusal(secret, 400) == "bad", "the key of a game that is going on is secret"
    assert client.http.post("/api/reviews", content=b"\xff").status_code == 400


def test_who_goes_away_is_thought_about_no_more(server: Running) -> None:
    client, text = server.client(), play_random(new_table("azul", {"players": 2}, 8), 8).record.dumps()
    with client.http.stream("POST", "/api/reviews", content=text) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["type"] == "begun"
        next(lines)
    deadline = time.monotonic() + 60
    while server.metrics()["tegel_bot_queue"] or server.metrics()["tegel_bots_thinking"]:
        assert time.monotonic() < deadline, "the review goes on"
        time.sleep(0.05)


def test_a_computer_player_moves_while_somebody_has_a_game_reviewed(serve: Callable[..., Running]) -> None:
    running = serve(workers=1)
    text = play_random(new_table("duel", {}, 8), 8).record.dumps()
    other, player = running.client(), running.client()
    with other.http.stream("POST", "/api/reviews", content=text, timeout=300) as answer:
        lines = answer.iter_lines()
        for _ in range(3):
            next(lines)
        id = player.create("azul", "computer", "here")["game"]
        socket = player.sit(id, 1)
        while socket.state["turn"] != 1:
            socket.receive("event", "state")
        left = sum(1 for line in lines if json.loads(line)["type"] == "looked")
    assert left > 20, "the computer moved long before the review was done"


@pytest.mark.parametrize(
    ("path", "body", "factor", "burst"),
    [
        ("/api/boards", {"text": "x"}, 1, 6),
        ("/api/boards/state", {"position": "x"}, 0.05, 5),
        ("/api/judgements", {"position": "x"}, 1, 20),
    ],
)
def test_each_has_its_limit(serve: Callable[..., Running], path: str, body: dict[str, Any], factor: float, burst: int) -> None:
    client = serve(limits=factor).client()
    answers = [client.http.post(path, json=body).status_code for _ in range(burst + 30)]
    assert set(answers) == {400, 429}
    assert answers.index(429) >= burst


def test_reviews_are_limited(serve: Callable[..., Running]) -> None:
    client = serve(limits=1.0).client()
    answers = [client.http.post("/api/reviews", content="x").status_code for _ in range(7)]
    assert answers == [400] * 5 + [429] * 2
