"""A seat moves to another browser by a private link."""

from __future__ import annotations

from tests.server import plain_http
from tests.server.client import close_code
from tests.server.conftest import Running


def test_a_lost_cookie_is_not_a_lost_seat(server: Running) -> None:
    anna, again = server.client(), server.client()
    created = anna.create("azul", "here", "here")
    game, token = created["game"], created["seats"][0]["token"]
    link = anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"]
    old = anna.sit(game, 0)
    told = again.get(f"/api/seat-links/{link}")
    assert (told["game"]["game"], told["seat"], told["yours"]) == (game, 0, False)
    moved = again.post("/api/seat-links", {"link": link})
    assert (moved["game"], moved["seat"]) == (game, 0)
    assert close_code(old) == 1013
    assert again.get(f"/api/games/{game}/state", seat=0)["seat"] == 0
    address = f"{server.url}/api/games/{game}/state?seat=0"
    assert plain_http.get(address, headers={"Authorization": f"Bearer {moved['token']}"}).status_code == 200
    assert plain_http.get(address, headers={"Authorization": f"Bearer {token}"}).status_code == 403, "the old token has ended"
    assert anna.get(f"/api/games/{game}/state", 403, seat=0)["error"] == "forbidden"
    assert anna.get(f"/api/games/{game}/state", seat=1)["seat"] == 1, "other seats stay where they are"
    assert server.client().post("/api/seat-links", {"link": link}, 404)["error"] == "unknown", "it works once"
    server.house.rooms.pop(game)
    assert again.get(f"/api/games/{game}/state", seat=0)["seat"] == 0, "it is on disk"


def test_only_the_owner_makes_a_link_and_a_new_one_ends_the_old(server: Running) -> None:
    anna, ben = server.client(), server.client()
    game = anna.create("azul", "here", "here")["game"]
    assert ben.post(f"/api/games/{game}/seat-link", {"seat": 0}, 403)["error"] == "forbidden"
    first, second = (anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"] for _ in range(2))
    assert ben.post("/api/seat-links", {"link": first}, 404)["error"] == "unknown"
    assert anna.post("/api/seat-links", {"link": second})["token"] is None, "it is hers already"
    assert ben.post("/api/seat-links", {"link": second})["seat"] == 0


def test_a_forgotten_guest_leaves_no_link(server: Running) -> None:
    anna, ben = server.client(), server.client()
    game = anna.create("azul", "here", "here")["game"]
    link = anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"]
    assert anna.http.delete("/api/me").status_code == 204
    assert ben.post("/api/seat-links", {"link": link}, 404)["error"] == "unknown"


def test_a_waiting_game_is_not_moved(server: Running) -> None:
    anna, ben = server.client(), server.client()
    game = anna.create("azul", "here", "link")["game"]
    link = anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"]
    assert ben.post("/api/seat-links", {"link": link}, 409)["error"] == "illegal"
    assert anna.post(f"/api/games/{game}/seat-link", {"seat": 1}, 403)["error"] == "forbidden"
