"""Web push: whoever asked for it is told when it is their turn, once, in private; and the server lets nobody send it anywhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tegel.server import pushing
from tegel.server.errors import Refusal
from tegel.server.house import now
from tegel.server.limits import RATES
from tegel.server.push_crypto import CURVE, Keys, encrypt, from_text, to_text
from tegel.server.push_delivery import Delivery, Names, Undeliverable, check_endpoint, is_public
from tegel.server.push_subscriptions import MOST_OF_GUEST
from tegel.server.quiet_hours import is_quiet
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.push_service import HOST, Browser, Service, check_vapid, push_service
from tests.server.test_rooms import on_loop, wait_for
from tests.server.test_vacation import THREE, heard, move, seat_of


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with push_service(tmp_path) as found:
        yield found


class Club:
    """A server that sends to the test's own service, and two who play there over days."""

    def __init__(self, server: Running, service: Service, clock: dict[str, Any] | None = THREE) -> None:
        self.server, self.service = server, service
        self.pushing.delivery = service.delivery()
        self.anna, self.ben = server.client(), server.client()
        self.ben.http.put("/api/me", json={"name": "Bas"})
        self.game = self.new_game(clock)

    @property
    def pushing(self) -> Any:
        guard: Any = self.server._server.config.loaded_app
        while not hasattr(guard, "state"):
            guard = getattr(guard, "_app", None) or guard.app
        return guard.state.pushing

    def new_game(self, clock: dict[str, Any] | None = THREE) -> str:
        made = self.anna.create("azul", "here", "link", **({"clock": clock} if clock else {}))
        self.ben.join(made["seats"][1]["invitation"])
        if self.anna.get(f"/api/games/{made['game']}")["turn"] == 1:
            move(self.ben, made["game"], "first")
        game: str = made["game"]
        return game

    def subscribe(self, client: Client, browser: Browser, status: int = 200, **more: Any) -> dict[str, Any]:
        answer = client.http.put("/api/me/push", json=browser.subscription(**more))
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def look(self) -> None:
        on_loop(self.server, self.pushing.look())

    def sent(self, count: int) -> list[dict[str, str]]:
        """Wait until so many messages have come and were taken; no more are on their way."""
        wait_for(lambda: len(self.service.got) >= count and self.server.metrics()["tegel_push_total"] >= count)
        assert len(self.service.got) == count
        return [headers for _, headers, _ in self.service.got]

    def later(self, monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
        monkeypatch.setattr(pushing, "now", lambda: now() + int(minutes * 60_000))


@pytest.fixture
def club(serve: Callable[..., Running], service: Service, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setattr(pushing, "EVERY", 3600.0)  # the test says when it looks
    return Club(serve(), service)


def test_whose_turn_it_is_is_told_so_in_private(club: Club) -> None:
    browser = Browser()
    key = club.anna.get("/api/push")["key"]
    club.subscribe(club.anna, browser)
    club.look()
    headers = club.sent(1)[0]
    path, _, body = club.service.got[0]
    assert path == "/send/browser"
    assert headers["Host"] == HOST
    assert (headers["Content-Encoding"], headers["TTL"], headers["Topic"]) == ("aes128gcm", "86400", club.game)
    claims = check_vapid(headers["Authorization"], key)
    assert claims["aud"] == f"https://{HOST}"
    assert b"Bas" not in body
    told = json.loads(browser.read(body))
    assert told == {
        "url": f"/game/{club.game}",
        "tag": club.game,
        "title": "It is your turn in Azul against Bas",
        "lang": "en",
        "waiting": 1,
    }, "and nothing of what happened in the game"


def test_on_either_database(serve: Callable[..., Running], service: Service, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing, "EVERY", 3600.0)
    club = Club(serve(database=database), service)
    club.subscribe(club.anna, Browser())
    club.subscribe(club.anna, Browser(), language="fr")
    club.look()
    club.look()
    club.sent(1)
    club.anna.post("/api/me/vacation", {"days": 3})
    heard(club.anna, club.game, "vacation")
    assert club.anna.http.delete("/api/me").status_code == 204
    heard(club.ben, club.game, "vacation_over")


def test_the_encryption_is_that_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    sender = ec.derive_private_key(int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    point = from_text("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    keys = Keys(point, from_text("BTBZMqHH6r4Tts7J_aSIgg"))
    made = encrypt(b"When I grow up, I want to be a watermelon", keys, sender, from_text("DGv6ra1nlYgDCS1FRnbzlw"))
    assert to_text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_flood_of_moves_is_one_message(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.subscribe(club.anna, Browser())
    club.look()
    club.sent(1)
    for time in range(4):
        move(club.anna, club.game, f"a{time}")
        club.look()
        move(club.ben, club.game, f"b{time}")
        club.look()
    club.sent(1)
    club.later(monkeypatch, 11)
    club.look()
    club.look()
    club.sent(2)
    move(club.anna, club.game, "away")
    club.later(monkeypatch, 60)
    club.look()
    club.sent(2)


def test_nobody_is_told_who_did_not_ask_or_has_the_game_open(club: Club) -> None:
    club.look()
    socket = club.anna.sit(club.game, seat_of(club.anna, club.game))
    club.subscribe(club.anna, Browser())
    club.subscribe(club.ben, Browser("ben"))
    club.look()
    socket.close()
    wait_for(lambda: not club.server.house.rooms[club.game].listeners)
    club.look()
    move(club.anna, club.game, "1")
    club.look()
    assert json.loads(club.sent(1)[0]["Content-Length"]) > 0
    assert club.service.got[0][0] == "/send/ben", "who saw it on the table is not told again when they leave"


def test_only_in_games_over_days_or_without_a_clock(club: Club) -> None:
    club.subscribe(club.anna, Browser())
    club.look()
    club.sent(1)
    club.new_game({"base": 600, "increment": 5})
    club.anna.create("azul", "here", "here")
    alone = club.anna.create("azul", "here", "computer")["game"]
    wait_for(lambda: club.anna.get(f"/api/games/{alone}")["turn"] == 0)
    club.look()
    club.sent(1)
    club.new_game(None)
    club.look()
    club.sent(2)


def test_what_came_in_quiet_hours_is_told_after_them_as_one(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    moment = 1_760_000_000_000  # 2025-10-09, 10:53 in Amsterdam
    monkeypatch.setattr(pushing, "now", lambda: moment)
    club.subscribe(club.anna, browser, quiet={"begin": 22 * 60, "end": 11 * 60}, language="nl")
    club.new_game()
    club.look()
    moment += 6 * 60_000
    club.look()
    club.sent(0)
    moment += 2 * 60_000
    club.look()
    club.sent(1)
    told = json.loads(browser.read(club.service.got[0][2]))
    assert (told["title"], told["url"], told["waiting"]) == ("Jij bent aan zet in 2 partijen", "/games", 2)


def test_quiet_hours_are_those_on_ones_own_wall() -> None:
    summer, winter = 1_751_320_800_000, 1_735_686_000_000  # 2025-06-30 22:00 and 2024-12-31 23:00, both UTC
    assert is_quiet("Europe/Amsterdam", 0, 60, summer)
    assert is_quiet("Europe/Amsterdam", 0, 60, winter)
    assert not is_quiet("UTC", 0, 60, summer)
    assert not is_quiet("Europe/Amsterdam", 60, 0, summer)
    assert not is_quiet("Europe/Amsterdam", None, None, summer)
    assert not is_quiet("Europe/Amsterdam", 0, 0, summer)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_unsubscribed_is_forgotten(club: Club, status: int) -> None:
    club.service.status = status
    id = club.subscribe(club.anna, Browser())["id"]
    club.look()
    club.sent(1)
    wait_for(lambda: club.anna.http.delete(f"/api/me/push/{id}").status_code == 404)


def test_what_did_not_arrive_is_sent_again_later_and_not_for_ever(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.service.status = 302
    id = club.subscribe(club.anna, Browser())["id"]
    for time in range(pushing.MOST_FAILURES):
        club.look()
        club.sent(time + 1)
        wait_for(lambda time=time: bool(club.server.metrics()["tegel_push_failures_total"] == time + 1))
        club.look()
        club.sent(time + 1)  # not at once
        for known, (failures, _) in list(club.pushing._failures.items()):
            club.pushing._failures[known] = failures, 0.0
    assert club.anna.http.delete(f"/api/me/push/{id}").status_code == 404
    assert len(club.service.got) == pushing.MOST_FAILURES, "and no redirect was followed"


def test_a_slow_service_stalls_nobody(club: Club) -> None:
    club.service.hang.clear()
    club.pushing.delivery = club.service.delivery(within=1.0)
    club.subscribe(club.anna, Browser())
    club.look()
    wait_for(lambda: len(club.service.got) == 1)
    move(club.anna, club.game, "1")
    move(club.ben, club.game, "2")
    wait_for(lambda: bool(club.server.metrics()["tegel_push_failures_total"] == 1))


def test_a_full_queue_leaves_the_rest_for_later(club: Club) -> None:
    browsers = [Browser(f"b{at}") for at in range(3)]
    for browser in browsers:
        club.subscribe(club.anna, browser)
    club.service.hang.clear()
    club.pushing._waiting._maxsize = 1
    for _ in range(6):
        club.look()
    club.service.hang.set()
    for _ in range(3):
        club.look()
        wait_for(lambda: club.pushing._waiting.empty())
    club.sent(3)
    assert {path for path, _, _ in club.service.got} == {f"/send/b{at}" for at in range(3)}


def test_signing_out_forgetting_and_unsubscribing_end_it(club: Club) -> None:
    anna = club.anna
    id = club.subscribe(anna, Browser())["id"]
    assert club.ben.http.delete(f"/api/me/push/{id}").status_code == 404, "somebody else's"
    assert anna.http.delete(f"/api/me/push/{id}").status_code == 204
    club.look()
    club.subscribe(anna, Browser("again"))
    anna.post("/api/account/codes", {}, 201)  # a new cookie: the browser has to ask again
    club.look()
    club.subscribe(anna, Browser("signed-in"))
    anna.post("/api/account/sign-out", {}, 204)
    club.look()
    club.sent(0)
    club.subscribe(club.ben, Browser("ben"))
    assert club.ben.http.delete("/api/me").status_code == 204
    rows = on_loop(club.server, club.server.house.store.rows(pushing.select(pushing.subscriptions)))
    assert rows == []


def test_subscriptions_are_few_and_checked(club: Club) -> None:
    assert club.subscribe(club.server.client(), Browser(), 403)["error"] == "forbidden"
    ids = [club.subscribe(club.anna, Browser(f"b{at}"))["id"] for at in range(MOST_OF_GUEST + 2)]
    assert len(set(ids)) == MOST_OF_GUEST + 2
    rows = on_loop(club.server, club.server.house.store.rows(pushing.select(pushing.subscriptions.c.id)))
    assert {row["id"] for row in rows} == set(ids[2:]), "the first ones go"
    for wrong in (
        {"endpoint": "http://push.example.org/a"},
        {"public_key": "AAAA"},
        {"public_key": to_text(b"\x04" + bytes(64))},
        {"secret": "AAAA"},
        {"zone": "Nowhere/Else"},
        {"zone": "../../etc/passwd"},
        {"quiet": {"begin": 0, "end": 1440}},
        {"language": "de"},
        {"more": 1},
    ):
        club.subscribe(club.anna, Browser(), 400, **wrong)


def test_asking_again_and_again_has_a_limit(serve: Callable[..., Running]) -> None:
    anna = serve(limits=1.0).client()
    anna.create("azul", "here", "computer")
    answers = [
        anna.http.put("/api/me/push", json=Browser(f"b{at}").subscription()).status_code for at in range(int(RATES["push"].burst) + 2)
    ]
    assert answers[0] == 200
    assert answers[-1] == 429


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://push.example.org:443@127.0.0.1/a",
        "https://user:word@push.example.org/a",
        "https://127.0.0.1/a",
        "https://127.1/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://printer.local/a",
        "https://metadata.google.internal/a",
        "https://push.example.org./a",
        "https://push.example.org",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nX: y",
        "https://push.example.org\\@127.0.0.1/a",
        "https://PUSH.example.org/a\n",
        "file:///etc/passwd",
        "gopher://push.example.org/a",
        "",
    ],
)
def test_no_endpoint_but_a_public_https_one(endpoint: str) -> None:
    with pytest.raises(Refusal):
        check_endpoint(endpoint)


def test_endpoints_of_browsers_are_taken() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQ",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
    ):
        assert check_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001:80e::200a", True),
        ("64:ff9b::808:808", True),
        ("10.0.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("192.168.1.1", False),
        ("172.16.0.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
    ],
)
def test_only_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_leads_inside_is_not_sent_to(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only one of its addresses does; and the address that was looked at is the one that is called."""
    inside: list[list[str]] = [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], []]

    def look(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in inside[0]]

    monkeypatch.setattr("tegel.server.push_delivery.socket.getaddrinfo", look)
    while inside:
        delivery = Delivery(None, service.context, service.port)
        with pytest.raises(Undeliverable, match="public address"):
            asyncio.run(delivery.post(f"https://{HOST}/a", {}, b""))
        delivery.close()
        inside.pop(0)
    assert service.got == []
    called: list[Any] = []

    async def connect(address: str, port: int, **more: Any) -> Any:
        called.append((address, port, more["server_hostname"]))
        raise OSError

    inside.append(["8.8.8.8"])
    names = Names()
    monkeypatch.setattr("tegel.server.push_delivery.asyncio.open_connection", connect)
    delivery = Delivery(names)
    with pytest.raises(Undeliverable):
        asyncio.run(delivery.post(f"https://{HOST}/a", {}, b""))
    names.close()
    assert called == [("8.8.8.8", 443, HOST)]


def test_a_certificate_of_another_is_not_taken(service: Service) -> None:
    async def here(host: str) -> str:
        return "127.0.0.1"

    other = Delivery(here, service.context, service.port)
    with pytest.raises(Undeliverable, match="CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(other.post("https://other.example.org/a", {}, b""))
    untrusted = Delivery(here, None, service.port)
    with pytest.raises(Undeliverable, match="CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(untrusted.post(f"https://{HOST}/a", {}, b""))
    assert service.got == []


def test_the_key_is_made_once_and_kept(serve: Callable[..., Running]) -> None:
    server = serve()
    key = server.client().get("/api/push")["key"]
    server.stop()
    assert serve().client().get("/api/push")["key"] == key
    assert len(from_text(key)) == 65
