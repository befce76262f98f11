"""Accounts: passkeys, recovery codes, several browsers, and games that move along; and nobody gets in without a key."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from tegel.core.record import Record
from tegel.server import accounts, tickets
from tegel.server.account_tables import passkeys, recovery_codes, sessions, spent
from tegel.server.limits import RATES, Limits
from tegel.server.moving_along import AFTER
from tegel.server.passkeys import to_text
from tegel.server.rating_tables import players, rated, rated_seats, ratings
from tegel.server.tables import guests, listed
from tests.server.authenticator import PRESENT, Authenticator, sign_in, sign_up
from tests.server.client import Client, close_code
from tests.server.conftest import Running

pytest.importorskip("webauthn")


def at_home(server: Running) -> Client:
    """A new browser at localhost, where passkeys are possible."""
    client = Client(server.url.replace("127.0.0.1", "localhost"))
    server._clients.append(client)
    return client


def rows(server: Running, query: Any) -> list[dict[str, Any]]:
    """What is in the database."""
    return asyncio.run_coroutine_threadsafe(server.house.store.rows(query), server.loop).result(20)


def write(server: Running, *statements: Any) -> None:
    asyncio.run_coroutine_threadsafe(server.house.log.write(statements=statements), server.loop).result(20)


@pytest.fixture
def two_kinds(database: str, serve: Callable[..., Running]) -> Iterator[Running]:
    """A server on each kind of database."""
    server = serve(database=database)
    yield server
    assert server.metrics()["tegel_failures_total"] == 0


def test_a_guest_becomes_an_account_and_is_known_on_a_second_device(two_kinds: Running) -> None:
    anna, phone = at_home(two_kinds), at_home(two_kinds)
    assert anna.get("/api/account") == {
        "account": False,
        "name": "",
        "possible": True,
        "devices": [],
        "codes": 0,
        "games": 0,
        "signed_in": 0,
    }
    anna.http.put("/api/me", json={"name": "Anna"})
    game = anna.create("azul", "here", "computer")["game"]
    before = anna.http.cookies["tegel_guest"]
    key, added = sign_up(anna, "Laptop")
    assert (added["device"]["name"], added["device"]["here"], len(added["codes"])) == ("Laptop", True, 10)
    assert anna.http.cookies["tegel_guest"] != before
    with httpx.Client(base_url=anna.url, cookies={"tegel_guest": before}) as old:
        assert old.get("/api/me").json()["guest"] is False, "the cookie of the guest has ended"
    shown = anna.get("/api/account")
    assert (shown["account"], shown["codes"], shown["games"], shown["signed_in"]) == (True, 10, 1, 1)
    assert phone.get("/api/me")["guest"] is False
    assert sign_in(phone, key) == {"name": "Anna", "games": 0, "codes": 10}
    assert phone.get("/api/me") == {"guest": True, "name": "Anna"}
    assert [each["game"] for each in phone.get("/api/me/games")["games"]] == [game]
    assert phone.get(f"/api/games/{game}/state", seat=0)["seat"] == 0, "and plays on there"
    anna.http.put("/api/me", json={"name": "Ann"})
    assert phone.get("/api/me")["name"] == "Ann", "one name in all browsers"
    second = Authenticator(phone.url)
    offer = phone.post("/api/account/passkeys/begin", {})
    assert offer["known"] == [to_text(key.credential)]
    assert phone.post("/api/account/passkeys", second.make(offer, "Phone"), 201)["codes"] is None, "the codes stay"
    assert [(each["name"], each["here"]) for each in phone.get("/api/account")["devices"]] == [("Laptop", False), ("Phone", True)]
    assert sign_in(at_home(two_kinds), second)["name"] == "Ann"


def test_nothing_that_was_tampered_with_signs_in(server: Running) -> None:
    anna, eve = at_home(server), at_home(server)
    key, _ = sign_up(anna)
    other, _ = sign_up(at_home(server))

    def refused(**more: Any) -> None:
        answer = sign_in(eve, key, 400, **more)
        assert (answer["error"], eve.get("/api/me")["guest"]) == ("bad", False)
        assert answer["say"] == unknown, "whatever was wrong, the answer is that of a passkey nobody has"

    offer = eve.post("/api/account/sign-in/begin", {})
    stranger = Authenticator(eve.url)
    stranger.user = b"somebody"
    unknown = eve.post("/api/account/sign-in", stranger.sign(offer), 400)["say"]
    right = key.origin
    for origin in ("https://localhost", f"{right}0", "https://evil.example", right.replace("localhost", "127.0.0.1")):
        key.origin = origin
        refused()
    key.origin = right
    key.site = "evil.example"
    refused()
    key.site = None
    key.flags = PRESENT
    refused()  # a device that nobody unlocked
    key.flags |= 4
    challenge = eve.post("/api/account/sign-in/begin", {})
    eve.post("/api/account/sign-in/begin", {})  # another one, and its ticket
    assert eve.post("/api/account/sign-in", key.sign(challenge), 400)["say"] == unknown
    refused(signature=other.sign(challenge)["signature"])
    refused(credential=to_text(other.credential))
    refused(user=to_text(other.user))
    refused(authenticator_data="AAAA")
    refused(client_data="AAAA")
    assert eve.post("/api/account/sign-in", key.sign(challenge, "webauthn.create"), 400)["say"] == unknown
    assert sign_in(eve, key)["name"] == "", "but the passkey itself does"


def test_an_answer_counts_once_and_soon_and_in_the_browser_that_asked(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, eve, bo = at_home(server), at_home(server), at_home(server)
    key, _ = sign_up(anna)
    key.counts, key.count = False, 0  # many authenticators do not count: the challenge alone must do
    offer = bo.post("/api/account/sign-in/begin", {})
    ticket, signed = bo.http.cookies["tegel_passkey"], key.sign(offer)
    assert eve.post("/api/account/sign-in", signed, 400)["error"] == "bad", "another browser has no ticket"
    assert bo.post("/api/account/sign-in", signed)
    eve.http.cookies.set("tegel_passkey", ticket, path="/api/account")
    assert eve.post("/api/account/sign-in", signed, 400)["error"] == "bad", "a replay"
    assert eve.get("/api/me")["guest"] is False
    monkeypatch.setattr(tickets, "GOOD_FOR", -1)
    late = bo.post("/api/account/sign-in/begin", {})
    monkeypatch.setattr(tickets, "GOOD_FOR", 300)
    assert "too long" in bo.post("/api/account/sign-in", key.sign(late), 400)["say"]
    for made_up in ("x", f"{ticket}0", f"sign-in..{2**60}.abc.{'0' * 64}", "é.a.b.c.d", "...."):
        again = Authenticator(bo.url)
        again.user = b"x"
        body = again.sign({"site": "localhost", "challenge": to_text(tickets.challenge_of(made_up))})
        with httpx.Client(base_url=bo.url) as raw:
            sent = raw.post("/api/account/sign-in", json=body, headers={"Cookie": f"tegel_passkey={made_up}".encode()})
            assert "too long" in sent.json()["say"]
    known = rows(server, select(func.count().label("number")).select_from(spent))[0]["number"]
    write(server, update(spent).values(until=1))
    sign_in(bo, key)
    assert known >= 2
    assert len(rows(server, select(spent))) == 1, "what has expired is cleared away"


def test_a_ticket_is_for_one_thing_and_one_guest(server: Running) -> None:
    anna, eve = at_home(server), at_home(server)
    offer = anna.post("/api/account/passkeys/begin", {})
    key = Authenticator(anna.url)
    made = key.make(offer)
    eve.http.put("/api/me", json={"name": "Eve"})
    eve.http.cookies.set("tegel_passkey", anna.http.cookies["tegel_passkey"], path="/api/account")
    assert "too long" in eve.post("/api/account/passkeys", made, 400)["say"], "another guest's ticket"
    assert anna.post("/api/account/passkeys", made, 201)
    assert anna.post("/api/account/passkeys", made, 400)["error"] == "bad", "a replay"
    offer = eve.post("/api/account/passkeys/begin", {})
    assert eve.post("/api/account/passkeys", key.make(offer), 400)["error"] == "bad", "a passkey belongs to one account"
    offer = eve.post("/api/account/sign-in/begin", {})
    wrong = Authenticator(eve.url).make({**offer, "user": to_text(b"eve")})
    assert "too long" in eve.post("/api/account/passkeys", wrong, 400)["say"], "a ticket to sign in adds nothing"
    for change in ({"origin": "https://evil.example"}, {"site": "evil.example"}, {"flags": PRESENT}):
        bad = Authenticator(eve.url)
        bad.__dict__.update(change)
        offer = eve.post("/api/account/passkeys/begin", {})
        assert eve.post("/api/account/passkeys", bad.make(offer), 400)["error"] == "bad", change
    offer = eve.post("/api/account/passkeys/begin", {})
    bad = Authenticator(eve.url)
    assert eve.post("/api/account/passkeys", {**bad.make(offer), "credential": to_text(b"another")}, 400)["error"] == "bad"
    assert eve.get("/api/account")["account"] is False


def test_a_count_that_goes_back_is_a_copied_passkey(server: Running) -> None:
    anna, eve = at_home(server), at_home(server)
    key, _ = sign_up(anna)
    key.count = 7
    assert sign_in(anna, key)
    key.count = 7  # the next says 8, as the last did
    assert sign_in(eve, key, 400)["error"] == "bad"
    key.count = 2
    assert sign_in(eve, key, 400)["error"] == "bad"


def test_a_recovery_code_signs_in_once(two_kinds: Running) -> None:
    anna = at_home(two_kinds)
    anna.http.put("/api/me", json={"name": "Anna"})
    _, added = sign_up(anna)
    first, second, *others = added["codes"]
    lost = at_home(two_kinds)
    typed = f" {first.upper().replace('-', ' ')} "
    assert lost.post("/api/account/recover", {"code": typed}) == {"name": "Anna", "games": 0, "codes": 9}
    assert lost.get("/api/me")["name"] == "Anna"
    again = at_home(two_kinds).post("/api/account/recover", {"code": first}, 400)
    made_up = at_home(two_kinds).post("/api/account/recover", {"code": "abcd-efgh-ijkm-npqr"}, 400)
    assert again == made_up, "a used code is answered as one that never was"
    fresh = lost.post("/api/account/codes", {}, 201)["codes"]
    assert not set(fresh) & set(added["codes"])
    assert at_home(two_kinds).post("/api/account/recover", {"code": second}, 400)["error"] == "bad", "new codes end the old ones"
    racing = [at_home(two_kinds) for _ in range(6)]
    answers: list[int] = []

    def use(client: Client) -> None:
        answers.append(client.http.post("/api/account/recover", json={"code": fresh[0]}).status_code)

    threads = [threading.Thread(target=use, args=(client,)) for client in racing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, *[400] * 5], "of those who race for a code one gets in"
    assert sum(client.get("/api/me")["guest"] for client in racing) == 1
    assert others


def test_the_race_for_a_code_is_decided_by_the_database(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have found the code before either has used it up."""
    _, added = sign_up(at_home(server))
    house = server.house
    both = asyncio.Barrier(2)
    store = type(house.store)
    read = store.rows

    async def together(self: Any, query: Any) -> Any:
        found = await read(self, query)
        if query.get_final_froms() == [recovery_codes] and "WHERE recovery_codes.hash" in str(query):
            await asyncio.wait_for(both.wait(), 20)
        return found

    monkeypatch.setattr(store, "rows", together)

    async def use() -> list[Any]:
        from tegel.server.who import Who

        tries = [accounts.recover(house, Who(address="127.0.0.1"), added["codes"][0], False) for _ in range(2)]
        return await asyncio.gather(*tries, return_exceptions=True)

    outcomes = asyncio.run_coroutine_threadsafe(use(), server.loop).result(30)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Entered", "Refusal"]


def test_the_last_key_stays(server: Running) -> None:
    anna = at_home(server)
    key, added = sign_up(anna)
    only = added["device"]["id"]
    for code in added["codes"]:
        at_home(server).post("/api/account/recover", {"code": code})
    refused = anna.http.delete(f"/api/account/passkeys/{only}")
    assert (refused.status_code, refused.json()["error"]) == (409, "illegal")
    assert "recovery codes" in refused.json()["say"]
    codes = anna.post("/api/account/codes", {}, 201)["codes"]
    phone = at_home(server)
    sign_in(phone, key)
    assert phone.http.delete("/api/account/passkeys/nothing").status_code == 404
    eve = at_home(server)
    sign_up(eve)
    assert eve.http.delete(f"/api/account/passkeys/{only}").status_code == 404, "somebody else's"
    other = at_home(server)
    other.post("/api/account/recover", {"code": codes[0]})
    game = phone.create("azul", "here", "here")["game"]
    socket = phone.sit(game, 0)
    assert other.http.delete(f"/api/account/passkeys/{only}").status_code == 204
    assert close_code(socket) == 4403, "browsers that signed in with it are signed out"
    assert phone.get("/api/me")["guest"] is False
    assert anna.get("/api/me")["guest"] is False
    assert other.get("/api/me")["guest"] is True, "the one with a code is not"
    assert sign_in(phone, key, 400)["error"] == "bad"


def test_the_last_two_devices_do_not_go_at_once(two_kinds: Running) -> None:
    anna = at_home(two_kinds)
    _, added = sign_up(anna)
    key = Authenticator(anna.url)
    second = anna.post("/api/account/passkeys", key.make(anna.post("/api/account/passkeys/begin", {})), 201)["device"]["id"]
    write(two_kinds, recovery_codes.delete())
    keeping = [at_home(two_kinds) for _ in range(2)]
    for client in keeping:
        client.http.cookies.update(anna.http.cookies)
    found: list[int] = []
    ids = (added["device"]["id"], second)

    def remove(client: Client, id: str) -> None:
        found.append(client.http.delete(f"/api/account/passkeys/{id}").status_code)

    threads = [threading.Thread(target=remove, args=pair) for pair in zip(keeping, ids, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [204, 409]


def test_signing_out_here_and_everywhere(server: Running) -> None:
    anna, phone, tablet = at_home(server), at_home(server), at_home(server)
    assert anna.post("/api/account/sign-out", {}, 204) is None
    anna.http.put("/api/me", json={"name": "Anna"})
    assert "come back" in anna.post("/api/account/sign-out", {}, 409)["say"], "a guest without keys"
    assert anna.get("/api/me")["guest"] is True
    key, _ = sign_up(anna)
    sign_in(phone, key)
    sign_in(tablet, key)
    game = phone.create("azul", "here", "here")["game"]
    sockets = [client.sit(game, 0) for client in (phone, tablet)]
    cookie = dict(phone.http.cookies)
    phone.post("/api/account/sign-out", {}, 204)
    assert close_code(sockets[0]) == 4403
    with httpx.Client(base_url=phone.url, cookies=cookie) as old:
        assert old.get("/api/me").json()["guest"] is False, "the cookie has ended, not only gone"
    sockets[1].send({"type": "ping", "id": "x"})
    assert sockets[1].receive("pong")
    cookie = dict(anna.http.cookies)
    tablet.post("/api/account/sign-out", {"everywhere": True}, 204)
    assert close_code(sockets[1]) == 4403
    with httpx.Client(base_url=phone.url, cookies=cookie) as old:
        assert old.get("/api/me").json()["guest"] is False
    assert sign_in(phone, key)["name"] == "Anna"


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
    deadline = threading.Event()
    for _ in range(100):
        found = {row["player"]: row["games"] for row in rows(server, select(ratings))}
        if found.get(account) == 1:
            break
        deadline.wait(0.1)
    assert found[account] == 1, "rated anew"
    assert guest not in found
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
    threading.Event().wait(AFTER + 0.5)
    found = rows(server, select(listed.c.guest, listed.c.changed).where(listed.c.game == game))
    changed = server.house.rooms[game].row["changed"]
    assert found == [{"guest": account, "changed": changed}]


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
    with httpx.Client(base_url=guest.url, cookies=cookie) as old:
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


def test_deleting_everything_deletes_the_keys(server: Running) -> None:
    anna, phone = at_home(server), at_home(server)
    key, added = sign_up(anna)
    sign_in(phone, key)
    guest = key.user.decode()
    assert phone.http.delete("/api/me").status_code == 204
    for table in (passkeys, recovery_codes, sessions):
        assert rows(server, select(table).where(table.c.guest == guest)) == [], table.name
    assert anna.get("/api/me")["guest"] is False, "in every browser"
    assert sign_in(phone, key, 400)["error"] == "bad"
    assert phone.post("/api/account/recover", {"code": added["codes"][0]}, 400)["error"] == "bad"


def test_where_passkeys_are_not_possible_codes_are(server: Running) -> None:
    anna = server.client()  # at 127.0.0.1
    assert anna.get("/api/account")["possible"] is False
    for path in ("/api/account/passkeys/begin", "/api/account/sign-in/begin"):
        assert "https" in anna.post(path, {}, 400)["say"]
    anna.http.put("/api/me", json={"name": "Anna"})
    game = anna.create("azul", "here", "here")["game"]
    codes = anna.post("/api/account/codes", {}, 201)["codes"]
    assert anna.get("/api/account")["account"] is True
    home = at_home(server)
    home.post("/api/account/recover", {"code": codes[0]})
    assert home.get("/api/me/games")["games"][0]["game"] == game
    key, added = sign_up(home)
    assert added["codes"] is None
    assert sign_in(at_home(server), key)["name"] == "Anna"


def test_the_site_is_the_name_that_was_asked_for(serve: Callable[..., Running]) -> None:
    server = serve(host_names=("tegel.example",), proxy="127.0.0.1", origins=("http://localhost:5173", "https://other.example"))
    headers = {"Host": "tegel.example", "X-Forwarded-Proto": "https"}
    with httpx.Client(base_url=server.url, headers=headers) as client:
        offer = client.post("/api/account/passkeys/begin", json={})
        assert offer.json()["site"] == "tegel.example"
        ticket = next(cookie for cookie in offer.headers.get_list("set-cookie") if cookie.startswith("tegel_passkey"))
        for said in ("Secure", "HttpOnly", "SameSite=strict", "Path=/api/account"):
            assert said in ticket
        cookies = "; ".join(cookie.split(";")[0] for cookie in offer.headers.get_list("set-cookie"))
        for origin, status in (("http://tegel.example", 400), ("https://other.example", 400), ("https://tegel.example", 201)):
            made = Authenticator(origin).make(offer.json())
            assert client.post("/api/account/passkeys", json=made, headers={"Cookie": cookies}).status_code == status, origin
        assert client.post("/api/account/sign-in/begin", json={}, headers={"X-Forwarded-Proto": "http"}).status_code == 400
    home = Client(server.url.replace("127.0.0.1", "localhost"))
    offer = home.post("/api/account/passkeys/begin", {})
    home.post("/api/account/passkeys", Authenticator("http://localhost:5173").make(offer), 201)
    home.close()


def test_codes_are_not_to_be_tried_and_keys_are_few(serve: Callable[..., Running]) -> None:
    server = serve()
    server.house.limits = Limits(clock=lambda: 0.0)
    tried = [at_home(server).http.post("/api/account/recover", json={"code": f"{at}"}).status_code for at in range(13)]
    assert tried == [400] * int(RATES["recover"].burst) + [429] * 3, "whoever asks: a new browser is no new sender"
    begun = [at_home(server).http.post("/api/account/sign-in/begin", json={}).status_code for _ in range(62)]
    assert begun == [200] * int(RATES["sign_in"].burst) + [429] * 2
    anna = at_home(server)
    anna.http.put("/api/me", json={"name": "Anna"})
    made = [anna.http.post("/api/account/codes", json={}).status_code for _ in range(12)]
    assert made == [201] * int(RATES["keys"].burst) + [429] * 2
    exported = [anna.http.get("/api/me/export").status_code for _ in range(4)]
    assert exported == [200] * int(RATES["export"].burst) + [429]


def test_an_account_has_so_many_devices_and_browsers(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_PASSKEYS", 2)
    monkeypatch.setattr(accounts, "MOST_BROWSERS", 3)
    anna = at_home(server)
    key, _ = sign_up(anna)
    sign_up(anna)
    assert anna.post("/api/account/passkeys/begin", {}, 429)["error"] == "too_many"
    browsers = [at_home(server) for _ in range(3)]
    for browser in browsers:
        sign_in(browser, key)
    assert anna.get("/api/me")["guest"] is False, "the first that signed in goes"
    assert all(browser.get("/api/me")["guest"] for browser in browsers)


def test_broken_requests_about_accounts_are_refused(server: Running) -> None:
    anna = at_home(server)
    anna.post("/api/account/passkeys/begin", {})
    key = Authenticator(anna.url)
    good = key.make(anna.post("/api/account/passkeys/begin", {}))
    for change in (
        {"name": ""},
        {"name": "a\nb"},
        {"attestation": "!"},
        {"attestation": "A"},
        {"attestation": "o2NmbXRkbm9uZQ"},
        {"client_data": "e30"},
        {"client_data": "A" * 5000},
        {"credential": "A" * 1400},
        {"more": 1},
    ):
        answer = anna.http.post("/api/account/passkeys", json={**good, **change})
        assert (answer.status_code, answer.json()["error"]) == (400, "bad"), change
    assert at_home(server).post("/api/account/passkeys", good, 403)["error"] == "forbidden"
    assert anna.post("/api/account/recover", {"code": ""}, 400)["error"] == "bad"
    assert anna.post("/api/account/sign-out", {"everywhere": 1}, 400)["error"] == "bad"
