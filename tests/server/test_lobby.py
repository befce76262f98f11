"""The lobby: open tables, pools, games to watch; and nobody who keeps others waiting or takes all the room."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from tegel.core.fairness import commitment_of
from tegel.server import lobby as lobby_room
from tegel.server import open_tables
from tegel.server.lobby_answers import OpenTable, PublicGame
from tegel.server.settings import Caps
from tests.server.client import Client, Socket
from tests.server.conftest import Running
from tests.server.test_caps import eventually
from tests.server.test_limits import standing_still

Serve = Callable[..., Running]
CLOCK = {"base": 300, "increment": 5}
NONCE = "7" * 64


class Lobby:
    """Somebody at the lobby's socket."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self._stack = ExitStack()
        cookies = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
        address = f"{client.url.replace('http', 'ws')}/api/lobby/socket"
        self.raw = self._stack.enter_context(connect(address, additional_headers={"Cookie": cookies} if cookies else {}, open_timeout=60))
        self.send(type="hello", language=language)

    def send(self, **frame: Any) -> None:
        self.raw.send(json.dumps(frame))

    def receive(self, *kinds: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(self.raw.recv(60))
            if frame["type"] in kinds:
                return frame

    def until(self, ready: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first lobby that is as wanted."""
        while not ready(frame := self.receive("lobby")):
            pass
        return frame

    def seek(self, game: str = "azul", players: int = 2, clock: Any = CLOCK) -> dict[str, Any]:
        self.send(type="seek", id="s", game=game, players=players, clock=clock)
        return self.receive("seeking", "refused")

    def close(self) -> None:
        self._stack.close()


def named(server: Running, name: str) -> Client:
    client = server.client()
    assert client.http.put("/api/me", json={"name": name}).status_code == 200
    return client


def offer(client: Client, *kinds: str, status: int = 201, **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind} for kind in kinds or ("here", "link")]
    made: dict[str, Any] = client.post("/api/games", {"game": "azul", "seats": seats, "clock": CLOCK, "offer": {}, **more}, status)
    return made


def test_strangers_meet_at_an_open_table(server: Running) -> None:
    anna, ben = named(server, "Anna"), named(server, "Ben")
    lobby = Lobby(ben, "nl")
    promise = anna.get("/api/promise")["promise"]
    game = offer(anna, promise=promise, commitment=commitment_of(promise, 0, NONCE))["game"]
    sitting = anna.sit(game, 0)
    shown = lobby.until(lambda frame: frame["lobby"]["tables"])
    (table,) = shown["lobby"]["tables"]
    assert table["seats"] == [{"name": "Anna", "player": None, "free": False}, {"name": "", "player": None, "free": True}]
    assert table["promise"] == promise
    assert shown["mine"] == []
    other = "8" * 64
    body = {"seat": 1, "commitment": commitment_of(promise, 1, other)}
    assert ben.post(f"/api/games/{game}/join", body)["seat"] == 1
    assert ben.post(f"/api/games/{game}/join", body)["token"] is None, "once more changes nothing"
    assert server.client().post(f"/api/games/{game}/join", {"seat": 1}, 409)["error"] == "taken"
    for client, seat, nonce in ((anna, 0, NONCE), (ben, 1, other)):
        client.post(f"/api/games/{game}/reveal", {"seat": seat, "nonce": nonce})
    sitting.until(lambda state: state is not None)
    lobby.until(lambda frame: not frame["lobby"]["tables"] and frame["lobby"]["games"])
    before = server.client().sit(game)
    watched = lobby.until(lambda frame: frame["lobby"]["games"][0]["watchers"] == 1)["lobby"]
    assert watched["featured"] == game
    before.close()
    summary = ben.get(f"/api/games/{game}")
    assert summary["public"]
    assert [seat["commitment"] for seat in summary["seats"]] == [commitment_of(promise, 0, NONCE), body["commitment"]]
    lobby.close()


def wait_no_longer_than(server: Running, seconds: float) -> None:
    """From now on open tables wait so long for somebody who is away: the test has come so far, on however slow a machine."""
    server.house.settings = msgspec.structs.replace(server.house.settings, no_show=seconds)


def test_a_table_is_listed_while_its_maker_is_there_and_closed_when_not(serve: Serve) -> None:
    server = serve()
    anna, ben = named(server, "Anna"), named(server, "Ben")
    game = offer(anna, "here", "link", "link")["game"]
    sitting = anna.sit(game, 0)
    assert ben.post(f"/api/games/{game}/join", {"seat": 1})["seat"] == 1
    wait_no_longer_than(server, 0.5)
    freed = sitting.receive("summary")
    while freed["summary"]["seats"][1]["taken"]:
        freed = sitting.receive("summary")
    assert sitting.events[-1]["kind"] == "vacated", "who goes away before it begins loses the seat"
    assert ben.get("/api/me/games")["games"] == []
    assert ben.post(f"/api/games/{game}/move", {"seat": 1, "id": "x", "ply": 0, "moves": [0]}, 403)["error"] == "forbidden"
    sitting.close()
    eventually(lambda: ben.get(f"/api/games/{game}")["status"] == "closed", "it is still open")


def test_computers_fill_the_table_after_a_while(server: Running) -> None:
    anna = named(server, "Anna")
    game = offer(anna, "here", "link", "link", offer={"fill": {"player": "random", "after": 10}})["game"]
    sitting = anna.sit(game, 0)
    server.house.rooms[game].row["created"] -= 10_000
    sitting.until(lambda state: state is not None)
    assert [event["kind"] for event in sitting.events if event["kind"] == "filled"] == ["filled"] * 2
    summary = anna.get(f"/api/games/{game}")
    assert [seat["player"] for seat in summary["seats"]] == [None, "random", "random"]
    assert summary["seats"][1]["name"] != summary["seats"][2]["name"]


def start(server: Running, clients: list[Client], game: str) -> list[Socket]:
    """Everybody commits and shows, as browsers do."""
    sockets = []
    promise = clients[0].get(f"/api/games/{game}")["promise"]
    seats = [next(seat["seat"] for seat in client.get(f"/api/games/{game}")["seats"] if seat["mine"]) for client in clients]
    for client, seat in zip(clients, seats, strict=True):
        sockets.append(client.sit(game, seat))
        client.post(f"/api/games/{game}/commit", {"seat": seat, "commitment": commitment_of(promise, seat, NONCE)})
    for client, seat in zip(clients, seats, strict=True):
        client.post(f"/api/games/{game}/reveal", {"seat": seat, "nonce": NONCE})
    for socket in sockets:
        socket.until(lambda state: state is not None)
    return sockets


def test_a_pool_seats_those_who_ask_for_the_same(server: Running) -> None:
    people = [named(server, name) for name in ("Anna", "Ben", "Chloé", "Dirk")]
    lobbies = [Lobby(client) for client in people]
    assert lobbies[0].seek(players=3)["seeking"]["players"] == 3
    assert lobbies[3].seek(players=2)["type"] == "seeking"
    assert lobbies[0].seek(players=3)["type"] == "seeking", "asking twice is asking once"
    assert lobbies[1].seek(players=3)["type"] == "seeking"
    lobbies[0].until(lambda frame: sorted(pool["waiting"] for pool in frame["lobby"]["pools"]) == [1, 2])
    lobbies[2].seek(players=3)
    games = {lobby.receive("paired")["game"] for lobby in lobbies[:3]}
    assert len(games) == 1
    (game,) = games
    assert not people[0].get(f"/api/games/{game}")["creator"], "nobody in particular made it"
    sockets = start(server, people[:3], game)
    assert len({socket.state["turn"] for socket in sockets}) == 1
    for lobby in lobbies:
        lobby.close()


def test_leaving_the_page_leaves_the_pool(server: Running) -> None:
    anna, ben = Lobby(named(server, "Anna")), Lobby(named(server, "Ben"))
    anna.seek("duel")
    ben.until(lambda frame: frame["lobby"]["pools"])
    anna.close()
    ben.until(lambda frame: not frame["lobby"]["pools"])
    assert ben.seek("duel")["type"] == "seeking"
    ben.send(type="stop", id="x")
    assert ben.receive("seeking")["seeking"] is None
    ben.close()


def test_who_keeps_others_waiting_is_out_for_a_while(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    clients = [named(server, "Anna"), named(server, "Ben")]
    anna, ben = (Lobby(client) for client in clients)
    anna.seek()
    ben.seek()
    game = anna.receive("paired")["game"]
    promise = clients[0].get(f"/api/games/{game}")["promise"]
    seat = next(seat["seat"] for seat in clients[0].get(f"/api/games/{game}")["seats"] if seat["mine"])
    for nonce in ("1", "2", "3"):  # committing again and again gains no time
        clients[1].post(f"/api/games/{game}/commit", {"seat": 1 - seat, "commitment": commitment_of(promise, 1 - seat, nonce * 64)})
    clients[0].post(f"/api/games/{game}/commit", {"seat": seat, "commitment": commitment_of(promise, seat, NONCE)})
    clients[0].post(f"/api/games/{game}/reveal", {"seat": seat, "nonce": NONCE})
    due = server.house.rooms[game].row["created"] + int(server.settings.no_show * 1000)
    monkeypatch.setattr(open_tables, "now", lambda: due)
    eventually(lambda: clients[0].get(f"/api/games/{game}")["status"] == "closed", "it still waits")
    assert anna.seek()["type"] == "seeking"
    refused = ben.seek()
    assert refused["error"] == "too_many"
    assert "waited for you" in refused["say"]
    assert offer(clients[1], status=429)["error"] == "too_many"
    assert clients[1].post(f"/api/games/{offer(clients[0])['game']}/join", {"seat": 1}, 429)["error"] == "too_many"


def test_so_many_open_tables_and_seats(serve: Serve) -> None:
    server = serve(most_tables=2, most_tables_address=3, limits=1.0)
    anna, ben = named(server, "Anna"), named(server, "Ben")
    mine = [offer(anna, "here", "link", "link")["game"] for _ in range(2)]
    assert "2 tables" in offer(anna, status=429)["say"]
    for game in mine:
        ben.post(f"/api/games/{game}/join", {"seat": 1})
    third = offer(ben)["game"]
    assert "3 open tables" in offer(named(server, "Chloé"), status=429)["say"]
    dirk = named(server, "Dirk")
    for game in mine:
        dirk.post(f"/api/games/{game}/join", {"seat": 2})
    dirk.post(f"/api/games/{third}/join", {"seat": 1})  # tables that have begun count no more


def test_so_many_in_the_pools_of_one_network(serve: Serve) -> None:
    server = serve(caps=Caps(seekers_of_network=2))
    lobbies = [Lobby(named(server, name)) for name in ("Anna", "Ben", "Chloé")]
    assert [lobby.seek("blockers", 5)["type"] for lobby in lobbies[:2]] == ["seeking"] * 2
    assert lobbies[2].receive("lobby")["type"] == "lobby"
    lobbies[2].send(type="seek", id="s", game="blockers", players=5, clock=CLOCK)
    assert lobbies[2].receive("refused")["error"] == "too_many"
    lobbies[0].close()
    lobbies[2].until(lambda frame: frame["lobby"]["pools"][0]["waiting"] == 1)
    assert lobbies[2].seek("blockers", 5)["type"] == "seeking"


@pytest.mark.parametrize(
    "wrong", [{"clock": None}, {"seats": [{"kind": "here"}, {"kind": "here"}]}, {"seats": [{"kind": "here"}] * 2 + [{"kind": "link"}]}]
)
def test_an_open_table_is_one_that_nobody_can_stall(server: Running, wrong: dict[str, Any]) -> None:
    assert offer(server.client(), status=400, **wrong)["error"] == "bad"


def test_private_games_stay_private(server: Running) -> None:
    anna = named(server, "Anna")
    made = anna.create("azul", "here", "link", clock=CLOCK)
    assert server.client().post(f"/api/games/{made['game']}/join", {"seat": 1}, 403)["error"] == "forbidden"
    running = anna.create("blockers", "here", "here")["game"]
    lobby = server.client().get("/api/lobby")["lobby"]
    assert {made["game"], running}.isdisjoint(each["game"] for each in [*lobby["tables"], *lobby["games"]])


def test_nothing_of_a_position_goes_through_the_lobby(server: Running) -> None:
    """Who watches a game asks for it: what the lobby says of it names no tile."""
    facts = {*OpenTable.__struct_fields__, *PublicGame.__struct_fields__}
    assert facts == {
        *("game", "name", "title", "options", "seats", "clock", "promise", "created", "fill_at", "fill_player", "bots", "ply", "watchers")
    }


def test_nobody_seeks_without_a_name_or_what_there_is_not(server: Running) -> None:
    stranger = Lobby(server.client())
    assert stranger.seek()["error"] == "forbidden"
    lobby = Lobby(named(server, "Anna"))
    assert lobby.seek(clock={"base": 1, "increment": 0})["error"] == "bad"
    assert lobby.seek(players=7)["error"] == "bad"
    assert lobby.seek("chess")["error"] == "bad"
    lobby.send(type="dance", id="x")
    assert lobby.receive("error")["error"] == "bad"


def test_seeking_has_a_limit(serve: Serve) -> None:
    server = serve()
    standing_still(server)
    lobby = Lobby(named(server, "Anna"))
    kinds = [lobby.seek()["type"] for _ in range(11)]
    assert kinds == ["seeking"] * 10 + ["refused"]


def test_once_more_with_the_same_people(server: Running) -> None:
    """A rematch of strangers is a game like the first: shown to all, and nobody can sit down in it."""
    people = [named(server, "Anna"), named(server, "Ben")]
    lobbies = [Lobby(client) for client in people]
    for lobby in lobbies:
        lobby.seek("duel")
    game = lobbies[0].receive("paired")["game"]
    sockets = start(server, people, game)
    sockets[0].send({"type": "resign", "id": "r", "seat": sockets[0].state["seat"]})
    sockets[1].until(lambda state: state["over"])
    again = people[1].post(f"/api/games/{game}/rematch", {"id": "again"})["game"]
    start(server, people, again)
    summary = people[0].get(f"/api/games/{again}")
    assert (summary["public"], summary["offered"], summary["status"]) == (True, False, "running")


def test_a_forgotten_guest_seeks_no_more(server: Running) -> None:
    client = named(server, "Anna")
    lobby = Lobby(client)
    lobby.seek("blockers", 4)
    assert client.http.delete("/api/me").status_code == 204
    assert not [pool for pool in server.client().get("/api/lobby")["lobby"]["pools"] if pool["pool"]["players"] == 4]


def test_nobody_fills_the_lobby_with_games_of_their_own(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_room, "SHOWN", 4)
    server = serve()
    anna, ben, chloe, dirk = (named(server, name) for name in ("Anna", "Ben", "Chloé", "Dirk"))
    begun = []
    for maker in (anna, ben, ben, ben, ben):
        begun.append(offer(maker)["game"])
        (chloe if maker is anna else dirk).post(f"/api/games/{begun[-1]}/join", {"seat": 1})
    seen = [each["game"] for each in chloe.get("/api/lobby")["lobby"]["games"]]
    assert begun[0] in seen, "one guest's games took the room of others'"
    assert len(seen) == 1 + lobby_room.SHOWN_OF_GUEST


def test_every_table_is_looked_after_however_many_wait(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_room, "TENDED", 2)
    server = serve(most_tables=9, no_show=1.0)
    anna, ben = named(server, "Anna"), named(server, "Ben")
    for _ in range(4):  # nobody need be at these, so they wait for days
        offer(anna, clock={"base": 86_400, "per_move": True})
    left = [offer(ben)["game"] for _ in range(2)]
    eventually(lambda: all(anna.get(f"/api/games/{game}")["status"] == "closed" for game in left), "nobody looks after them")
