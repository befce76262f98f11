"""Where the browser has no engine the server knows the rules and thinks: the analysis board and the review."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.configurations import new_table, play_random
from tests.rotation import rotates
from tests.web.axe import faults_of
from tests.web.conftest import people_at
from tests.web.people import PICK, TARGET, Person
from tests.web.test_review import last_moves, try_moves

PICTURES = os.environ.get("TEGEL_PICTURES")
SIZES = {"desktop": (1440, 900), "phone": (390, 664), "lying": (844, 390)}


@pytest.fixture
def come(browser: Any, address: str) -> Iterator[Callable[..., Person]]:
    with people_at(browser, address) as make:

        def without_engine(**wishes: Any) -> Person:
            person = make(**wishes)
            person.page.route("**/engine/**", lambda route: route.abort())
            return person

        yield without_engine


def take_pictures(anna: Person, name: str) -> None:
    """For people who look at them: `TEGEL_PICTURES=FOLDER pytest ...`."""
    for size, (width, height) in SIZES.items() if PICTURES else ():
        anna.page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            anna.page.emulate_media(color_scheme=theme)
            anna.page.wait_for_timeout(300)
            anna.page.screenshot(path=f"{PICTURES}/{name}-{size}-{theme}.png")


def is_judged(anna: Person, at: int) -> None:
    anna.page.wait_for_selector(f"[data-test=analysis][data-judged='{at}'][data-busy=false]")


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_the_board_is_the_servers(come: Callable[..., Person], game: str) -> None:
    anna = come()
    text = play_random(new_table(game, {"players": 3} if game == "azul" else {}, 7), 7, most=9).position
    anna.open("/analysis", "[data-test=paste]")
    anna.page.fill("[data-test=paste]", text)
    anna.page.click("[data-test=open]")
    anna.page.wait_for_selector("[data-test=board][data-by=server]")
    is_judged(anna, 0)
    chances = [int(each.strip("%")) for each in anna.page.locator("[data-test=chance] strong").all_inner_texts()]
    assert abs(sum(chances) - 100) <= 2, "somebody wins"
    assert anna.page.locator("[data-test=judged]").count() >= 2
    assert faults_of(anna.page) == []
    take_pictures(anna, f"server-board-{game}")
    anna.page.set_viewport_size({"width": 1440, "height": 900})

    anna.page.locator("[data-test=judged]").first.click()
    is_judged(anna, 1)
    assert anna.page.locator("[data-test=line] li").count() == 1
    anna.page.click("[data-test=previous]")
    is_judged(anna, 0)
    for _ in range(4):  # and by pointing at the table
        anna.page.locator(f"[data-test=board] .table :is({TARGET}, {PICK})").first.click()
        if anna.page.locator("[data-test=line] [aria-current]").count():
            break
    is_judged(anna, 1)
    assert anna.faults == []


def test_a_new_game_and_a_text_that_is_none(come: Callable[..., Person]) -> None:
    anna = come()
    anna.open("/analysis", "[data-test=new-blockers]")
    anna.page.click("[data-test=new-blockers]")
    anna.page.wait_for_selector("[data-test=board][data-by=server]")
    anna.page.click("[data-test=another]")
    anna.page.fill("[data-test=paste]", "tegel position 1\ngame azul rules 1\nnonsense\n")
    anna.page.click("[data-test=open]")
    assert anna.page.locator("[data-test=failure]").inner_text()
    assert all("400" in fault for fault in anna.faults), "which the browser notes"
    anna.faults.clear()


@rotates
@pytest.mark.parametrize("game", ["azul", "blockers"])
def test_the_review_is_the_servers(come: Callable[..., Person], game: str) -> None:
    anna = come()
    anna.open("/review", "[data-test=paste]")
    anna.page.fill("[data-test=paste]", last_moves(game))
    anna.page.click("[data-test=open]")
    anna.page.wait_for_selector("[data-test=review][data-by=server]")
    anna.page.wait_for_selector("[data-test=review][data-busy=false] [data-test=story]")
    for seat in range(anna.page.locator("[data-test=score]").count()):
        anna.page.locator("[data-test=score]").nth(seat).click()
        if anna.page.locator("[data-test=learn]").count():
            break
    anna.page.locator("[data-test=decision]").first.click()
    assert anna.page.locator("[data-test=judged] [data-test=better]").inner_text()
    assert faults_of(anna.page) == []
    take_pictures(anna, f"server-review-{game}")
    anna.page.set_viewport_size({"width": 1440, "height": 900})
    anna.page.click("[data-test=learn]")
    anna.page.wait_for_selector("[data-test=learning]")
    try_moves(anna)
    anna.page.wait_for_selector(":is([data-verdict=right], [data-verdict=best], [data-verdict=wrong])")
    assert anna.faults == []


def test_a_review_says_that_the_server_thinks(come: Callable[..., Person]) -> None:
    anna = come()
    anna.open("/review", "[data-test=paste]")
    anna.page.fill("[data-test=paste]", play_random(new_table("duel", {}, 4), 4).record.dumps())
    anna.page.click("[data-test=open]")
    anna.page.wait_for_selector("[data-test=progress] [data-test=server]")
    anna.page.get_by_text("moves looked at").wait_for()
    take_pictures(anna, "server-review-progress")
