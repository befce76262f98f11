"""Games against the computer are played on the device while the server is there, too: it hears of them when they are over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.conftest import people_at
from tests.web.people import CHOOSE, Person
from tests.web.test_offline import FILES, HANDED, HELD, wait_for
from tests.web.test_words import sentences

MOVED_OR_CHOICE = f"(dice) => document.querySelector('[data-test=moved]') ? 'moved' : ({CHOOSE})(dice)"


@pytest.fixture
def player(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    """Somebody whose browser has fetched the engines, and what they asked of the server since."""
    with people_at(browser, address_with_engines) as come:

        def come_and_fetch(**settings: Any) -> Person:
            person = come(worker=True, **settings)
            person.open("/", "[data-test=play-azul]:enabled")
            wait_for(person, lambda: len(person.page.evaluate(HELD)) >= FILES)
            return person

        yield come_and_fetch


def start(anna: Person, game: str, opponent: str = "level:1") -> None:
    anna.page.goto(f"{anna.address}/new?game={game}")
    anna.page.click(f"[data-test='person-{opponent}']")
    anna.page.click("[data-test=start]:enabled")
    anna.page.wait_for_selector(".play[data-ply]")


def asked_of(anna: Person) -> list[str]:
    """What the page writes to the server from now on."""
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    return asked


def listed(anna: Person) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = anna.context.request.get(f"{anna.address}/api/me/games").json()["games"]
    return games


def test_a_game_costs_the_server_nothing_until_it_is_over(player: Any) -> None:
    anna = player()
    asked = asked_of(anna)
    start(anna, "azul")
    assert "/game/here-" in anna.page.url
    anna.play(6)
    assert asked == []
    assert anna.frames == [], "there is no socket to the server"
    assert listed(anna) == []
    anna.play()
    anna.page.wait_for_selector("[data-test=proof][data-verdict=verified]")
    assert [address.split("?")[0] for address in asked] == [f"{anna.address}/api/device-games"]
    [game] = listed(anna)
    assert (game["status"], game["on_device"], game["game"]) == ("over", True, anna.page.evaluate(HANDED))
    anna.open("/games", "main li")
    assert anna.page.locator("main li").count() == 1, "it is listed once"
    anna.open("/statistics", "[data-test=statistics-azul]")
    assert anna.page.locator("[data-test=statistics-azul] dd").first.inner_text() == "1"


def test_who_resigns_has_lost_and_plays_again(player: Any) -> None:
    anna = player()
    start(anna, "blockers")
    anna.move()
    anna.page.click("[data-test=resign]")
    anna.page.click("[data-test=resign-yes]")
    anna.page.wait_for_selector("[data-test=proof][data-verdict=verified]")
    [result] = anna.context.request.get(f"{anna.address}/api/me/results").json()["results"]
    assert result["left"] == "resigned"
    before = anna.page.url
    anna.page.click("[data-test=rematch]")
    anna.page.wait_for_function("(before) => location.href !== before && document.querySelector('.play[data-ply]')", arg=before)
    assert "/game/here-" in anna.page.url


def test_a_game_moves_to_the_server_to_go_on_elsewhere(player: Any) -> None:
    anna = player()
    start(anna, "azul")
    anna.move()
    local, ply = anna.page.url, anna.ply
    other = anna.context.new_page()
    other.goto(local)
    other.wait_for_selector(".play[data-ply]")
    anna.page.click(".seat-link summary")
    anna.page.click("[data-test=to-server]")
    anna.page.wait_for_function("() => !location.pathname.startsWith('/game/here-')")
    anna.page.wait_for_selector(".play[data-ply]")
    assert anna.ply >= ply
    anna.move()
    assert anna.page.locator(".seat-link").count() == 1
    there = anna.page.url
    anna.page.goto(local)
    anna.page.wait_for_url(there)
    anna.page.wait_for_selector(".play[data-ply]")
    [game] = listed(anna)
    assert (game["status"], game["on_device"]) == ("running", True)
    anna.page = other
    while (place := anna.page.wait_for_function(MOVED_OR_CHOICE, arg=0).json_value()) != "moved":
        anna.page.mouse.click(place["x"], place["y"])  # a move in the window that does not know of it
    assert anna.page.locator("[data-test=moved] p").first.inner_text() == sentences("en")["moved.text"]
    anna.page.click("[data-test=moved] a")
    anna.page.wait_for_url(there)
    anna.page.wait_for_selector(".play[data-ply]")


def test_who_does_not_want_it_plays_at_the_server(player: Any) -> None:
    anna = player(here=False)
    start(anna, "azul")
    assert "/game/here-" not in anna.page.url
    anna.open("/settings", "[data-test=setting-here]")
    anna.page.check("[data-test=setting-here]")
    start(anna, "azul")
    assert "/game/here-" in anna.page.url
