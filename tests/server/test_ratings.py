"""Ratings at the server: which games count, who is named, and that the whole can be worked out again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, select, text

from tegel.core.game import find_game
from tegel.server.rating_tables import rated, ratings, seat_networks
from tests.commands import tegel as run
from tests.server.client import Client
from tests.server.conftest import Running

CLOCK = {"base": 600, "increment": 0}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that believes what a proxy says of addresses."""
    from tegel.server.settings import Settings

    running = Running(Settings(port=0, data=tmp_path_factory.mktemp("club"), limits=1000.0, proxy="127.0.0.1"))
    yield running
    running.stop()


def person(server: Running, address: str, name: str = "", shown: bool = False) -> Client:
    """Somebody at an address of their own."""
    client = server.client()
    client.http.headers["x-forwarded-for"] = address
    client.http.put("/api/me", json={"name": name or f"At {address}"})
    if shown:
        client.http.put("/api/me/player", json={"shown": True, "reviewed": False})
    return client


def turn_of(client: Client, game: str) -> int | None:
    turn: int | None = client.get(f"/api/games/{game}")["turn"]
    return turn


def play(*clients: Client, game: str = "azul", loser: int = -1, moves: int | None = None, **more: Any) -> str:
    """A game in which everybody moves once and then all but one give up, the loser first."""
    seats = [{"kind": "here" if at == 0 else "link"} for at in range(len(clients))]
    made = clients[0].post("/api/games", {"game": game, "seats": seats, **more}, 201)
    for at, client in enumerate(clients[1:], 1):
        client.join(made["seats"][at]["invitation"])
    id: str = made["game"]
    moved: set[int] = set()
    for ply in range(30 if moves is None else moves):
        turn = turn_of(clients[0], id)
        assert turn is not None
        moved.add(turn)
        legal = clients[turn].get(f"/api/games/{id}/state", seat=turn)["legal"]
        clients[turn].post(f"/api/games/{id}/move", {"seat": turn, "id": f"m{ply}", "ply": ply, "moves": [legal[0]["move"]]})
        if len(moved) == len(clients):
            break
    order = sorted(range(len(clients)), key=lambda at: at != loser % len(clients))
    for at in order[:-1]:
        clients[at].post(f"/api/games/{id}/resign", {"seat": at, "id": "r"})
    return id


def verdict(server: Running, game: str) -> str:
    """What was decided of a game, once it was."""
    engine = create_engine(f"sqlite:///{server.settings.data / 'games.db'}")
    deadline = time.monotonic() + 30
    while True:
        with engine.connect() as connection:
            found = connection.execute(select(rated.c.verdict).where(rated.c.game == game)).scalar_one_or_none()
        if found not in (None, "new"):
            engine.dispose()
            return str(found)
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def settled(server: Running, pool: str, count: int) -> None:
    """Wait until so many players of a pool are rated."""
    probe = server.client()
    deadline = time.monotonic() + 30
    while sum(each["rated"] for each in probe.get("/api/ratings")["pools"] if each["pool"] == pool) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_game_between_people_counts_and_is_told_to_them(club: Running) -> None:
    anna, bo = person(club, "10.0.0.1", "Anna"), person(club, "10.0.0.2", "Bo")
    game = play(anna, bo, game="duel")
    assert verdict(club, game) == "counts"
    settled(club, "duel-2", 2)
    (mine,) = anna.get("/api/players/me")["ratings"]
    (theirs,) = bo.get("/api/players/me")["ratings"]
    assert mine["mean"] > 1500 > theirs["mean"]
    assert (mine["games"], mine["wins"], mine["provisional"], mine["listed"]) == (1, 1, True, False)
    (played,) = anna.get("/api/players/me/games")["games"]
    assert played["game"] == game
    assert [seat["player"]["name"] for seat in played["seats"]] == ["Anna", "Bo"], "who played knows who they played"
    assert anna.get("/api/players/me/games", outcome="lost")["games"] == []
    assert len(anna.get("/api/players/me")["curve"]) == 1
    figures = anna.get("/api/players/me/statistics/duel-2")
    assert (figures["games"], figures["seats"]) == (1, [[1, 1], [0, 0]])


def test_a_profile_says_where_tiles_were_laid(club: Running) -> None:
    anna, bo = person(club, "10.9.0.1"), person(club, "10.9.0.2")
    made = anna.post("/api/games", {"game": "azul", "seats": [{"kind": "here"}, {"kind": "link"}], "options": {"rounds": 2}}, 201)
    bo.join(made["seats"][1]["invitation"])
    clients, ply = (anna, bo), 0
    while (turn := turn_of(anna, made["game"])) is not None:
        legal = clients[turn].get(f"/api/games/{made['game']}/state", seat=turn)["legal"]
        choices = [find_game("azul").parts(choice["move"]) | choice for choice in legal]
        shortest = min(choices, key=lambda choice: choice["target"] or 9)["move"]
        clients[turn].post(f"/api/games/{made['game']}/move", {"seat": turn, "id": f"m{ply}", "ply": ply, "moves": [shortest]})
        ply += 1
    assert verdict(club, made["game"]) == "counts"
    boards = anna.get(f"/api/games/{made['game']}/state", seat=0)["view"]["boards"]
    for client, board in zip(clients, boards, strict=True):
        laid = client.get("/api/players/me/statistics/azul-2")["laid"]
        assert laid["rows"] == laid["columns"] == list("12345")
        assert laid["tiles"] == [[float(tile is not None) for tile in row] for row in board["wall"]]
        assert sum(map(sum, laid["tiles"])) > 0


def test_who_leaves_comes_last(club: Running) -> None:
    people = [person(club, f"10.1.0.{at}") for at in range(3)]
    game = play(*people, game="azul", loser=0)
    assert verdict(club, game) == "counts"
    settled(club, "azul-3", 3)
    means = [each.get("/api/players/me")["ratings"][0]["mean"] for each in people]
    assert means[2] == max(means)
    places = [seat["place"] for seat in people[0].get("/api/players/me/games")["games"][0]["seats"]]
    assert places[2] == 1
    assert min(places[:2]) > 1


@pytest.mark.parametrize(
    ("reason", "more"),
    [("too_short", {"moves": 1}), ("counts", {})],
)
def test_a_game_that_was_given_up_at_once_does_not_count(club: Running, reason: str, more: dict[str, Any]) -> None:
    assert verdict(club, play(person(club, "10.2.0.1"), person(club, "10.2.0.2"), **more)) == reason


def test_two_at_one_address_do_not_count_and_addresses_are_forgotten(club: Running) -> None:
    game = play(person(club, "10.3.0.1"), person(club, "10.3.0.1"))
    assert verdict(club, game) == "one_address"
    engine = create_engine(f"sqlite:///{club.settings.data / 'games.db'}")
    with engine.connect() as connection:
        assert connection.execute(select(seat_networks).where(seat_networks.c.game == game)).all() == []
    engine.dispose()


def test_games_against_oneself_from_a_position_or_with_another_player_do_not_count(club: Running) -> None:
    anna = person(club, "10.4.0.1")
    screen = anna.create("azul", "here", "here", clock=CLOCK)["game"]
    anna.post(f"/api/games/{screen}/resign", {"seat": 0, "id": "1"})
    assert verdict(club, screen) == "one_screen"
    greedy = anna.create("azul", "here", "computer", clock=CLOCK)["game"]
    anna.post(f"/api/games/{greedy}/resign", {"seat": 0, "id": "1"})
    assert verdict(club, greedy) == "no_level"
    levels = [{"kind": "here"}, {"kind": "computer", "player": "level:1"}]
    without = anna.post("/api/games", {"game": "azul", "seats": levels}, 201)["game"]
    anna.post(f"/api/games/{without}/resign", {"seat": 0, "id": "1"})
    assert verdict(club, without) == "no_clock", "else one leaves every game that goes badly"
    bo = person(club, "10.4.0.2")
    begun = play(anna, bo)
    made = anna.post(f"/api/games/{begun}/branch", {"ply": 1, "seat": 0, "seats": [{"kind": "here"}, {"kind": "link"}]}, 201)
    bo.join(made["seats"][1]["invitation"])
    anna.post(f"/api/games/{made['game']}/resign", {"seat": 0, "id": "1"})
    assert verdict(club, made["game"]) == "position"


def test_nobody_is_named_who_did_not_agree(club: Running) -> None:
    anna, bo = person(club, "10.5.0.1", "Annabel", shown=True), person(club, "10.5.0.2", "Boudewijn")
    game = play(anna, bo, game="blockers")
    assert verdict(club, game) == "counts"
    settled(club, "blockers-2", 2)
    stranger = person(club, "10.5.0.3")
    id = anna.get("/api/me/player")["id"]
    for path in (f"/api/players/{id}", f"/api/players/{id}/games", "/api/ratings/blockers-2", "/api/ratings"):
        answer = stranger.http.get(path)
        assert answer.status_code == 200
        assert "Boudewijn" not in answer.text
        assert game not in answer.text, "its page would name both"
    shown = stranger.get(f"/api/players/{id}/games")["games"][0]["seats"]
    assert [seat["player"]["name"] for seat in shown] == ["Annabel", None]
    bo.http.put("/api/me/player", json={"shown": True, "reviewed": False})
    other = bo.get("/api/me/player")["id"]
    assert stranger.get(f"/api/players/{id}/games", opponent=other)["games"][0]["game"] == game
    score = stranger.get(f"/api/players/{id}/against/{other}")["pools"]
    assert score == [{"pool": "blockers-2", "games": 1, "won": 1, "shared": 0, "lost": 0}]
    bo.http.put("/api/me/player", json={"shown": False, "reviewed": False})
    stranger.get(f"/api/players/{other}", 404)
    stranger.get(f"/api/players/{id}/against/{other}", 404)
    assert bo.get(f"/api/players/{other}")["you"]


def test_unknown_players_and_pools_are_refused(club: Running) -> None:
    anyone = person(club, "10.6.0.1")
    for path in (
        "/api/players/nobody",
        "/api/players/level:99",
        "/api/ratings/chess-2",
        "/api/ratings/azul-9",
    ):
        anyone.get(path, 404)
    anyone.get("/api/players/me/games", 404, pool="x")
    assert club.client().get("/api/players/me", 404)["error"] == "unknown"


def test_who_is_forgotten_leaves_the_ratings_of_others_as_they_are(serve: Callable[..., Running]) -> None:
    server = serve(proxy="127.0.0.1")
    anna, bo = person(server, "10.7.0.1", shown=True), person(server, "10.7.0.2", shown=True)
    assert verdict(server, play(anna, bo)) == "counts"
    settled(server, "azul-2", 2)
    before = anna.get("/api/players/me")["ratings"][0]["mean"]
    id = bo.get("/api/me/player")["id"]
    assert bo.http.delete("/api/me").status_code == 204
    anna.get(f"/api/players/{id}", 404)
    again = person(server, "10.7.0.3")
    assert verdict(server, play(anna, again)) == "counts"
    settled(server, "azul-2", 3)
    assert anna.get("/api/players/me")["ratings"][0]["mean"] > before, "both games count"


def test_everything_can_be_worked_out_again(serve: Callable[..., Running], tmp_path: Path) -> None:
    """The command finds what the server has kept up, and puts right what was changed."""
    server = serve(proxy="127.0.0.1")
    people = [person(server, f"10.8.0.{at}") for at in range(4)]
    for first in range(4):
        for second in range(4):
            if first != second:
                verdict(server, play(people[first], people[second]))
    settled(server, "azul-2", 4)
    file = str(tmp_path / "games.db")
    deadline = time.monotonic() + 30
    while run("ratings", "--database", file, "--json").returncode != 0:
        assert time.monotonic() < deadline, "the server's ratings are those of the command"
        time.sleep(0.2)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE ratings SET mean = mean + 50"))
    assert run("ratings", "--database", file).returncode == 1, "told, and left as it is"
    assert run("ratings", "--database", file, "--write").returncode == 0
    assert run("ratings", "--database", file).returncode == 0
    with engine.begin() as connection:
        assert len(connection.execute(select(ratings)).all()) == 4
    engine.dispose()


def test_agreeing_several_times_at_once(server: Running) -> None:
    anna = server.client()
    assert anna.http.put("/api/me", json={"name": "Anna"}).status_code == 200
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: anna.http.put("/api/me/player", json={"shown": True, "reviewed": False}), range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.json()["id"] for answer in answers}) == 1
