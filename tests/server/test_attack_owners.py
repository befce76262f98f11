"""Attacks by races and by names: more bots than there may be, keys of the forgotten, a device that is removed, marks that are missing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from tegel.core.errors import TegelError
from tegel.server import accounts, bot_accounts
from tegel.server.account_tables import recovery_codes
from tegel.server.bot_accounts import MOST_BOTS
from tegel.server.bot_tables import bots
from tegel.server.pushing import _one_game
from tegel.server.who import Who
from tests.server.authenticator import Authenticator, sign_in
from tests.server.client import Client, Socket, close_code
from tests.server.conftest import Running
from tests.server.test_bot_accounts import make, person, program, rows
from tests.server.test_rooms import on_loop


@pytest.fixture
def both(database: str, serve: Callable[..., Running]) -> Running:
    """A server on each kind of database."""
    return serve(database=database)


def guest_of(server: Running, client: Client) -> str:
    """How the server calls somebody."""
    bot = make(client, "Finder")
    found: str = rows(server, select(bots.c.owner).where(bots.c.id == bot["id"]))[0]["owner"]
    assert client.http.delete(f"/api/me/bots/{bot['id']}").status_code == 204
    return found


def test_moving_along_gives_nobody_more_bots(both: Running) -> None:
    """Make bots as many guests, and bring each of them to one account."""
    anna = person(both, "Anna")
    codes = anna.post("/api/account/codes", {}, 201)["codes"]
    for number in range(MOST_BOTS - 1):
        make(anna, f"Bot {number}")
    farm = [person(both, f"Guest {number}") for number in range(3)]
    for guest in farm:
        for number in range(2):
            make(guest, f"More {number}")
    refused = farm[0].post("/api/account/recover", {"code": codes[0], "bring": True}, 429)
    assert (refused["error"], "more than 5 bot accounts together" in refused["say"]) == ("too_many", True)
    assert len(anna.get("/api/me/bots")["bots"]) == MOST_BOTS - 1
    for guest in farm[1:]:
        bot = guest.get("/api/me/bots")["bots"][0]["id"]
        assert guest.http.delete(f"/api/me/bots/{bot}").status_code == 204

    def bring(at: int) -> int:
        status: int = farm[at].http.post("/api/account/recover", json={"code": codes[at], "bring": True}).status_code
        return status

    with ThreadPoolExecutor(2) as at_once:
        assert sorted(at_once.map(bring, (1, 2))) != [200, 200]
    assert len(anna.get("/api/me/bots")["bots"]) <= MOST_BOTS
    farm[0].post("/api/account/recover", {"code": codes[0], "bring": False})  # the code was not used up by the refusal
    assert len(farm[0].get("/api/me/bots")["bots"]) <= MOST_BOTS


def test_nobody_who_is_forgotten_leaves_bots_or_keys(both: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests of the same guest that come between the steps of `DELETE /api/me`, and after it."""
    anna = person(both, "Anna")
    who = Who(guest_of(both, anna), address="127.0.0.1", cookie_hash="x")
    late: list[str] = []
    delete_all = bot_accounts.delete_all

    async def and_make_one(house: Any, owner: str) -> None:
        await delete_all(house, owner)
        if not late:
            late.append((await bot_accounts.make(house, who, "Late")).token)

    monkeypatch.setattr(bot_accounts, "delete_all", and_make_one)
    assert anna.http.delete("/api/me").status_code == 204
    assert both.client().http.get("/api/me", headers={"authorization": f"Bearer {late[0]}"}).status_code == 403
    for work in (bot_accounts.make(both.house, who, "Later"), accounts.renew_codes(both.house, who)):
        with pytest.raises(TegelError):
            on_loop(both, work)
    assert rows(both, select(bots.c.id).where(bots.c.owner == who.guest)) == []
    assert rows(both, select(recovery_codes.c.hash).where(recovery_codes.c.guest == who.guest)) == []


def test_who_signs_in_with_a_device_at_the_moment_it_is_removed_is_signed_out(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief uses a stolen device after its browsers were looked up, before they are signed out: their cookie and socket lived on."""
    server = serve()
    server.url = server.url.replace("127.0.0.1", "localhost")
    anna, thief = person(server, "Anna"), server.client()
    game = anna.create("azul", "here", "here")["game"]
    anna.post("/api/account/codes", {}, 201)
    key, second = Authenticator(anna.url), server.client()
    device = anna.post("/api/account/passkeys", key.make(anna.post("/api/account/passkeys/begin", {})), 201)["device"]["id"]
    codes = anna.post("/api/account/codes", {}, 201)["codes"]
    second.post("/api/account/recover", {"code": codes[0]})  # the owner, in another browser
    opened: list[Socket] = []
    write = server.house.log.write

    def steal() -> None:
        sign_in(thief, key)
        assert thief.get("/api/me")["name"] == "Anna"
        opened.append(thief.sit(game, 0))

    async def thief_first(**job: Any) -> Any:
        if not opened and any("DELETE FROM passkeys" in str(statement) for statement in job["statements"]):
            await asyncio.to_thread(steal)
        return await write(**job)

    monkeypatch.setattr(server.house.log, "write", thief_first)
    assert second.http.delete(f"/api/account/passkeys/{device}").status_code == 204
    assert close_code(opened[0]) == 4403
    assert thief.get("/api/me") == {"guest": False, "name": ""}
    assert second.get("/api/me")["name"] == "Anna"


def test_the_name_of_a_bot_is_marked_in_exports_and_messages(serve: Callable[..., Running]) -> None:
    server = serve()
    owner, anna = person(server, "Owner"), person(server, "Anna")
    bot = program(server, owner, "Deep")
    made = anna.create("azul", "here", "link", clock={"base": 86400, "per_move": True})
    bot.join(made["seats"][1]["invitation"])
    seats = anna.get("/api/me/export")["games"][0]["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [("Anna", False), ("Deep", True)]
    assert "against Deep (bot)" in _one_game(server.house.rooms[made["game"]], server.house.rooms[made["game"]].seats[0].guest, "en")


def test_a_name_in_full_width_is_no_formula_either(serve: Callable[..., Running]) -> None:
    """Spreadsheets of some languages read full-width signs as formulas."""
    anna = person(serve(), "Anna")
    made = anna.post("/api/tournaments", {"title": "Cup", "game": "azul"}, 201)["id"]
    for name in ("\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A1"):
        anna.post(f"/api/tournaments/{made}/enter", {"name": name})
        assert f",'{name}," in anna.http.get(f"/api/tournaments/{made}/standings.csv").text
