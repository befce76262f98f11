"""Accounts and bots at several processes: what is begun at one is finished at another, and what ends, ends everywhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Protocol

import pytest

from tests.server.authenticator import Authenticator, sign_in, sign_up
from tests.server.client import Client, close_code
from tests.server.conftest import Running
from tests.server.test_bot_accounts import Program, make
from tests.server.test_lobby import named


class Browsers(Protocol):
    """Makes browsers, one with the cookies of others."""

    def __call__(self, server: Running, *before: Client) -> Client: ...


@pytest.fixture
def browser() -> Iterator[Browsers]:
    """Browsers at a name under which passkeys are possible."""
    pytest.importorskip("webauthn")
    opened: list[Client] = []

    def make_browser(server: Running, *before: Client) -> Client:
        found = Client(server.url.replace("127.0.0.1", "localhost"))
        for each in before:
            found.http.cookies.update(each.http.cookies)
        opened.append(found)
        return found

    yield make_browser
    for each in opened:
        each.close()


def test_an_account_is_one_at_every_process(two: tuple[Running, Running], browser: Browsers) -> None:
    """What is begun at one process is finished at another, a challenge counts once at all of them, and what ends, ends everywhere."""
    here, there = two
    anna = browser(here)
    anna.http.put("/api/me", json={"name": "Anna"})
    key = Authenticator(anna.url)
    offer = anna.post("/api/account/passkeys/begin", {})
    anna_there = browser(there, anna)
    key.origin = anna_there.url
    assert anna_there.get("/api/me")["name"] == "Anna", "its cookie is remembered there"
    codes = anna_there.post("/api/account/passkeys", key.make(offer), 201)["codes"]
    assert anna.get("/api/me")["guest"] is False, "the old cookie has ended at both"
    anna.http.cookies.update(anna_there.http.cookies)
    assert anna.get("/api/account")["account"] is True
    phone = browser(here)
    game = phone.create("azul", "here", "here")["game"]
    signed = key.sign(phone.post("/api/account/sign-in/begin", {}))
    phone_there = browser(there, phone)
    assert phone_there.post("/api/account/sign-in", {**signed, "bring": True})["games"] == 1
    assert phone.get("/api/me")["guest"] is False
    assert phone.post("/api/account/sign-in", signed, 400)["error"] == "bad", "answered at the other process already"
    assert anna.get(f"/api/games/{game}/state", seat=0)["seat"] == 0, "the game is in the memory of the other process"
    socket = anna.sit(game, 0)
    outcomes: list[int] = []

    def recover(client: Client) -> None:
        outcomes.append(client.http.post("/api/account/recover", json={"code": codes[0]}).status_code)

    racing = [threading.Thread(target=recover, args=(browser(server),)) for server in (here, there, here, there)]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(outcomes) == [200, 400, 400, 400]
    phone_there.post("/api/account/sign-out", {"everywhere": True}, 204)
    assert close_code(socket) == 4403
    assert anna.get("/api/me")["guest"] is False


def test_what_ends_a_token_ends_it_at_every_process(two: tuple[Running, Running]) -> None:
    """A new one, the bot removed, its owner forgotten: sockets and streams end, and requests are refused at the other process, too."""
    here, there = two
    for end in ("token", "bot", "owner"):
        owner, anna = named(here, "Owner"), named(here, "Anna")
        made = make(owner)
        bot = Program(there, made["token"])
        created = anna.create("azul", "here", "link")
        bot.join(created["seats"][1]["invitation"])
        assert bot.get("/api/me")["bot"], "its token is known there"
        game, socket = created["game"], bot.sit(created["game"], 1)
        with bot.http.stream("GET", f"/api/games/{game}/stream", params={"seat": 1}) as stream:
            lines = stream.iter_lines()
            next(lines)
            if end == "token":
                owner.post(f"/api/me/bots/{made['id']}/token", {}, 201)
            else:
                path = f"/api/me/bots/{made['id']}" if end == "bot" else "/api/me"
                assert owner.http.delete(path).status_code == 204
            for server in two:
                assert Program(server, made["token"]).http.get("/api/me").status_code == 403, (end, "at once")
            assert close_code(socket) == 4403, end
            assert list(lines)[-1] == "", "the stream ends"
        assert bot.http.post(f"/api/games/{game}/resign", json={"seat": 1, "id": "r"}).status_code == 403


def test_removing_a_device_signs_it_out_at_every_process(two: tuple[Running, Running], browser: Browsers) -> None:
    here, there = two
    anna = browser(here)
    key, added = sign_up(anna)
    (code, *_), device = added["codes"], added["device"]["id"]
    phone = browser(there)
    key.origin = phone.url
    sign_in(phone, key)
    other = browser(here)
    other.post("/api/account/recover", {"code": code})
    game = phone.create("azul", "here", "here")["game"]
    phone_here = browser(here, phone)
    sockets = [phone.sit(game, 0), phone_here.sit(game, 0)]
    assert other.http.delete(f"/api/account/passkeys/{device}").status_code == 204
    assert [close_code(socket) for socket in sockets] == [4403, 4403]
    for each in (phone, phone_here, anna, browser(there, anna)):
        assert each.get("/api/me")["guest"] is False
    assert browser(there, other).get("/api/me")["guest"] is True, "the one with a code stays"
