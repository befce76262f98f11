"""Tiles that a finger must meet, wherever moves are tried outside of a game: puzzles, lessons and the analysis board, on phones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import people_at
from tests.web.test_layout import LYING, TABLES, TOUCH, UPRIGHT, begun, resize

SMALL = """(least) => [...document.querySelectorAll("main button.spot:not(:disabled)")]
    .filter((each) => each.getClientRects().length && Math.min(each.offsetWidth, each.offsetHeight) < least)
    .map((each) => `${each.dataset.spot}: ${each.offsetWidth} x ${each.offsetHeight}`)"""
OPEN = "button.spot:not(:disabled)"


DAY = "2026-11-17T12:00:00"  # its puzzles are for two, whose tables fit a phone; those for more may scroll
FITS = "() => document.documentElement.scrollHeight <= innerHeight"


def small_tiles(page: Any) -> list[str]:
    """Which tiles are too small, upright and lying."""
    found: list[str] = []
    for size in sorted(UPRIGHT | LYING):
        resize(page, size)
        assert page.locator(OPEN).count() > 0
        found += [f"{size}: {each}" for each in page.evaluate(SMALL, TOUCH)]
    return found


@pytest.mark.parametrize("game", TABLES)
def test_tiles_of_puzzles_lessons_and_the_analysis_board_are_not_small(browser: Any, address_with_engines: str, game: str) -> None:
    """In a puzzle of Azul Duel they were 20 px, on the analysis board 9."""
    with people_at(browser, address_with_engines) as come:
        anna = come(width=390, height=664, touch=True)
        page = anna.page
        page.clock.set_fixed_time(DAY)
        anna.open(f"/puzzles/{game}/daily", f"[data-puzzle][data-busy=false] {OPEN}, [data-test=pay-chip]")
        assert small_tiles(page) == [], "a puzzle"
        anna.open(f"/learn/{game}", "[data-test=lesson]")
        page.locator("[data-test=lesson]").nth(3).tap()
        page.wait_for_selector(f"[data-lesson][data-busy=false] {OPEN}")
        assert small_tiles(page) == [], "a lesson"
        anna.open("/analysis", "[data-test=paste]")
        page.fill("[data-test=paste]", begun(game, TABLES[game][-1]))
        page.tap("[data-test=open]")
        page.wait_for_selector(OPEN)
        assert small_tiles(page) == [], "the analysis board"


def test_what_is_asked_and_the_whole_table_are_in_sight(browser: Any, address_with_engines: str) -> None:
    """In a lesson of Azul on a phone half of one's own board lay below the words, with room for all of it; on its side the head of the
    page pushed the foot of the analysis board off the screen."""
    with people_at(browser, address_with_engines) as come:
        anna = come(width=390, height=664, touch=True)
        page = anna.page
        page.clock.set_fixed_time(DAY)
        anna.open("/learn/azul", "[data-test=lesson]")
        page.locator("[data-test=lesson]").nth(3).tap()
        page.wait_for_selector(f"[data-lesson][data-busy=false] {OPEN}")
        assert page.evaluate(FITS), "a lesson"
        anna.open("/puzzles/azul/daily", f"[data-puzzle][data-busy=false] {OPEN}")
        assert page.evaluate(FITS), "a puzzle"
        resize(page, (844, 390))
        anna.open("/analysis", "[data-test=paste]")
        page.fill("[data-test=paste]", begun("azul", 2))
        page.tap("[data-test=open]")
        page.wait_for_selector(OPEN)
        assert page.evaluate(FITS), "the analysis board"
        page.tap("main .home")
        page.wait_for_selector("[data-test=play-azul]")
