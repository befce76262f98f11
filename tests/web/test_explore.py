"""The explorer in a real browser, without a connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tegel.core.game import find_game, game_names
from tegel.explore.question import questions_of
from tests.web.conftest import people_at
from tests.web.people import Person
from tests.web.test_offline import wait_for

HOLDS = "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length)))"


@pytest.fixture
def anna(browser: Any, address: str) -> Iterator[Person]:
    with people_at(browser, address) as come:
        person = come(worker=True)
        person.open("/", "[data-test=to-explore]")
        wait_for(person, lambda: max([0, *person.page.evaluate(HOLDS)]) > 50)
        yield person


def test_figures_of_every_game_without_a_connection(anna: Person) -> None:
    page = anna.page
    anna.context.set_offline(True)
    page.click("[data-test=to-explore]")
    for game in game_names():
        page.click(f"[data-test=explore-{game}]")
        page.wait_for_selector("[data-question=seat] [data-test=bar]")
        asked = {"seat", *(question.name for question in questions_of(find_game(game)).asked)}
        assert set(page.eval_on_selector_all("[data-question]", "found => found.map(each => each.dataset.question)")) == asked
        page.go_back()
    page.click("[data-test=explore-azul]")
    before = page.inner_text("[data-question=columns]")
    page.select_option("[data-test=explore-players]", "4")
    page.wait_for_function("document.querySelectorAll('[data-question=seat] [data-test=bar]').length === 4")
    page.select_option("[data-test=explore-seat]", "4")
    assert "players=4&seat=4" in page.url
    assert page.inner_text("[data-question=columns]") != before
    page.reload()
    page.wait_for_selector("[data-question=seat] [data-test=bar]")
    assert page.input_value("[data-test=explore-seat]") == "4"
