"""Thousands of broken requests and frames: never a fault of the server, never a traceback, and it goes on serving."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks.nonsense import BODIES, ODD
from benchmarks.nonsense import FRAMES as LIKE
from tests.server import plain_http
from tests.server.client import Socket
from tests.server.conftest import Running

FRAMES = 1000  # of each seed
REQUESTS = 2500


def broken(source: random.Random) -> str | bytes:
    """A frame that is nearly right, or not at all."""
    frame: dict[str, Any] = dict(source.choice(LIKE))
    for _ in range(source.randint(1, 3)):
        frame[source.choice([*frame, "new"])] = source.choice(ODD)
    text = json.dumps(frame)
    kind = source.randrange(6)
    if kind == 0:
        return text[: source.randrange(len(text))]
    if kind == 1:
        return bytes(source.randrange(256) for _ in range(source.randrange(200)))
    if kind == 2:
        return source.choice(["", '{"a":']) + "[" * source.randrange(2000) + text
    return text


@pytest.mark.parametrize("seed", [3, 4])
def test_broken_frames(server: Running, seed: int) -> None:
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    source = random.Random(seed)
    socket: Socket | None = None
    for at in range(FRAMES):
        if socket is None:
            socket = client.sit(game, 0)
        try:
            socket.raw.send(broken(source))
            if at % 50 == 0:
                socket.send({"type": "ping", "id": f"p{at}"})
                while socket.receive("pong")["id"] != f"p{at}":
                    pass
        except ConnectionClosed:
            socket.close()
            socket = None
    last = client.sit(game, 0)
    last.send({"type": "ping", "id": "still here"})
    assert last.receive("pong")["id"] == "still here"


def values(source: random.Random, game: str) -> str:
    """Something for a path or a query."""
    return str(source.choice([game, game, *ODD])).replace("\x00", "%00")


def test_broken_requests_on_every_route(server: Running) -> None:
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    described = client.get("/api/openapi.json")
    routes = [(path, method, about) for path, methods in described["paths"].items() for method, about in methods.items()]
    routes = [route for route in routes if not route[0].endswith("/stream") and route[1] != "delete"]
    assert len(routes) > 20
    source = random.Random(4)
    statuses: set[int] = set()
    for _ in range(REQUESTS):
        path, method, about = source.choice(routes)
        for parameter in about.get("parameters", []):
            if parameter["in"] == "path":
                value = values(source, game).replace("/", "%2F").replace("?", "").replace("\n", "%0A") or "x"
                path = path.replace("{" + parameter["name"] + "}", httpx.QueryParams({"a": value}).__str__()[2:])
        asked = [parameter["name"] for parameter in about.get("parameters", []) if parameter["in"] == "query"]
        query = {name: values(source, game) for name in asked if source.random() < 0.5}
        body: Any = dict(source.choice(BODIES))
        for _ in range(source.randrange(3)):
            body[source.choice([*body, "new", "seat", "position", "options", "clock"])] = source.choice(ODD)
        content = json.dumps(source.choice([body, body, body, source.choice(ODD)])).encode()
        match source.randrange(10):
            case 0 | 1:
                content = content[: source.randrange(len(content) + 1)]
            case 2:
                content = b'{"a":' + b"[" * source.randrange(2000) + content
            case 3:
                content = content.replace(b'"', b'"\xff')
        kind = source.choice(["application/json", "application/json", "application/json", "text/plain", "multipart/form-data", "x"])
        more = {"content": content, "headers": {"content-type": kind}} if method != "get" else {}
        answer = client.http.request(method, path, params=query, **more)
        statuses.add(answer.status_code)
        assert answer.status_code < 500, (method, path, query, content, answer.text)
        assert "Traceback" not in answer.text
    assert {200, 400, 404} <= statuses
    assert client.get("/health")["status"] == "ok"


@pytest.mark.parametrize("depth", [20, 500, 3000])
def test_json_nested_deeply_is_refused_in_plain_words(server: Running, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    objects = '{"a":' * min(depth, 1200) + "1" + "}" * min(depth, 1200)
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    for inner in (deep, objects):
        for body in (inner, f'{{"game": "azul", "seats": [], "options": {{"players": {inner}}}}}', f'{{"record": {inner}, "seats": []}}'):
            for path in ("/api/games", "/api/device-games", "/api/records"):
                answer = client.http.post(path, content=body, headers={"content-type": "application/json"})
                assert 400 <= answer.status_code < 500
                assert "recursion" not in answer.text
        socket = client.sit(game, 0)
        socket.send({"type": "ping", "id": "before"})
        socket.raw.send(f'{{"type": "move", "id": "x", "ply": 0, "moves": {inner}}}')
        assert "recursion" not in str(socket.receive("error"))


HERE: dict[str, Any] = {"kind": "here"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": [HERE, HERE], "options": {"players": 3}}, "3"),
        ({"seats": [HERE, {"kind": "computer"}]}, "greedy"),
        ({"seats": [HERE, HERE], "options": {"rounds": "5"}}, "rounds"),
        ({"seats": [HERE, HERE], "options": {"rounds": 1.0e30}}, "rounds"),
    ],
    ids=["seats that contradict an option", "a computer that nobody chose", "a number as text", "a number too large"],
)
def test_a_new_game_takes_nothing_by_guessing(server: Running, wrong: dict[str, Any], said: str) -> None:
    answer = plain_http.post(f"{server.url}/api/games", json={"game": "azul", **wrong})
    assert answer.status_code == 400
    assert said in answer.json()["say"]


EXACT = [
    ('{"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}], "clock": {"base": 9, "per_move": 1}}', "per_move"),
    ('{"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}], "clock": {"base": 9, "per_move": "true"}}', "per_move"),
    ('{"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}], "clock": {"base": "9"}}', "base"),
    ('{"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}], "clock": {"base": 9.0}}', "base"),
    ('{"game": "azul", "game": "duel", "seats": [{"kind": "here"}, {"kind": "here"}]}', "`game` twice"),
    ('{"game": "azul", "seats": [{"kind": "here", "kind": "here"}, {"kind": "here"}]}', "`kind` twice"),
    ('{"game": "azul", "seats": [{"kind": "here"}, {"kind": "here"}], "options": {"rounds": 1, "r\\u006funds": 2}}', "`rounds` twice"),
]


@pytest.mark.parametrize(("body", "said"), EXACT)
def test_a_body_means_one_thing_only(server: Running, body: str, said: str) -> None:
    answer = plain_http.post(f"{server.url}/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert said in answer.json()["say"]


def test_a_truth_is_true_or_false(server: Running) -> None:
    """No text or number stands for one, in HTTP and on sockets."""
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    socket = client.sit(game, 0)
    for wrong in (1, 0, "true", "false", None):
        body = {"seat": 0, "id": "a", "ply": 0, "agree": wrong}
        assert "agree" in client.post(f"/api/games/{game}/undo/answer", body, 400)["say"]
        socket.send({"type": "answer_undo", "id": "a", "ply": 0, "agree": wrong})
        assert "agree" in socket.receive("error")["say"]
    for wrong in ("0", 0.0, True):
        assert "seat" in client.post(f"/api/games/{game}/resign", {"seat": wrong, "id": "a"}, 400)["say"]


def test_a_frame_with_a_key_twice_is_refused(server: Running) -> None:
    client = server.client()
    game = client.create("azul", "here", "here")["game"]
    socket = client.sit(game, 0)
    socket.raw.send('{"type": "ping", "id": "a", "id": "b"}')
    assert "`id` twice" in socket.receive("error", "pong")["say"]
    socket.raw.send('{"type": "ping", "type": "ping", "id": "c"}')
    assert "`type` twice" in socket.receive("error", "pong")["say"]
    socket.send({"type": "ping", "id": "d"})
    assert socket.receive("error", "pong")["id"] == "d"
