"""Tournaments from their making to the standings: a Swiss evening, tables of four directed from a telephone, and a duplicate round."""

from __future__ import annotations

import random
import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tegel.core.fairness import commitment_of
from tegel.core.record import Record
from tegel.core.replay import verify
from tests.server.client import Client
from tests.web.axe import faults_of
from tests.web.people import Person
from tests.web.qr import read_drawing

SHORT = {"rounds": 1}  # of Azul
FITS = "() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"


class Player:
    """Somebody without a browser, who comes to the table and plays at random."""

    def __init__(self, address: str, id: str, name: str) -> None:
        self.client, self.id, self.name = Client(address), id, name
        self.client.post(f"/api/tournaments/{id}/enter", {"name": name})
        self._nonces: dict[str, str] = {}
        self._dice = random.Random(name)

    @property
    def game(self) -> str | None:
        game: str | None = self.client.get(f"/api/tournaments/{self.id}")["yours"]
        return game

    def come(self) -> bool:
        """Add to the draws whatever is wanted now; whether the game has begun."""
        if (game := self.game) is None:
            return False
        about = self.client.get(f"/api/games/{game}")
        for seat in about["seats"]:
            if seat["mine"] and seat["owes"]:
                self._give(f"/api/games/{game}", seat["seat"], about["promise"], seat["owes"], {"seat": seat["seat"]}, about)
        return bool(about["status"] == "running")

    def add_to_deals(self) -> bool:
        """The same for a duplicate round."""
        asked = self.client.get(f"/api/tournaments/{self.id}")["asked"]
        if asked and asked["owes"]:
            self._give(f"/api/tournaments/{self.id}", asked["place"], asked["promise"], asked["owes"], {})
        return asked is None

    def _give(self, at: str, place: int, promise: str, owed: str, more: dict[str, int], about: dict[str, Any] | None = None) -> None:
        nonce = self._nonces.setdefault(promise, secrets.token_hex(32))
        if owed == "commitment":
            self.client.post(f"{at}/commit", {"commitment": commitment_of(promise, place, nonce), **more})
        elif about is None or all(seat["owes"] != "commitment" for seat in about["seats"]):
            self.client.post(f"{at}/reveal", {"nonce": nonce, **more})

    def seat(self, game: str) -> int:
        return int(next(seat["seat"] for seat in self.client.get(f"/api/games/{game}")["seats"] if seat["mine"]))

    def resign(self, game: str) -> None:
        self.client.post(f"/api/games/{game}/resign", {"seat": self.seat(game), "id": "resign"})

    def move(self, game: str) -> bool:
        """Make a move if it is one's turn; whether the game is over."""
        seat = self.seat(game)
        state = self.client.get(f"/api/games/{game}/state", seat=seat)
        if state["turn"] == seat:
            move = self._dice.choice(state["legal"])["move"]
            self.client.post(f"/api/games/{game}/move", {"seat": seat, "id": f"{state['ply']}", "ply": state["ply"], "moves": [move]})
        return state["turn"] is None


@pytest.fixture
def player(address: str) -> Iterator[Callable[..., Player]]:
    people: list[Player] = []

    def make(id: str, name: str) -> Player:
        people.append(Player(address, id, name))
        return people[-1]

    yield make
    for each in people:
        each.client.close()


def until(ready: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 120
    while not ready():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.1)


def until_all(people: list[Player], act: Callable[[Player], bool]) -> None:
    """Everybody does something, again and again, until it is done for all."""
    until(lambda: False not in [act(each) for each in people])


def enter(one: Person, id: str, name: str) -> None:
    one.open(f"/tournament/{id}", "[data-test=enter]")
    one.page.fill("[data-test=name]", name)
    one.page.click("[data-test=enter]")
    one.page.wait_for_selector("[data-test=withdraw]")


def make(director: Person, **plan: Any) -> str:
    """A tournament with what the form does not ask for; its director's browser knows it."""
    director.open("/tournaments", "[data-test=make]")
    answer = director.context.request.post(f"{director.address}/api/tournaments", data={"title": "Club evening", "game": "azul", **plan})
    assert answer.ok, answer.text()
    id: str = answer.json()["id"]
    director.page.reload()
    director.page.click(f"[data-test=my-tournaments] a[href='/tournament/{id}']")
    director.page.wait_for_selector("[data-test=director]")
    return id


def to_table(one: Person) -> str:
    """With one tap to the game; its id."""
    one.page.click("[data-test=to-table]")
    one.page.wait_for_url("**/game/*")
    game: str = one.page.url.rpartition("/")[2]
    return game


def resign_by_hand(one: Person, game: str) -> None:
    """Without the menu of the game."""
    about = one.context.request.get(f"{one.address}/api/games/{game}").json()
    seat = next(each["seat"] for each in about["seats"] if each["mine"])
    assert one.context.request.post(f"{one.address}/api/games/{game}/resign", data={"seat": seat, "id": "r"}).ok


def standings_of(one: Person) -> list[list[str]]:
    rows = one.page.locator("[data-test=standings] tbody tr")
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in rows.all()]


def test_an_eight_player_swiss_evening(person: Any, player: Any) -> None:
    director, anna, ben = person(), person(), person(language="nl")
    id = make(director, rounds=3, options=SHORT)
    code = director.page.locator("[data-test=qr]").first
    size = int(code.get_attribute("viewBox").split()[-1])
    assert read_drawing(code.locator("path").get_attribute("d"), size).endswith(f"/tournament/{id}")
    enter(anna, id, "Anna")
    enter(ben, id, "Ben")
    others = [player(id, name) for name in ("Cleo", "Dirk", "Eva", "Fons", "Gerda", "Hugo")]
    director.page.wait_for_selector("[data-test=line-8]")
    screen = person()
    screen.open(f"/tournament/{id}/screen", "[data-test=screen]")
    assert screen.page.locator("[data-test=qr]").bounding_box()["width"] > 300, "large before the first round"
    for number in (1, 2, 3):
        director.page.click("[data-test=pair]:enabled")
        director.page.wait_for_selector(f"[data-test=table-{number}-4]")
        games = {to_table(one): one for one in (ben, anna)}
        until_all(others, Player.come)
        for one in (anna, ben):
            one.page.wait_for_selector(".play[data-ply]")
        played = next(game for game, one in games.items() if one is anna)
        for game in {each.game for each in others} - set(games):
            next(each for each in others if each.game == game).resign(str(game))
        for game, one in games.items():
            against = [each for each in others if each.game == game]
            if number == 1 and game == played:
                play_for_real(anna, ben, against, game)
            elif against:
                against[0].resign(game)
            else:
                resign_by_hand(one, game)
        for one in (anna, ben):
            one.page.click("[data-test=to-tournament]")
            one.page.wait_for_selector("[data-test=tournament]")
        director.page.wait_for_selector("[data-test=pair]:enabled" if number < 3 else ".fold.earlier")
        until(lambda: screen.page.locator("[data-test=screen] .over").count() == 4)  # it goes on by itself
        assert screen.page.evaluate(FITS), "all on one screen"
    director.page.wait_for_selector("[data-test=state] >> text=over")
    check_end(director, screen, id)


def play_for_real(anna: Person, ben: Person, against: list[Player], game: str) -> None:
    """A whole game, by pointing; the other side with a browser or without."""
    while not anna.over:
        if against:
            against[0].move(game)
        elif ben.turn == ben.state()["seat"] and not ben.over:
            ben.move()
        if anna.page.evaluate("() => document.querySelector('.spot.open') !== null"):
            anna.step()
        anna.page.wait_for_timeout(50)
    anna.page.wait_for_selector(".final")


def check_end(director: Person, screen: Person, id: str) -> None:
    lines = standings_of(director)
    assert len(lines) == 8
    assert lines[0][0] == "1"
    director.page.click("[data-test=why] summary")
    assert "mean points of those you played" in director.page.locator("[data-test=why]").inner_text()
    with director.page.expect_download() as download:
        director.page.click("[data-test=csv]")
    assert len(download.value.path().read_text(encoding="utf-8").splitlines()) == 9
    shown = director.context.request.get(f"{director.address}/api/tournaments/{id}").json()
    points = [sum(float(line["points"]) for line in shown["standings"])]
    assert points == [12.0]
    for tables in shown["tables"]:
        for table in tables:
            verify(Record.loads(director.context.request.get(f"{director.address}/api/games/{table['game']}/record").text()))
    for one in (director, screen):
        assert faults_of(one.page) == []


def test_tables_of_four_directed_from_a_telephone(person: Any, player: Any) -> None:
    """Everything by touch at 390 x 664: the form, pairing, a table to which somebody did not come, removing, the standings."""
    director = person(width=390, height=664, touch=True)
    director.open("/lobby", "[data-test=to-tournaments]")
    page = director.page
    page.tap("[data-test=to-tournaments]")
    page.fill("[data-test=title]", "Fours")
    page.locator("[data-test=new-size]").select_option("4")
    page.locator("[data-test=new-rounds]").select_option("2")
    assert faults_of(page) == []
    page.tap("[data-test=make]:enabled")
    page.wait_for_url("**/tournament/*")
    id = page.url.rpartition("/")[2]
    people = [player(id, f"Player {number}") for number in range(1, 9)]
    page.wait_for_selector("[data-test=line-8]")
    for number in (1, 2):
        page.tap("[data-test=pair]:enabled")
        page.wait_for_selector(f"[data-test=table-{number}-2]")
        check_phone(page)
        assert page.locator("[data-test=qr]").bounding_box()["y"] > page.locator("[data-test=standings]").bounding_box()["y"]
        shown = people[0].client.get(f"/api/tournaments/{id}")["tables"][-1]
        first, second = ([people[at - 1] for at in table["players"] if at] for table in shown)
        until_all(first, Player.come)
        for each in first[1:]:
            each.resign(shown[0]["game"])
        if number == 1:
            page.tap("[data-test=decide-2]")
            page.wait_for_selector("[data-test=decide-table]")
            assert faults_of(page) == []
            away = second[1].name
            page.tap("[data-test=missing-2]")
            page.tap("[data-test=save]")
            page.wait_for_selector("[data-test=decide-table]", state="detached")
            assert page.locator("tr", has_text=away).locator("small").inner_text() == "withdrawn"
            people.append(player(id, "Late"))
            page.wait_for_selector("[data-test=line-9]")
        else:
            until_all(second, Player.come)
            for each in second[1:]:
                each.resign(shown[1]["game"])
    page.wait_for_selector("[data-test=state] >> text=over")
    check_phone(page)
    assert len(standings_of(director)) == 9
    assert faults_of(page) == []
    left = [line["name"] for line in people[0].client.get(f"/api/tournaments/{id}")["standings"] if line["left"]]
    assert left == [away]


def check_phone(page: Any) -> None:
    """Nothing is wider than the telephone, and what can be touched is large enough for a finger."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""() => [...document.querySelectorAll("main button, main .button, main select, main summary")]
        .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
        .filter(([, box]) => box.height > 0 && box.height < 33).map(([text]) => text)""")
    assert small == []


def test_a_duplicate_round_is_dealt_played_and_verified(person: Any, player: Any) -> None:
    director, anna = person(), person()
    id = make(director, rounds=1, options=SHORT, duplicate=True)
    enter(anna, id, "Anna")
    others = [player(id, name) for name in ("Ben", "Cleo", "Dirk")]
    director.page.wait_for_selector("[data-test=line-4]")
    director.page.click("[data-test=pair]:enabled")
    anna.page.wait_for_selector("[data-test=gathering]")
    until_all(others, Player.add_to_deals)
    anna.page.wait_for_url("**/game/*")  # by itself: the clock may run
    game = anna.page.url.rpartition("/")[2]
    anna.page.wait_for_selector(".play[data-ply]")
    (against,) = [each for each in others if each.game == game]
    against.resign(game)
    anna.page.wait_for_selector("[data-test=proof][data-verdict=sealed]")
    director.page.wait_for_selector("[data-test=closed]")
    assert re.fullmatch(r"–|1", standings_of(director)[0][0])
    (slow,) = {each.game for each in others} - {game, None}
    next(each for each in others if each.game == slow).resign(str(slow))
    anna.page.click("[data-test=to-tournament]")
    anna.page.wait_for_selector("[data-test=state] >> text=over")
    assert faults_of(anna.page) == []
    until(lambda: director.context.request.get(f"{director.address}/api/games/{game}").ok)
    anna.open(f"/game/{game}", "[data-test=proof][data-verdict=verified]")
