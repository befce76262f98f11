"""Without a connection: games against the computer are played on this device, and verified by the server once it is there again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.conftest import people_at
from tests.web.people import PATIENCE, Person
from tests.web.test_words import sentences

HELD = "async () => (await (await caches.open('tegel engines')).keys()).map((each) => new URL(each.url).pathname)"
HANDED = """async () => {
    const result = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
    const database = await result(indexedDB.open("tegel", 1));
    const [kept] = await result(database.transaction("games").objectStore("games").getAll());
    database.close();
    return kept.handed;
}"""
FILES = 13  # four of each game, and the list


@pytest.fixture
def traveller(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    """Somebody whose browser has fetched the engines."""
    with people_at(browser, address_with_engines) as come:

        def come_and_fetch() -> Person:
            person = come(worker=True, language="nl")  # whose words come after the page itself
            person.open("/", "[data-test=play-azul]:enabled")
            wait_for(person, lambda: len(person.page.evaluate(HELD)) >= FILES)
            return person

        yield come_and_fetch


def wait_for(person: Person, holds: Callable[[], bool]) -> None:
    """Until something holds that takes a while to find out."""
    for _ in range(PATIENCE // 50):
        if holds():
            return
        person.page.wait_for_timeout(50)
    raise AssertionError("it never came about")


def start_away(anna: Person, game: str, level: int = 5) -> None:
    """Set a game up while the server cannot be reached."""
    anna.context.set_offline(True)
    anna.page.goto(f"{anna.address}/new?game={game}")
    anna.page.wait_for_selector("[data-test=away]")
    anna.page.click(f"[data-test='person-level:{level}']")
    anna.page.click("[data-test=start]:enabled")
    anna.page.wait_for_selector(".play[data-ply]")


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_whole_game_without_a_connection(traveller: Any, game: str) -> None:
    anna = traveller()
    start_away(anna, game)
    assert "/game/here-" in anna.page.url
    anna.play(12)
    before = anna.ply
    anna.page.reload()
    anna.page.wait_for_selector(".play[data-ply]")
    assert anna.ply >= before, "nothing is lost when the page is loaded again"
    anna.play()
    assert anna.over
    assert anna.page.locator("[data-test=proof]").get_attribute("data-verdict") == "local"
    anna.context.set_offline(False)
    anna.page.goto(f"{anna.address}/games")
    anna.page.wait_for_selector("main li")
    wait_for(anna, lambda: anna.page.evaluate(HANDED) is not None)
    verified = anna.page.evaluate(HANDED)
    record = anna.context.request.get(f"{anna.address}/api/games/{verified}/record").text()
    assert record.startswith(f"tegel record 3\ngame {game}")
    assert "\nplayed device\n" in record


def test_two_windows_do_not_split_a_game(traveller: Any) -> None:
    anna = traveller()
    start_away(anna, "azul", level=1)
    anna.move()
    other = anna.context.new_page()
    other.goto(anna.page.url)
    other.wait_for_selector(".play[data-ply]")
    anna.move()
    first, anna.page = anna.page, other
    anna.move()  # in a window that does not know of the last one
    assert anna.ply >= int(_ply(first))
    anna.play(anna.ply + 4)
    anna.next_choice()
    first.reload()
    first.wait_for_selector(f".play[data-ply='{_ply(other)}']")


def _ply(page: Any) -> str:
    return str(page.locator(".play").get_attribute("data-ply"))


def test_what_needs_others_says_so(traveller: Any) -> None:
    anna = traveller()
    anna.context.set_offline(True)
    anna.page.goto(f"{anna.address}/join/somewhere")
    anna.page.wait_for_selector("[data-test=unreachable]")
    anna.page.goto(f"{anna.address}/")
    assert anna.page.locator("[data-test=away]").inner_text() == sentences(anna.language)["local.away"]
    anna.context.set_offline(False)
    anna.page.wait_for_selector("[data-test=away]", state="detached")


def test_a_lesson_is_taken_without_a_connection(traveller: Callable[..., Person]) -> None:
    anna = traveller()
    anna.context.set_offline(True)
    anna.page.goto(f"{anna.address}/learn/blockers/capture")
    anna.page.wait_for_selector("[data-lesson=capture][data-busy=false]")
    assert anna.page.locator("button.spot.open").count() > 0, "a tile can be chosen"
    anna.context.set_offline(False)
