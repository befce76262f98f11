"""Rate limits: who counts as one sender, what a network may do, bounded memory, and a cost for every route."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tegel.server.app import make_app
from tegel.server.costs import COSTS, require_costs, routes_of
from tegel.server.errors import TooMany
from tegel.server.limits import CROWD, RATES, Buckets, Limits
from tegel.server.settings import Settings
from tegel.server.who import Who, network_of
from tests.server import plain_http
from tests.server.client import close_code
from tests.server.conftest import Running
from tests.server.uploads import long_record


def standing_still(server: Running) -> Limits:
    """Everyday limits in a server whose time stands still: no bucket fills up again, however slow the machine."""
    limits = server.house.limits = Limits(clock=lambda: 0.0)
    return limits


def granted(limits: Limits, kind: str, senders: list[Who]) -> int:
    """How many of these requests pass."""
    passed = 0
    for who in senders:
        with suppress(TooMany):
            limits.spend(kind, who)
            passed += 1
    return passed


def test_limits(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    client = server.client()
    answers = [client.http.put("/api/me", json={"name": f"a{at}"}) for at in range(60)]
    assert [answer.status_code for answer in answers] == [200] * 31 + [429] * 29, "the first came from nobody yet"
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert answers[-1].json()["error"] == "too_many"
    nonsense = [client.http.put("/api/join").status_code for _ in range(130)]
    assert nonsense == [405] * 100 + [429] * 30
    game = client.create("azul", "here", "here")["game"]
    socket = client.sit(game, 0)
    with suppress(ConnectionClosed):
        for at in range(400):
            socket.raw.send(json.dumps({"type": "ping", "id": f"{at}"}))
    assert close_code(socket) == 4429


def test_previews_count_by_their_size_and_leave_moves_alone(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    client = server.client()
    made = client.create("blockers", "here", "here")
    turn = client.get(f"/api/games/{made['game']}/state")["turn"]
    socket = client.sit(made["game"], turn)
    legal = [choice["move"] for choice in socket.state["legal"]]
    many = {"type": "preview", "ply": 0, "moves": [], "choices": (legal * 128)[:128]}
    answers = []
    for number in range(13):  # 5 each of 60
        socket.send({**many, "id": f"{number}"})
        answers.append(socket.receive("previewed", "refused"))
    assert [answer["type"] for answer in answers] == ["previewed"] * 12 + ["refused"]
    assert answers[-1]["error"] == "too_many"
    assert socket.move(legal[0])["type"] == "ack"


def test_made_up_tokens_are_no_senders(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    asked = [
        plain_http.post(f"{server.url}/api/records", headers={"Authorization": f"Bearer made-up-{at}"}).status_code for at in range(40)
    ]
    assert asked == [400] * RATES["upload"].burst + [429] * (40 - RATES["upload"].burst)


def test_made_up_cookies_are_no_senders_and_looking_them_up_is_limited(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    burst = int(RATES["stranger"].burst)
    with plain_http.Client(base_url=server.url) as client:
        asked = [client.get("/api/me", headers={"Cookie": f"tegel_guest=made-up-{at}"}).status_code for at in range(burst + 30)]
    assert asked[:burst] == [200] * burst
    assert asked[burst:] == [429] * 30


def test_a_seat_token_is_a_sender_once_it_is_known(serve: Callable[..., Running]) -> None:
    server = serve()
    client = server.client()
    created = client.create("azul", "here", "here")
    limits = standing_still(server)
    token = {"Authorization": f"Bearer {created['seats'][0]['token']}"}
    address = f"{server.url}/api/games/{created['game']}"
    assert plain_http.get(address, headers=token).status_code == 200
    assert granted(limits, "read", [Who(address="127.0.0.1")] * 1000) == RATES["read"].burst - 1, "the address has spent all of its own"
    assert plain_http.get(address).status_code == 429
    assert plain_http.get(address, headers=token).status_code == 200, "the token has a limit of its own"


def test_forwarded_addresses_are_believed_only_from_named_proxies(serve: Callable[..., Running]) -> None:
    for proxy, passed in (("", 10), ("127.0.0.1", 30)):
        server = serve(proxy=proxy)
        standing_still(server)
        asked = [
            plain_http.post(f"{server.url}/api/records", headers={"X-Forwarded-For": f"203.0.113.{at}"}).status_code for at in range(30)
        ]
        assert asked.count(400) == passed
        server.stop()


def test_networks() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert network_of("") == ""


def test_a_network_has_a_ceiling_above_one_sender() -> None:
    limits = Limits(clock=lambda: 0.0)
    rate = RATES["move"]
    many = [Who(f"guest {at}", address=f"2001:db8::{at:x}") for at in range(30) for _ in range(100)]
    assert granted(limits, "move", many) == rate.burst * rate.network
    assert granted(limits, "move", [Who("one", address="203.0.113.1")] * 100) == rate.burst


def test_a_flood_of_senders_gives_nobody_a_fresh_limit_and_no_memory_grows() -> None:
    now = 0.0
    limits = Limits(clock=lambda: now, most=100)
    attacker = Who(address="203.0.113.1")
    assert granted(limits, "upload", [attacker] * 50) == 10
    flood = [Who(address=f"2001:db8:{at:x}::1") for at in range(5000)]
    assert granted(limits, "upload", flood) == 99 + 10 * CROWD, "then all of them together have one limit"
    assert granted(limits, "upload", [attacker]) == 0
    assert max(len(buckets) for buckets in (*limits._own.values(), *limits._network.values())) == 100
    now = 1e6
    assert granted(limits, "upload", flood[:150]) == 150, "buckets that are full again make room"


def test_the_cost_of_a_request_does_not_grow_with_the_number_of_buckets() -> None:
    looked: list[str] = []

    class Watched(OrderedDict[str, float]):
        def items(self) -> Any:
            raise AssertionError("all buckets are looked at")

        def values(self) -> Any:
            for key in self:
                looked.append(key)
                yield self[key]

    buckets = Buckets(10, 1, most=5000)
    buckets._full_at = Watched((f"{at}", 1.0) for at in range(5000))
    for at in range(100):
        buckets.wait(f"new {at}", 1, 0.0)
        buckets.take(f"new {at}", 1, 0.0)
    assert set(looked) == {"0"}, "only the oldest is looked at"


def test_every_route_has_a_cost() -> None:
    app = make_app(Settings())
    inner: Any = app
    while not hasattr(inner, "routes"):
        inner = inner._app
    assert routes_of(inner) == set(COSTS)
    inner.routes.clear()
    require_costs(inner)


@pytest.mark.parametrize("route", sorted(COSTS))
def test_every_route_is_counted(server: Running, route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[tuple[str, float]] = []
    monkeypatch.setattr(server.house.limits, "spend", lambda kind, who, by=1: spent.append((kind, by)))
    method, path = route.split(" ")
    path = path.replace("{ply}", "1").replace("{path}", "x").replace("{", "").replace("}", "")
    if method == "SOCKET":
        with connect(f"{server.url.replace('http', 'ws')}{path}", compression=None):
            pass
    else:
        plain_http.request(method, f"{server.url}{path}", content=b"{}" if method != "GET" else None)
    assert spent[0] == (COSTS[route].kind, COSTS[route].by)


def test_what_takes_longer_counts_more(serve: Callable[..., Running]) -> None:
    """Five hundred events take as long as twenty plain reads, and a ply at the beginning of a long game as long as several."""
    server = serve()
    client = server.client()
    game = client.http.post("/api/records", content=long_record(1000)).json()["game"]
    burst = RATES["read"].burst
    for path, cost in (("events?limit=500", 22), ("events?limit=25", 3), ("plies/0", 4), ("position?ply=0", 4), ("plies/1000", 2)):
        standing_still(server)
        answers = [client.http.get(f"/api/games/{game}/{path}").status_code for _ in range(int(burst // cost) + 1)]
        assert answers == [200] * int(burst // cost) + [429], path
    for path, most in (("/api/me/games", int(burst // 15)), ("/api/me/results", int(RATES["results"].burst))):
        standing_still(server)
        assert [client.http.get(path).status_code for _ in range(most + 1)] == [200] * most + [429]
        assert client.http.get("/api/me").status_code == 200, "other reads are not held up"


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/catalogue", "/api/examples"])
def test_bytes_that_do_not_change_are_made_once(server: Running, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = plain_http.get(f"{server.url}{path}?language=fr")

    def fail(*_given: Any, **_more: Any) -> None:
        raise AssertionError("made again")

    for module in ("routes_records.encode", "routes_people.encode", "routes_records.show_position", "routes_people.show_catalogue"):
        monkeypatch.setattr(f"tegel.server.{module}", fail)
    monkeypatch.setattr("tegel.server.description.encode", fail)
    again = plain_http.get(f"{server.url}{path}?language=fr")
    assert (again.status_code, again.content) == (200, first.content)
    if tag := first.headers.get("etag"):
        assert plain_http.get(f"{server.url}{path}?language=fr", headers={"If-None-Match": tag}).status_code == 304
