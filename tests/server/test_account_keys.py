"""Recovery codes, devices that are removed, signing out: each ends what it should, once, and never the last key."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from tegel.server import accounts
from tegel.server.account_tables import recovery_codes
from tests.server import plain_http
from tests.server.at_home import at_home, write
from tests.server.authenticator import Authenticator, sign_in, sign_up
from tests.server.client import Client, close_code
from tests.server.conftest import Running

pytest.importorskip("webauthn")


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
    with plain_http.Client(base_url=phone.url, cookies=cookie) as old:
        assert old.get("/api/me").json()["guest"] is False, "the cookie has ended, not only gone"
    sockets[1].send({"type": "ping", "id": "x"})
    assert sockets[1].receive("pong")
    cookie = dict(anna.http.cookies)
    tablet.post("/api/account/sign-out", {"everywhere": True}, 204)
    assert close_code(sockets[1]) == 4403
    with plain_http.Client(base_url=phone.url, cookies=cookie) as old:
        assert old.get("/api/me").json()["guest"] is False
    assert sign_in(phone, key)["name"] == "Anna"
