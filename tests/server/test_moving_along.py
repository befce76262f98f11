"""A guest's games that move along to an account, and everything that somebody takes along as a file."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update

from tegel.core.record import Record
from tegel.server.account_tables import passkeys, recovery_codes, sessions
from tegel.server.rating_tables import players, rated, rated_seats, ratings
from tegel.server.tables import guests, listed
from tests.server import plain_http
from tests.server.at_home import at_home, rows, write
from tests.server.authenticator import sign_in, sign_up
from tests.server.client import close_code
from tests.server.conftest import Running
from tests.server.test_rooms import wait_for

pytest.importorskip("webauthn")


def test_a_guests_games_move_along(two_kinds: Running) -> None:
    server = two_kinds
    anna, phone, bo = at_home(server), at_home(server), at_home(server)
    anna.http.put("/api/me", json={"name": "Anna"})
    key, _ = sign_up(anna)
    old = anna.create("azul", "here", "computer")["game"]
    bo.http.put("/api/me", json={"name": "Bo"})
    phone.http.put("/api/me", json={"name": "Somebody"})
    made = phone.create("azul", "here", "link")
    bo.join(made["seats"][1]["invitation"], name="Bo")
    game = made["game"]
    event = {"title": "Club", "game": "azul", "size": 2}
    directed = phone.post("/api/tournaments", event, 201)["id"]
    entered = bo.post("/api/tournaments", event, 201)["id"]
    phone.post(f"/api/tournaments/{entered}/enter", {"name": "Somebody"})
    both = bo.post("/api/tournaments", event, 201)["id"]
    for client, name in ((phone, "Somebody"), (anna, "Anna")):
        client.post(f"/api/tournaments/{both}/enter", {"name": name})
    phone.http.put("/api/me/player", json={"shown": True, "reviewed": False})
    guest = rows(server, select(guests.c.id).where(guests.c.name == "Somebody"))[0]["id"]
    account = rows(server, select(guests.c.id).where(guests.c.name == "Anna"))[0]["id"]
    results = [("apart", guest, "x"), ("together", guest, account)]
    for which, one, two in results:
        write(
            server,
            rated.insert().values(game=which, pool="azul-2", ended=1, verdict="counts"),
            *(rated_seats.insert().values(game=which, seat=at, player=who, place=at + 1) for at, who in enumerate((one, two))),
        )
    write(server, ratings.insert().values(pool="azul-2", player=guest, mean=0, deviation=1, games=2, wins=1, listed=0, luck_games=0))
    socket = phone.sit(game, 0)
    assert phone.get("/api/account")["games"] == 1
    assert sign_in(phone, key, bring=True) == {"name": "Anna", "games": 1, "codes": 10}
    assert close_code(socket) == 1013, "comes back as the account"
    again = phone.sit(game, 0)
    for client in (phone, anna):
        assert {each["game"] for each in client.get("/api/me/games")["games"]} == {old, game}
        assert client.get(f"/api/games/{game}")["creator"] is True
        assert client.get(f"/api/tournaments/{directed}")["director"] is True
        assert client.get(f"/api/tournaments/{entered}")["entered"] is True
        assert client.get("/api/me/player")["shown"] is True
        lines = client.get(f"/api/tournaments/{both}")["standings"]
        assert [(line["you"], line["left"]) for line in lines] == [(False, True), (True, False)], "nobody is paired with themselves"
    server.house.rooms.pop(game)
    assert anna.get(f"/api/games/{game}/state", seat=0)["seat"] == 0, "on disk as well"
    bo.post(f"/api/tournaments/{entered}/enter", {"name": "Bo"})
    assert sorted(line["name"] for line in bo.get(f"/api/tournaments/{entered}")["standings"]) == ["Bo", "Somebody"]
    assert rows(server, select(guests).where(guests.c.id == guest)) == []
    played = {row["game"]: row["player"] for row in rows(server, select(rated_seats).where(rated_seats.c.place == 1))}
    assert played == {"apart": account}, "a game with oneself counts no more"
    wait_for(lambda: {row["player"]: row["games"] for row in rows(server, select(ratings))}.get(account) == 1)  # rated anew
    assert guest not in {row["player"] for row in rows(server, select(ratings))}
    again.close()
    assert rows(server, select(players.c.guest)) == [{"guest": account}]


def test_results_come_along_only_to_an_account_without_any(two_kinds: Running) -> None:
    """Or one would play as many guests, and bring only those that won."""
    server = two_kinds
    anna, phone = at_home(server), at_home(server)
    anna.http.put("/api/me", json={"name": "Anna"})
    phone.http.put("/api/me", json={"name": "Somebody"})
    key, _ = sign_up(anna)
    ids = {row["name"]: row["id"] for row in rows(server, select(guests.c.name, guests.c.id))}
    for which, winner in (("own", ids["Anna"]), ("won", ids["Somebody"])):
        write(
            server,
            rated.insert().values(game=which, pool="azul-2", ended=1, verdict="counts"),
            *(rated_seats.insert().values(game=which, seat=at, player=who, place=at + 1) for at, who in enumerate((winner, "x"))),
        )
    sign_in(phone, key, bring=True)
    played = {row["game"]: row["player"] for row in rows(server, select(rated_seats).where(rated_seats.c.place == 1))}
    assert played == {"own": ids["Anna"], "won": ids["Somebody"]}


def test_a_move_made_while_a_guest_moves_along_has_one_place_on_the_list(server: Running) -> None:
    anna, phone = at_home(server), at_home(server)
    key, _ = sign_up(anna)
    game = phone.create("azul", "here", "here")["game"]
    guest = rows(server, select(listed.c.guest).where(listed.c.game == game))[0]["guest"]
    sign_in(phone, key, bring=True)
    account = rows(server, select(listed.c.guest).where(listed.c.game == game))[0]["guest"]
    assert account != guest
    write(server, listed.insert().values(guest=guest, changed=2, game=game))
    write(server, update(listed).where(listed.c.guest == account).values(changed=3))
    wanted = [{"guest": account, "changed": server.house.rooms[game].row["changed"]}]
    wait_for(lambda: rows(server, select(listed.c.guest, listed.c.changed).where(listed.c.game == game)) == wanted)


def test_what_does_not_move_along(server: Running) -> None:
    anna, bo, guest = at_home(server), at_home(server), at_home(server)
    key, _ = sign_up(anna)
    sign_up(bo)
    mine = bo.create("azul", "here", "here")["game"]
    assert sign_in(bo, key, bring=True)["games"] == 0, "another account stays what it is"
    assert [each["game"] for each in bo.get("/api/me/games")["games"]] == []
    left = guest.create("azul", "here", "here")["game"]
    cookie = dict(guest.http.cookies)
    assert sign_in(guest, key)["games"] == 0, "nothing without being asked to"
    with plain_http.Client(base_url=guest.url, cookies=cookie) as old:
        assert old.get("/api/me/games").json()["games"][0]["game"] == left
    assert mine != left


def test_everything_as_a_file(server: Running) -> None:
    anna = at_home(server)
    assert anna.http.get("/api/me/export").status_code == 403
    anna.http.put("/api/me", json={"name": "Anna"})
    sign_up(anna, "Laptop")
    game = anna.create("azul", "here", "here")["game"]
    turn = anna.get(f"/api/games/{game}/state")["turn"]
    anna.post(f"/api/games/{game}/resign", {"seat": turn, "id": "a"})
    waiting = anna.create("azul", "here", "link")["game"]
    running = anna.create("blockers", "here", "here")["game"]
    answer = anna.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    whole = json.loads(answer.text)
    assert (whole["profile"]["name"], whole["devices"][0]["name"], whole["recovery_codes"]) == ("Anna", "Laptop", 10)
    found = {each["game"]: each for each in whole["games"]}
    assert set(found) == {game, waiting, running}
    assert found[waiting]["record"] is None
    for id in (game, running):
        assert found[id]["record"] == anna.http.get(f"/api/games/{id}/record").text
        Record.loads(found[id]["record"])
    assert "key" not in found[running]["record"].split("\n\n")[0].split()
    secrets = [row["cookie_hash"] for row in rows(server, select(sessions))] + [row["guest"] for row in rows(server, select(sessions))]
    secrets += [row["hash"] for row in rows(server, select(recovery_codes))] + [row["credential"] for row in rows(server, select(passkeys))]
    assert not [secret for secret in secrets if secret in answer.text], "no keys, no hashes, no inner ids"
    assert at_home(server).http.get("/api/me/export").status_code == 403
