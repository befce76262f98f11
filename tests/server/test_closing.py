"""A game that still waits for people can be given up by whoever made it; then nobody can join it, and it counts no more."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.client import Client
from tests.server.conftest import Running


def waiting(server: Running) -> tuple[Client, str, str]:
    """Who made a game, its id, and the invitation to the other seat."""
    anna = server.client()
    made = anna.create("azul", "here", "link")
    return anna, made["game"], made["seats"][1]["invitation"]


def test_whoever_made_it_closes_it(server: Running) -> None:
    anna, game, _ = waiting(server)
    socket = anna.sit(game, 0)
    done = anna.post(f"/api/games/{game}/close", {})
    told = socket.receive("summary")["summary"]
    assert (told["status"], told["turn"], told["key_hash"]) == ("closed", None, None)
    assert anna.get(f"/api/games/{game}/events")["events"][-1]["say"] == "The game was cancelled"
    listed = anna.get("/api/me/games")["games"][0]
    assert (listed["status"], listed["key_hash"]) == ("closed", None), "lists say the same"
    assert anna.post(f"/api/games/{game}/close", {}) == done, "the same request again is answered as before"


def test_nobody_joins_it_any_more(server: Running) -> None:
    anna, game, invitation = waiting(server)
    anna.post(f"/api/games/{game}/close", {})
    ben = server.client()
    assert ben.get(f"/api/invitations/{invitation}")["game"]["status"] == "closed"
    refused = ben.post("/api/join", {"invitation": invitation, "name": "Ben"}, 409)
    assert (refused["error"], refused["say"]) == ("illegal", "This game was cancelled by whoever set it up.")
    assert anna.post(f"/api/games/{game}/invitations", {"seat": 1}, 409)["error"] == "illegal"
    assert anna.post(f"/api/games/{game}/resign", {"seat": 0, "id": "1"}, 409)["error"] == "illegal"


def test_others_cannot_close_it(server: Running) -> None:
    anna, game, invitation = waiting(server)
    ben = server.client()
    assert ben.post(f"/api/games/{game}/close", {}, status=403)["error"] == "forbidden"
    ben.join(invitation, name="Ben")
    assert anna.post(f"/api/games/{game}/close", {}, status=409)["say"] == "The game has already begun. Resign instead."


def test_it_counts_no_more_among_the_unfinished(serve: Callable[..., Running]) -> None:
    server = serve(most_games=1, limits=1.0)
    anna, game, _ = waiting(server)
    anna.post("/api/games", {"game": "azul", "seats": [{"kind": "here"}, {"kind": "link"}]}, 429)
    anna.post(f"/api/games/{game}/close", {})
    anna.create("azul", "here", "link")


def test_it_is_still_closed_after_a_restart(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, game, _ = waiting(server)
    anna.post(f"/api/games/{game}/close", {})
    before = anna.get(f"/api/games/{game}")
    server.stop()
    again = serve().client()
    again.http.cookies.update(dict(anna.http.cookies))
    assert again.get(f"/api/games/{game}") == before
