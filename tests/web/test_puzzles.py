"""Puzzles in a real browser, without a connection: failed, solved, shown, rated and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tegel.core.game import find_game, game_names
from tegel.learn.puzzles.puzzle import Puzzle, shipped_puzzles
from tests.web.conftest import people_at
from tests.web.people import Person
from tests.web.test_offline import FILES, HELD, wait_for

WORDS = {"textMode": True, "pace": "instant"}


@pytest.fixture
def anna(browser: Any, address_with_engines: str) -> Iterator[Person]:
    with people_at(browser, address_with_engines) as come:
        person = come(worker=True, **WORDS)
        person.open("/", "[data-test=play-azul]:enabled")
        wait_for(person, lambda: len(person.page.evaluate(HELD)) >= FILES)
        yield person


def known() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for name in game_names() for puzzle in shipped_puzzles(find_game(name))}


def shown(anna: Person) -> str:
    """The id of the puzzle on the screen, once it can be tried."""
    anna.page.wait_for_selector("[data-puzzle][data-busy=false] [data-move]")
    found: str = anna.page.locator("[data-puzzle]").get_attribute("data-puzzle")
    return found


def kept(anna: Person) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(anna.page.evaluate("localStorage.getItem('tegel.puzzles')"))
    return found


def choose(anna: Person, code: str) -> None:
    anna.page.locator(f'[data-move="{code}"]').click()


def test_puzzles_of_every_game_without_a_connection(anna: Person) -> None:
    puzzles = known()
    anna.context.set_offline(True)
    for game in game_names():
        first = shipped_puzzles(find_game(game))[0]
        anna.open(f"/puzzles/{game}/{first.id}")
        assert shown(anna) == first.id
        choose(anna, first.second)
        anna.page.wait_for_selector("[data-test=wrong]")
        choose(anna, first.solution[0])
        anna.page.wait_for_selector("[data-test=right]")
        assert "Your rating" in anna.page.inner_text("[data-test=rated]")
        assert kept(anna)["tried"][first.id]["first"] is False, "the first try counts"
        assert kept(anna)["ratings"][game]["value"] < 1200
        anna.page.click("[data-test=next-puzzle]")
        anna.page.wait_for_selector(f'[data-puzzle]:not([data-puzzle="{first.id}"])')
        second = shown(anna)
        choose(anna, puzzles[second].solution[0])
        anna.page.wait_for_selector("[data-test=right]")
        assert kept(anna)["tried"][second] == {"first": True}
        anna.page.click("[data-test=next-puzzle]")
        anna.page.wait_for_selector(f'[data-puzzle]:not([data-puzzle="{second}"])')
        third = shown(anna)
        anna.page.click("[data-test=reveal]")
        anna.page.wait_for_selector("[data-test=shown]")
        assert kept(anna)["tried"][third]["first"] is False, "to be shown it is not to find it"
        assert {first.id, second, third} <= set(kept(anna)["tried"])
    solve_todays(anna, puzzles)
    anna.context.set_offline(False)


def solve_todays(anna: Person, puzzles: dict[str, Puzzle]) -> None:
    """The puzzle of the day, on the board, and the days in a row."""
    anna.open("/puzzles", "[data-test=daily-azul][data-done=false]")
    anna.page.click("[data-test=daily-azul]")
    choose(anna, puzzles[shown(anna)].solution[0])
    anna.page.wait_for_selector("[data-test=right]")
    anna.open("/puzzles", "[data-test=daily-azul][data-done=true]")
    assert "1 day in a row" in anna.page.inner_text("[data-test=streak]")
    anna.page.click("[data-test=puzzles-azul]")
    anna.page.locator("[data-test=theme]").first.click()
    anna.page.wait_for_selector("[data-puzzle], [data-test=none]")
    anna.open("/puzzles/azul/nothing", "[data-test=not-found]")


def test_a_puzzle_is_tried_by_pointing_and_played_on(anna: Person) -> None:
    anna.page.evaluate("localStorage.setItem('tegel.settings', JSON.stringify({ textMode: false, pace: 'instant' }))")
    puzzle = max(shipped_puzzles(find_game("azul")), key=lambda puzzle: len(puzzle.line))
    anna.open(f"/puzzles/azul/{puzzle.id}", "[data-puzzle][data-busy=false] button.spot.open")
    anna.page.click("[data-test=reveal]")
    anna.page.wait_for_selector("[data-test=shown]")
    anna.page.wait_for_selector("[data-puzzle][data-busy=false]")
    before = anna.page.inner_html(".table")
    anna.page.click("[data-test=follow]")
    anna.page.wait_for_selector("[data-test=follow]", state="detached")
    anna.page.wait_for_selector("[data-puzzle][data-busy=false]")
    assert anna.page.inner_html(".table") != before, "the expected moves are on the board"


def test_puzzles_for_every_number_of_players_fit_a_phone(browser: Any, address_with_engines: str) -> None:
    of_players: dict[str, str] = {}
    for puzzle in shipped_puzzles(find_game("azul")):
        players = next(line for line in puzzle.position.splitlines() if line.startswith("option players"))
        of_players.setdefault(players, puzzle.id)
    assert len(of_players) == 3
    with people_at(browser, address_with_engines) as come:
        ben = come(pace="instant")
        ben.page.set_viewport_size({"width": 390, "height": 664})
        for found in of_players.values():
            ben.open(f"/puzzles/azul/{found}", "[data-puzzle][data-busy=false] [data-test=reveal]")
            assert ben.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), found
