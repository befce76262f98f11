"""Accounts: passkeys, several browsers, sites and limits; and nobody gets in without a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select, update

from tegel.server import accounts, tickets
from tegel.server.account_tables import passkeys, recovery_codes, sessions, spent
from tegel.server.limits import RATES, Limits
from tegel.server.passkeys import to_text
from tests.server import plain_http
from tests.server.at_home import at_home, rows, write
from tests.server.authenticator import PRESENT, Authenticator, sign_in, sign_up
from tests.server.client import Client
from tests.server.conftest import Running

pytest.importorskip("webauthn")


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
    with plain_http.Client(base_url=anna.url, cookies={"tegel_guest": before}) as old:
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
        with plain_http.Client(base_url=bo.url) as raw:
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
    with plain_http.Client(base_url=server.url, headers=headers) as client:
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
