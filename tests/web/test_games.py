"""Whole games in the browser: by clicking, by keyboard alone, by typed moves."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.axe import faults_of
from tests.web.people import PICK, TARGET, Person


def check_end(anna: Person, game: str) -> None:
    """The table explains every point, and nothing is wrong with the page."""
    table = anna.page.locator(".final")
    points = [int(cell) for cell in table.locator("tfoot tr").first.locator("td").all_inner_texts()]
    rows = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    numbers = [[int(re.sub(r"−", "-", re.match(r"\S+", cell)[0])) for cell in row] for row in rows]  # type: ignore[index]
    assert [sum(column) for column in zip(*numbers, strict=True)] == points, "the table explains every point"
    unexplained = [row for row, head in zip(numbers, table.locator("tbody th").all_inner_texts(), strict=True) if head == "At the start"]
    assert unexplained == ([[5, 5]] if game == "duel" else []), "nobody begins with other points than the rules give"
    assert sorted(points) == sorted(anna.state()["result"]["points"])
    assert faults_of(anna.page) == []


def test_whole_game_by_clicking(person: Any) -> None:
    """The one with the most pointing; all games are played by touch below, and every step of each is clicked in `test_steps`."""
    anna = person()
    anna.start_fixed("azul", 2)
    assert anna.play() > 20
    check_end(anna, "azul")


def test_play_now_from_the_first_page(person: Any) -> None:
    """One click on the first page, one game against a computer of some strength, and a turn each."""
    anna = person()
    anna.open("/", "[data-test=play-azul]:enabled")
    anna.page.click("[data-test=play-azul]")
    anna.page.wait_for_url("**/game/*")
    anna.page.wait_for_selector(".play[data-ply]")
    anna.move()
    anna.next_choice()
    assert anna.ply >= 2


def test_whole_azul_game_by_keyboard_alone(person: Any) -> None:
    """Of two rounds, with all that a game has: takes, scorings, a new deal, the end."""
    anna = person()
    anna.start_fixed("azul", 4, rounds=2)
    presses = 0
    while anna.next_choice() != "over":
        for key in [*anna.dice.choices(["ArrowRight", "ArrowDown", "ArrowLeft"], k=anna.dice.randrange(1, 4)), "Enter"]:
            anna.page.keyboard.press(key)
            presses += 1
        assert presses < 5000
    assert presses > 50
    assert anna.ply > 12


def test_whole_azul_game_by_typed_moves(person: Any) -> None:
    anna = person(textMode=True)
    anna.start_fixed("azul", 4, rounds=2)
    page, turns = anna.page, 0
    while True:
        page.wait_for_selector("[data-move], .final")
        if anna.over:
            break
        before = anna.ply
        codes = page.locator("[data-move]").evaluate_all("all => all.map((one) => one.dataset.move)")
        anna.type_move(anna.dice.choice([code for code in codes if not code.endswith("0")] or codes))
        anna.wait_past(before)
        assert page.locator("[data-test=announce]").inner_text(), "what happened is said aloud"
        turns += 1
    assert turns > 6


def test_a_typed_move_that_is_not_possible(person: Any) -> None:
    anna = person(textMode=True)
    anna.start_fixed("azul", 1)
    anna.page.wait_for_selector("[data-move]")
    anna.type_move("nonsense")
    assert "nonsense" in anna.page.locator("form [role=alert]").inner_text()


def test_confirm_step_and_the_way_back(person: Any) -> None:
    anna = person(confirm=True)
    anna.start_fixed("azul", 1)
    page = anna.page
    page.wait_for_selector(PICK)
    ply = anna.ply
    page.locator(PICK).first.click()
    page.wait_for_selector("button.spot.picked")
    page.keyboard.press("Escape")
    page.wait_for_selector("button.spot.picked", state="detached")
    page.locator(PICK).first.click()
    page.locator(TARGET).first.click()
    page.wait_for_selector("[data-test=confirm]")
    assert anna.state()["ply"] == ply, "nothing is played before the yes"
    page.click("[data-test=back]")
    page.wait_for_selector(PICK)
    assert anna.state()["ply"] == ply
    page.locator(PICK).first.click()
    page.locator(TARGET).first.click()
    page.click("[data-test=confirm]")
    anna.wait_past(ply)
    assert anna.state()["ply"] > ply


def test_tiles_can_be_dragged(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 1)
    page = anna.page
    page.wait_for_selector(PICK)
    ply = anna.ply
    page.locator(PICK).first.hover()
    page.mouse.down()
    box = page.locator("[data-spot='line-0-4']").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 10, steps=6)
    page.mouse.up()
    anna.wait_past(ply)
    assert len([frame for frame in anna.frames if frame["type"] == "move"]) == 1
    line, laid = anna.state()["view"]["boards"][0]["lines"][4]
    assert line is not None
    assert laid > 0


def test_a_turn_by_touch(person: Any) -> None:
    anna = person(width=360, height=740, touch=True)
    anna.start_fixed("azul", 1)
    place = anna.next_choice()
    anna.page.touchscreen.tap(place["x"], place["y"])
    place = anna.next_choice()
    anna.page.touchscreen.tap(place["x"], place["y"])
    anna.wait_past(0)


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_whole_game_by_touch(person: Any, game: str) -> None:
    """On a phone with the browser's bars, by taps alone."""
    anna = person(width=390, height=664, touch=True)
    anna.start_fixed(game, 2)
    taps = 0
    while isinstance(place := anna.next_choice(), dict):
        anna.page.touchscreen.tap(place["x"], place["y"])
        taps += 1
        assert taps < 1000
    assert place == "over"
    assert taps > 20
    check_end(anna, game)


def test_a_move_is_taken_back(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 1)
    anna.next_choice()
    before = anna.ply
    anna.move()
    anna.next_choice()
    assert anna.ply > before
    anna.page.click("[data-test=undo]")
    anna.page.wait_for_selector(f".play[data-ply='{before}']")
    anna.move()


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_tiles_travel_unless_less_movement_is_wished_for(person: Any, wish: str) -> None:
    anna = person(motion="auto", pace="fast")
    anna.page.emulate_media(reduced_motion=wish)
    anna.start_fixed("azul", 1)
    anna.page.evaluate("""() => {
        window.flown = 0;
        const count = (changes) => changes.flatMap((each) => [...each.addedNodes]).filter((node) => node.className === "flying").length;
        new MutationObserver((changes) => (window.flown += count(changes))).observe(document.body, { childList: true });
    }""")
    anna.move()
    anna.next_choice()
    assert (anna.page.evaluate("() => window.flown") > 0) == (wish == "no-preference")
