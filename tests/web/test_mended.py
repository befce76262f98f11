"""Small faults that people met, each so that it does not come back."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest

import tegel
from tests.rotation import rotates
from tests.web.conftest import ROOT
from tests.web.people import COMPUTER, PICK, TARGET
from tests.web.test_company import beginning, sit_down
from tests.web.test_layout import resize
from tests.web.test_words import sentences


def later(game: str, round: int) -> str:
    """A position of some round, played at random, with the first seat to move."""
    dice, table = random.Random(5), tegel.game(game, key=(1, 2, 3, 4))
    while table.turn != 0 or table.game.view(table.state)["round"] < round:
        assert not table.over
        table.play(dice.choice(table.legal))
    return str(table.position)


def test_what_is_not_there_is_said_to_be_not_there(person: Any) -> None:
    """Half a page was shown."""
    anna = person()
    for path in ("/replay/xyz", "/game/xyz", "/new?game=chess", "/rules/chess", "/nowhere"):
        anna.open(path, "[data-test=not-found]")
        assert anna.page.locator("main h1").inner_text() == sentences("en")["error.nothing"], path
        assert anna.page.locator("main").count() == 1, path
        anna.faults.clear()  # what is not there is an error in the console
        anna.page.click("main .button.main")
        anna.page.wait_for_selector("[data-test=play-azul]")


def test_typed_nonsense_is_answered_in_one_line(person: Any) -> None:
    """Nothing at all was “not possible now”, and five hundred characters were said back."""
    anna = person()
    anna.start_at(beginning(), COMPUTER)
    anna.next_choice()
    field = anna.page.locator("#typed-move")
    assert not field.is_visible(), "codes are for those who ask for them"
    anna.page.keyboard.press("/")
    assert field.get_attribute("maxlength") == "16"
    for typed in ("", "x" * 500, "   "):
        field.fill(typed[:16])
        field.press_sequentially(typed[16:40])
        field.press("Enter")
        key = "typed.wrong" if typed.strip() else "typed.empty"
        example = field.get_attribute("placeholder")
        said = sentences("en")[key].replace("{code}", typed.strip()[:16]).replace("{example}", example)
        anna.page.wait_for_function("(said) => document.querySelector('form [role=alert]')?.innerText === said", arg=said)


@rotates
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_the_round_is_not_cut_beside_clocks(person: Any, language: str) -> None:
    """“Rou…” was all there was room for."""
    anna, ben = person(language=language), person()
    sit_down(anna, ben, beginning(), clock={"base": 7200, "increment": 0})
    for size in ((360, 640), (390, 664), (844, 390)):
        resize(anna.page, size)
        anna.page.wait_for_selector(".stagebar [role=timer]")
        cut = anna.page.locator(".stagebar .stage").evaluate("(each) => each.scrollWidth > each.clientWidth || each.offsetWidth === 0")
        assert not cut, size
        right = anna.page.evaluate(
            "() => Math.max(...[...document.querySelectorAll('.stagebar > *')].map((each) => each.getBoundingClientRect().right))"
        )
        assert right <= size[0] + 1, size


def test_the_tour_counts_the_step_it_is_on(person: Any) -> None:
    """It counted how many had been given: going back to the first question still said 2."""
    anna = person(tour=True)
    anna.start_fixed("azul", 1)
    step = anna.page.locator("[data-test=tour-step]")
    step.wait_for()
    assert step.inner_text() == "1/5"
    anna.page.locator(PICK).first.click()
    assert step.inner_text() == "2/5"
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_function("() => document.querySelector('[data-test=tour-step]').textContent === '1/5'")
    anna.page.locator(PICK).first.click()
    anna.page.locator(TARGET).first.click()
    anna.wait_past(0)
    anna.next_choice()
    assert step.inner_text() == "3/5"


def test_rule_numbers_are_for_those_who_look_for_them(person: Any) -> None:
    anna = person()
    anna.open("/rules/azul", "article .table > *")
    assert "A8.1" not in anna.page.locator("main").inner_text()
    assert "(A2.1)" not in anna.page.locator("main").inner_text()
    anna.page.click("[data-test=rule-numbers]")
    assert "A8.1" in anna.page.locator("main").inner_text()
    assert "(A2.1)" in anna.page.locator("main").inner_text()


def test_pictures_are_real_positions() -> None:
    sys.path.insert(0, str(ROOT / "web"))
    import write_positions

    assert json.loads(write_positions.FILE.read_text(encoding="utf-8")) == json.loads(write_positions.positions())


def test_a_line_that_cannot_take_a_colour_says_why(person: Any) -> None:
    """It lay there dark and mute."""
    anna = person(width=390, height=664, touch=True)
    anna.start_at(later("azul", round=3), COMPUTER)
    refused = anna.page.locator("button.target.refused")
    for at in range(anna.page.locator(PICK).count()):
        anna.page.locator(PICK).nth(at).tap()
        if refused.count():
            break
        anna.page.keyboard.press("Escape")
    refused.first.tap(force=True)  # it is told as disabled
    note = anna.page.locator("[data-test=ghost] .note")
    note.wait_for(state="attached")
    begins = [sentences("en")[key].split("{")[0] for key in ("why.full", "why.colour", "why.wall")]
    assert note.inner_text().startswith(tuple(begins))
    assert anna.page.locator("button.spot.picked").count() > 0, "what was picked is still picked"


def test_no_ring_is_left_when_a_pick_by_mouse_is_taken_back(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 1)
    anna.page.locator(PICK).first.click()
    anna.page.wait_for_selector(TARGET)
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector(TARGET, state="detached")
    assert anna.page.locator(".table :focus").count() == 0


def test_the_last_round_of_duel_is_told_without_a_question_mark(person: Any) -> None:
    anna = person()
    anna.start_at(later("duel", round=5), COMPUTER)
    anna.page.wait_for_selector(f".stagebar .last:text-is('{sentences('en')['play.thelastround']}')")


def full_centre() -> str:
    """A position whose centre has the marker and all colours, with at most one disc left."""
    for key in range(1, 200):
        table, source = tegel.game("azul", key=(key, 2, 3, 4)), random.Random(key)
        while not table.over and len(table.moves) < 60:
            facts = table.view(table.turn or 0).facts
            left = sum(any(disc) for disc in facts["discs"])
            if facts["marker"] == "centre" and all(facts["centre"]) and left <= 1:
                return str(table.position)
            from_discs = [move for move in table.legal if not table.game.code(move).startswith("c")]
            if not from_discs:
                break
            table.play(source.choice(from_discs))
    raise AssertionError("no such position was found")


def test_nothing_in_a_full_centre_is_behind_a_disc(person: Any) -> None:
    anna = person()
    anna.start_at(full_centre(), [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}])
    anna.page.wait_for_selector("[data-spot^='centre-']")
    covered = anna.page.evaluate("""() => [...document.querySelectorAll("[data-spot^='centre-']")].filter((pile) => {
        const box = pile.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !pile.contains(top) && !top.contains(pile);
    }).map((pile) => pile.dataset.spot)""")
    assert covered == []
