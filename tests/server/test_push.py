"""Web push: whoever asked for it is told when it is their turn, once, in private."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tegel.core.errors import BadOption
from tegel.server import pushing
from tegel.server.house import now
from tegel.server.limits import RATES
from tegel.server.push_crypto import CURVE, Keys, encrypt, from_text, to_text
from tegel.server.push_subscriptions import MOST_OF_GUEST
from tegel.server.quiet_hours import is_quiet
from tegel.server.settings import PROJECT, Settings
from tests.commands import tegel
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
        self.ben.http.put("/api/me", json={"name": "Sebastiaan"})
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
    assert b"Sebastiaan" not in body
    told = json.loads(browser.read(body))
    assert told == {
        "url": f"/game/{club.game}",
        "tag": club.game,
        "title": "It is your turn in Azul against Sebastiaan",
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
    for time in range(2):  # five discs take more moves than there are here, so that the two take turns
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


def test_whoever_has_to_wait_keeps_nobody_else_waiting(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many turns of people in their quiet hours there are, the others are told."""
    monkeypatch.setattr(pushing, "now", lambda: 1_760_000_000_000)  # 10:53 in Amsterdam
    monkeypatch.setattr(pushing, "MOST_TURNS", 2)
    club.new_game()
    quiet = {"begin": 22 * 60, "end": 11 * 60}
    browsers = [Browser(f"b{at}") for at in range(4)]
    ids = {club.subscribe(club.anna, browser, quiet=quiet)["id"]: browser for browser in browsers}
    awake = ids[max(ids)]  # which is looked at last
    club.subscribe(club.anna, awake)
    club.look()
    club.sent(1)
    told = json.loads(awake.read(club.service.got[0][2]))
    assert told["waiting"] == 2
    assert club.pushing._after == "", "the next time everybody is looked at again"


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
    ("settings", "contact"),
    [
        ({"contact": "mailto:club@tegel.example"}, "mailto:club@tegel.example"),
        ({"contact": "https://tegel.example/about", "host_names": ("other.example",)}, "https://tegel.example/about"),
        ({"host_names": ("*", "tegel.example")}, "https://tegel.example"),
        ({}, PROJECT),
    ],
)
def test_push_services_are_told_whom_to_turn_to(
    serve: Callable[..., Running], service: Service, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], contact: str
) -> None:
    monkeypatch.setattr(pushing, "EVERY", 3600.0)
    club = Club(serve(**{"host_names": ("*",), **settings}), service)
    club.subscribe(club.anna, Browser())
    club.look()
    assert check_vapid(club.sent(1)[0]["Authorization"], club.anna.get("/api/push")["key"])["sub"] == contact


@pytest.mark.parametrize(
    "contact",
    [
        "somebody@tegel.example",
        "mailto:somebody",
        "mailto:a b@c.de",
        "mailto:a@b.c?subject=x",
        "http://tegel.example",
        "https://tegel",
        "x",
    ],
)
def test_a_contact_that_is_none_is_refused(contact: str) -> None:
    with pytest.raises(BadOption, match=r"a contact is mailto:somebody@tegel\.example or https"):
        Settings(contact=contact)
    refused = tegel("serve", "--contact", contact)
    assert refused.returncode == 2
    assert "a contact is mailto:" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_key_is_made_once_and_kept(serve: Callable[..., Running]) -> None:
    server = serve()
    key = server.client().get("/api/push")["key"]
    server.stop()
    assert serve().client().get("/api/push")["key"] == key
    assert len(from_text(key)) == 65
