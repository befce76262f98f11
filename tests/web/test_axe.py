"""No fault that axe knows of where one studies: puzzles, lessons, the analysis board with and without an engine, the editor, the review.

Each run asks about each screen at one of three sizes, light or dark; the long one at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.long import LONG
from tests.rotation import rotates
from tests.seeds import run_seed
from tests.web.conftest import people_at
from tests.web.people import Person
from tests.web.test_layout import begun
from tests.web.test_pages import AXE_SIZES, GAMES, LIGHTS, ask_axe
from tests.web.test_review import last_moves, paste


@pytest.fixture
def come(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    with people_at(browser, address_with_engines) as make:
        yield make


def faults(anna: Person, screen: str) -> list[str]:
    """What axe finds on the screen as it is now."""
    all_ways = [(size, light) for size in AXE_SIZES for light in LIGHTS]
    ways = all_ways if LONG else [Random(f"{run_seed()} {screen}").choice(all_ways)]
    found = ask_axe(anna.page, ways)
    anna.page.set_viewport_size({"width": 1440, "height": 900})
    return [f"{screen} {fault}" for fault in found]


@rotates
@pytest.mark.parametrize("game", GAMES)
def test_puzzles_and_lessons(come: Callable[..., Person], game: str) -> None:
    anna = come()
    anna.page.clock.set_fixed_time("2026-11-17T12:00:00")  # a day whose puzzles begin with something to touch
    anna.open(f"/puzzles/{game}/daily", "[data-puzzle][data-busy=false] :is(button.spot.open, [data-test=pay-chip])")
    found = faults(anna, "puzzle")
    anna.page.click("[data-test=reveal]")
    anna.page.wait_for_selector("[data-puzzle][data-busy=false] [data-test=shown]")
    found += faults(anna, "solution")
    anna.open(f"/learn/{game}", "[data-test=lesson]")
    anna.page.locator("[data-test=lesson]").nth(3).click()
    anna.page.wait_for_selector("[data-lesson][data-busy=false]")
    assert found + faults(anna, "lesson") == []


@rotates
@pytest.mark.parametrize("game", GAMES)
def test_the_analysis_board_and_the_editor(come: Callable[..., Person], game: str) -> None:
    anna, without = come(), come()
    without.page.route("**/engine/**", lambda route: route.abort())
    found = []
    for one, by in ((without, "server"), (anna, "device")):
        one.open("/analysis", "[data-test=paste]")
        one.page.fill("[data-test=paste]", begun(game, 2))
        one.page.click("[data-test=open]")
        one.page.wait_for_selector("[data-test=analysis][data-judged='0'][data-busy=false]")
        found += faults(one, f"board by {by}")
    anna.page.click("[data-test=edit]")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true] [data-place]")
    assert found + faults(anna, "editor") == []


@rotates
@pytest.mark.parametrize("game", GAMES)
def test_the_review(come: Callable[..., Person], game: str) -> None:
    anna = come()
    anna.open("/review", "[data-test=paste]")
    paste(anna, last_moves(game))
    found = faults(anna, "review")
    anna.page.locator("[data-test=only]").uncheck()
    anna.page.locator("[data-test=decision]").first.click()
    anna.page.wait_for_selector("[data-test=judged]")
    found += faults(anna, "a move of it")
    for seat in range(anna.page.locator("[data-test=score]").count()):
        anna.page.locator("[data-test=score]").nth(seat).click()
        if anna.page.locator("[data-test=learn]").count():
            anna.page.click("[data-test=learn]")
            anna.page.wait_for_selector("[data-test=learning]")
            found += faults(anna, "a question")
            break
    assert found == []
