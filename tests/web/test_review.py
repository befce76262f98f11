"""The review in a real browser: what a finished game was made of, and one's own mistakes as questions; also without a connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tegel
from tests.configurations import new_table, play_random
from tests.rotation import rotates
from tests.web.conftest import people_at
from tests.web.people import PICK, TARGET, Person
from tests.web.test_layout import resize
from tests.web.test_offline import FILES, HELD, wait_for
from tests.web.test_touch import small_tiles

LAST = {"azul": 12, "duel": 14, "blockers": 14}  # moves of the games reviewed: the end of a random one


@pytest.fixture
def come(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    with people_at(browser, address_with_engines) as make:
        yield make


def last_moves(game: str) -> str:
    """The record of a short game: one that began near the end of another."""
    whole = play_random(new_table(game, {}, 5), 5)
    table = play_random(new_table(game, {}, 5), 5, most=len(whole.moves) - LAST[game])
    assert table.turn is not None
    return play_random(tegel.Table.deal_position(table.position, table.turn, (1, 2, 3, 4)), 6).record.dumps()


def is_done(anna: Person) -> None:
    anna.page.wait_for_selector("[data-test=review][data-busy=false] [data-test=story]", timeout=120_000)


def paste(anna: Person, record: str) -> None:
    anna.page.fill("[data-test=paste]", record)
    anna.page.click("[data-test=open]")
    is_done(anna)


def try_moves(anna: Person) -> None:
    """Answer the question on the board, with whatever can be clicked first."""
    for _ in range(4):
        anna.page.locator(f"[data-test=review] .table :is({TARGET}, {PICK})").first.click()
        if anna.page.locator("[data-test=learning][data-verdict=''][data-busy=false]").count() == 0:
            return
    raise AssertionError("no move was tried")


@rotates
@pytest.mark.parametrize("game", list(LAST))
def test_review_a_finished_game_and_learn_from_a_mistake(come: Callable[..., Person], game: str) -> None:
    anna = come()
    uploaded = anna.context.request.post(f"{anna.address}/api/records", data=last_moves(game).encode()).json()
    anna.open(f"/replay/{uploaded['game']}", "[data-test=review]")
    anna.page.click("[data-test=review]")
    is_done(anna)
    assert anna.page.locator("[data-test=score]").count() >= 2
    assert anna.page.locator("[data-test=curve] polyline").count() >= 2
    for seat in range(anna.page.locator("[data-test=score]").count()):
        anna.page.locator("[data-test=score]").nth(seat).click()
        if anna.page.locator("[data-test=learn]").count():
            break
    assert anna.page.locator("[data-test=told]").inner_text().endswith(".")

    anna.page.locator("[data-test=decision]").first.click()
    anna.page.wait_for_selector("[data-test=judged] [data-test=better]")
    anna.page.click("[data-test=show-played]")
    assert anna.page.get_attribute("[data-test=show-played]", "aria-pressed") == "true"
    anna.page.uncheck("[data-test=only]")
    assert anna.page.locator("[data-test=decision]").count() >= LAST[game] - 2

    anna.page.click("[data-test=learn]")
    anna.page.wait_for_selector("[data-test=learning]")
    assert small_tiles(anna.page) == []
    resize(anna.page, (1440, 900))
    try_moves(anna)
    anna.page.wait_for_selector(":is([data-verdict=right], [data-verdict=best], [data-verdict=wrong])")
    if anna.page.locator("[data-test=reveal]").count():
        anna.page.click("[data-test=reveal]")
        anna.page.wait_for_selector("[data-verdict=shown]")
    anna.page.click("[data-test=end-learning]")
    anna.page.wait_for_selector("[data-test=story]")


def test_the_sum_adds_up_and_works_offline(come: Callable[..., Person]) -> None:
    anna = come(worker=True)
    anna.open("/", "[data-test=play-azul]:enabled")
    wait_for(anna, lambda: len(anna.page.evaluate(HELD)) >= FILES)
    anna.open("/review", "[data-test=paste]")
    anna.context.set_offline(True)
    paste(anna, last_moves("azul"))
    anna.page.click("[data-test=story] summary")
    rows = anna.page.locator("[data-test=sum] tbody tr").all_inner_texts()
    numbers = [[int(part.strip("+%").replace("−", "-")) for part in row.split("\t")[1:]] for row in rows]
    *parts, result = numbers
    for seat in (0, 1):
        assert abs(sum(part[seat] for part in parts) - result[seat]) <= 3, "whole percents are rounded one by one"
    anna.context.set_offline(False)
    anna.faults.clear()  # of requests that went nowhere


def test_what_cannot_be_reviewed_says_why(come: Callable[..., Person]) -> None:
    anna = come()
    anna.open("/review", "[data-test=paste]")
    running = play_random(new_table("azul", {}, 1), 1, most=5)
    for text, words in (("tegel position 1\n", "not the record"), (running.record.dumps(), "")):
        anna.page.fill("[data-test=paste]", text)
        anna.page.click("[data-test=open]")
        anna.page.wait_for_selector("[data-test=failure]")
        assert words in anna.page.locator("[data-test=failure]").inner_text()
