"""Lessons in a real browser: a wrong try is explained, a right one leads on, also without a connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tegel.core.game import find_game
from tegel.learn.lessons import read_tasks
from tests.rotation import rotates
from tests.web.conftest import people_at
from tests.web.people import PICK, TARGET, Person


@pytest.fixture
def anna(browser: Any, address_with_engines: str) -> Iterator[Person]:
    with people_at(browser, address_with_engines) as come:
        yield come()


def make(anna: Person, code: str) -> None:
    anna.page.click(f'[data-move="{code}"]')


def take_task(anna: Person, moves: dict[str, str]) -> None:
    """Err once, in each way there is, then find it."""
    for reason, codes in moves.items():
        if reason:
            make(anna, codes.split()[0])
            anna.page.wait_for_selector("[data-test=wrong]")
            assert len(anna.page.inner_text("[data-test=wrong]")) > 30, "it says why"
            assert reason not in anna.page.inner_text("[data-test=wrong]").split(), "in words, not by a name"
    make(anna, moves[""].split()[0])
    anna.page.wait_for_selector("[data-test=right]")


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_all_lessons_of_a_game_from_start_to_end(anna: Person, game: str) -> None:
    anna.page.goto(anna.address)
    anna.page.evaluate("localStorage.setItem('tegel.settings', JSON.stringify({ textMode: true, pace: 'instant' }))")
    lessons = read_tasks(find_game(game))
    anna.open(f"/learn/{game}", "[data-test=lesson]")
    assert anna.page.locator("[data-test=lesson]").count() == len(lessons)
    anna.page.locator("[data-test=lesson]").first.click()
    for number, lesson in enumerate(lessons):
        anna.page.wait_for_selector(f'[data-lesson="{lesson["name"]}"][data-busy=false]')
        for at, task in enumerate(lesson["tasks"]):
            anna.page.wait_for_selector(f'[data-test=task]:has-text("{at + 1}")')
            take_task(anna, task["moves"])
            last_task, last_lesson = at == len(lesson["tasks"]) - 1, number == len(lessons) - 1
            if not (last_task and last_lesson):
                anna.page.click("[data-test=next-lesson]" if last_task else "[data-test=next-task]")
    assert anna.page.locator("[data-test=to-game]").count() == 1
    done = json.loads(anna.page.evaluate("localStorage.getItem('tegel.lessons')"))
    assert sorted(done) == sorted(f"{game}/{lesson['name']}" for lesson in lessons)


def test_a_lesson_by_pointing(anna: Person) -> None:
    anna.open("/learn/azul/take", "[data-lesson=take][data-busy=false]")
    for target, verdict in ((-1, "wrong"), (-2, "right")):  # the floor is the last
        anna.page.locator(PICK).first.click()
        anna.page.locator(TARGET).nth(target).click()
        anna.page.wait_for_selector(f"[data-test={verdict}]")
