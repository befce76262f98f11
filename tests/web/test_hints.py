"""Hints against the computer: where to look, the move, why; counted in the result. And why a move is better on the analysis board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.conftest import people_at
from tests.web.people import Person
from tests.web.test_board import begin
from tests.web.test_offline import FILES, HELD, wait_for
from tests.web.test_words import sentences

KEPT_HINTS = """() => new Promise((done) => {
  const asked = indexedDB.open("tegel", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("games").objectStore("games").getAll();
    all.onsuccess = () => { asked.result.close(); done(all.result.map((game) => game.hints ?? 0)); };
  };
})"""


@pytest.fixture
def anna(browser: Any, address_with_engines: str) -> Iterator[Person]:
    """Somebody whose browser has fetched the engines."""
    with people_at(browser, address_with_engines) as come:
        person = come(worker=True)
        person.open("/", "[data-test=play-azul]:enabled")
        wait_for(person, lambda: len(person.page.evaluate(HELD)) >= FILES)
        yield person


def test_hints_and_reasons(anna: Person) -> None:
    words, page = sentences("en"), anna.page
    page.goto(f"{anna.address}/new?game=azul")
    page.click("[data-test='person-level:1']")
    page.click("[data-test=start]:enabled")
    page.wait_for_selector(".play[data-ply]")
    page.wait_for_selector("[data-test=hint][data-step='0']:enabled").click()
    page.wait_for_selector("[data-test=hint][data-step='1']")
    assert page.locator(".spot.hinted").count() > 0
    assert words["hint.look"] in page.locator(".prompt .say").inner_text()
    assert page.locator("[data-test=ghost]").count() == 0, "the move is not told yet"
    page.click("[data-test=hint]")
    page.wait_for_selector("[data-test=ghost]")
    assert words["hint.best"].split("{")[0].strip() in page.locator(".prompt .say").inner_text()
    page.click("[data-test=hint]")
    page.wait_for_selector("[data-test=hint-why] li")
    assert page.locator("[data-test=hint]").count() == 0, "there is no more to ask"
    page.click("[data-test=hint-close]")
    assert page.locator("[data-test=hint-why]").count() == 0
    assert page.locator(".spot.hinted").count() == 0
    page.click("[data-test=hint]")
    page.wait_for_selector(".spot.hinted")
    assert page.evaluate(KEPT_HINTS) == [1], "one decision counts once"
    anna.move()
    assert page.locator(".spot.hinted").count() == 0
    page.click("[data-test=resign]")
    page.click("[data-test=resign-yes]")
    page.wait_for_selector("[data-test=hints]")
    assert page.locator("[data-test=hints]").inner_text() == "with 1 hint"

    begin(anna, "azul")
    page.wait_for_selector("[data-test=why] li")
