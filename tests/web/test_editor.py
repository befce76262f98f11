"""The position editor: put pieces where they cannot be, read why, mend it, and analyse it; without a connection too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tegel
from tegel.core.position import read_position
from tegel.core.words import catalogue
from tests.web.axe import faults_of
from tests.web.conftest import people_at
from tests.web.people import Person
from tests.web.test_board import begin, every_game, paste
from tests.web.test_layout import resize
from tests.web.test_offline import FILES, HELD, wait_for


@pytest.fixture
def come(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    with people_at(browser, address_with_engines) as make:
        yield make


def edit(anna: Person) -> None:
    anna.page.click("[data-test=edit]")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true] [data-place]")


def hold(anna: Person, kind: str, piece: str) -> None:
    """Take a piece of the palette in hand."""
    for chosen in (f"[data-kind='{kind}']", f"[data-sort='{piece[0]}']"):
        if anna.page.locator(chosen).count():
            anna.page.click(chosen)
    anna.page.click(f"[data-piece='{piece}']")


def put(anna: Person, place: str) -> None:
    anna.page.click(f"[data-place='{place}']")


def text_of(anna: Person) -> str:
    return str(anna.page.locator("[data-test=edit-text]").input_value())


def impossible(anna: Person, key: str) -> None:
    """Wait until the editor says why, in words."""
    why = catalogue(anna.language)[key]
    anna.page.wait_for_selector("[data-test=editor][data-possible=false]")
    assert anna.page.locator("[data-test=wrong]").inner_text() == why
    assert anna.page.locator("[data-test=edit-done]").is_disabled()


def break_and_mend_azul(anna: Person) -> None:
    near = anna.page.locator("[data-test=near]").input_value()
    hold(anna, "tile", "b")
    put(anna, f"wall-{near}-0-1")  # which is yellow's
    impossible(anna, "azul.check.4")
    put(anna, f"wall-{near}-0-1")
    put(anna, f"wall-{near}-0-0")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true]")
    bag = anna.page.locator("[data-count=bag-b]")
    before = int(bag.input_value())
    bag.fill(str(before + 1))
    bag.press("Enter")
    impossible(anna, "azul.check.1")
    assert anna.page.locator("[data-test=verdict] li").count() == 1, "it is the blue ones of which there are too many"
    anna.page.click("[data-test=balance]")
    assert int(bag.input_value()) == before
    anna.page.locator(f"[data-field=score-{near}]").fill("12")
    anna.page.locator(f"[data-field=score-{near}]").press("Enter")
    text = text_of(anna)
    assert f"board {int(near) + 1} score 12" in text
    assert text.count("wall b....") == 1


def break_and_mend_duel(anna: Person) -> None:
    near = anna.page.locator("[data-test=near]").input_value()
    hold(anna, "tile", "b")
    put(anna, f"dome-{near}-0-0")  # where no plate lies
    impossible(anna, "duel.check.9")
    anna.page.click("[data-test=taking]")
    put(anna, f"dome-{near}-0-0")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true]")
    plate = re.findall(r"^display (\S+)", text_of(anna), re.M)[0]
    hold(anna, "plate", plate)
    put(anna, f"space-{near}-4")
    impossible(anna, "duel.check.6")
    assert f" {plate}@n" in text_of(anna)
    put(anna, f"space-{near}-4")  # it is turned
    assert f" {plate}@e" in text_of(anna)
    put(anna, "display-0")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true]")


def break_and_mend_blockers(anna: Person) -> None:
    colour, number = re.findall(r"^pile (\w) \D*(\d)", text_of(anna), re.M)[0]
    column = int(number) - 1
    hold(anna, "tile", colour + number)
    put(anna, f"cell-0-{(column + 1) % 9}")
    impossible(anna, "blockers.check.3")
    put(anna, f"cell-0-{column}")
    anna.page.wait_for_selector("[data-test=editor][data-possible=true]")
    assert f" {colour}{number}" in text_of(anna).split("\nB ")[0]


BREAK_AND_MEND = {"azul": break_and_mend_azul, "duel": break_and_mend_duel, "blockers": break_and_mend_blockers}


@every_game
def test_an_impossible_position_is_told_mended_and_analysed_without_a_connection(come: Callable[..., Person], game: str) -> None:
    anna = come(worker=True)
    anna.open("/", "[data-test=play-azul]:enabled")
    wait_for(anna, lambda: len(anna.page.evaluate(HELD)) >= FILES)
    anna.context.set_offline(True)
    begin(anna, game)
    edit(anna)
    before = text_of(anna)
    assert faults_of(anna.page) == []
    anna.page.fill("[data-test=edit-text]", "tegel position 1\nHello\n")
    anna.page.wait_for_selector("[data-test=editor][data-possible=false]")
    anna.page.click("[data-test=edit-undo]")
    assert text_of(anna) == before
    BREAK_AND_MEND[game](anna)
    read_position(text_of(anna))
    resize(anna.page, (390, 664))
    anna.page.wait_for_selector("[data-place]")
    assert anna.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert min(anna.page.locator("[data-piece]").evaluate_all("(all) => all.map((each) => each.offsetHeight)")) >= 34
    anna.page.click("[data-test=edit-done]")
    anna.page.wait_for_selector("[data-test=board]")
    anna.page.wait_for_selector("[data-test=judged]")


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_what_cannot_be_opened_is_mended_in_the_editor(come: Callable[..., Person], language: str) -> None:
    anna = come(language=language)
    text = str(tegel.game("azul", key=(1, 2, 3, 4)).position)
    paste(anna, re.sub("key .*", "key hidden", text.replace("wall .....", "wall b....", 1)))
    anna.page.click("[data-test=mend]")
    impossible(anna, "azul.check.1")
    anna.page.click("[data-test=balance]")
    anna.page.click("[data-test=edit-done]")
    anna.page.wait_for_selector("[data-test=board]")
