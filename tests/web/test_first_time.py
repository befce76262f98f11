"""What somebody meets who has never seen the app: hints beside what they speak of, clocks that tell the time, questions that fit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.people import PICK
from tests.web.test_company import beginning, sit_down
from tests.web.test_layout import begun, resize, seats

SIZES = [(390, 664), (360, 640), (844, 390)]
NAMES = {  # what the first two hints of a game speak of
    "azul": (".disc, .centre", ".near .line, .near .floor"),
    "duel": (".tray", ".tray .button, .near .dome"),
    "blockers": (".near .rack, .board > .axis:not(.row)", ".board .spot.open"),
}
COVERED = """(names) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const a = document.querySelector(".tour").getBoundingClientRect();
    const across = (b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const meets = (b) => across(b) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const parts = [...document.querySelectorAll(names), document.querySelector(".menu"), document.querySelector(".prompt")];
    const found = parts.filter((each) => meets(each.getBoundingClientRect())).map((each) => each.dataset.spot ?? each.className);
    const above = document.elementFromPoint(a.left + a.width / 3, a.top + 12)?.closest(".tour");
    const inside = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
    done([...found, ...(above ? [] : ["something shows through"]), ...(inside ? [] : ["out of sight"])]);
})))"""


@rotates
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
@pytest.mark.parametrize("game", NAMES)
def test_a_hint_does_not_cover_what_it_speaks_of(person: Any, game: str, language: str) -> None:
    """It lay over the very plates it said to choose from."""
    anna = person(width=390, height=664, touch=True, tour=True, language=language)
    anna.start_at(begun(game, 2), seats(2))
    page = anna.page
    page.wait_for_selector("[data-test=tour]")
    found = []
    for step, names in enumerate(NAMES[game]):
        if step == 1:
            resize(page, SIZES[0])
            page.locator(PICK).first.tap()
            page.wait_for_function("() => document.querySelector('[data-test=tour-step]')?.textContent.startsWith('2/')")
        for size in SIZES:
            resize(page, size)
            found += [f"{step + 1} at {size}: {fault}" for fault in page.evaluate(COVERED, names)]
    assert found == []


def test_no_hints_in_one_game_leaves_those_of_the_others(person: Any) -> None:
    anna = person(tour=True)
    anna.start_fixed("azul", 1)
    anna.page.click("[data-test=tour-end]")
    anna.page.wait_for_selector("[data-test=tour]", state="detached")
    anna.page.click("[data-test=tour-again]")
    anna.page.wait_for_selector("[data-test=tour]")
    anna.page.click("[data-test=tour-end]")
    anna.start_fixed("blockers", 1)
    anna.page.wait_for_selector("[data-test=tour]")
    anna.start_fixed("azul", 2)
    anna.next_choice()
    assert anna.page.locator("[data-test=tour]").count() == 0


def test_a_finished_game_ends_the_hints_for_it(person: Any) -> None:
    anna = person(tour=True)
    id = anna.start("azul", seats(2))
    anna.page.wait_for_selector("[data-test=tour]")
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.page.wait_for_selector(".final")
    anna.start("azul", seats(2))
    anna.next_choice()
    assert anna.page.locator("[data-test=tour]").count() == 0
    anna.page.wait_for_selector("[data-test=tour-again]")


CLOCK = ".players li:nth-child({}) [role=timer]"
SECONDS = """([clock, most]) => {
    const [minutes, seconds] = (document.querySelector(clock)?.textContent ?? "99:99").split(":").map(Number);
    return minutes * 60 + seconds <= most;
}"""


def test_a_running_clock_does_not_jump_back(person: Any) -> None:
    """It showed the time from before the turn again after a reload, or when somebody asked to take back."""
    anna, ben = person(), person()
    sit_down(anna, ben, beginning(), clock={"base": 900, "increment": 0})
    anna.move()
    ben.next_choice()
    late = [CLOCK.format(2), 896]
    ben.page.wait_for_function(SECONDS, arg=late)
    anna.page.wait_for_function(SECONDS, arg=late)
    anna.page.click("[data-test=undo]")
    ben.page.wait_for_selector("[data-test=undo-no]")
    assert ben.page.evaluate(SECONDS, late)
    assert anna.page.evaluate(SECONDS, late)
    ben.page.click("[data-test=undo-no]")
    ben.page.wait_for_selector("[data-test=undo-no]", state="detached")
    assert ben.page.evaluate(SECONDS, late)
    assert anna.page.evaluate(SECONDS, late)
    ben.page.reload()
    ben.page.wait_for_selector(CLOCK.format(2))
    assert ben.page.evaluate(SECONDS, late)


def test_both_clocks_are_seen_on_a_phone_and_the_invitation_tells_of_them(person: Any) -> None:
    anna, ben = person(width=390, height=664, touch=True), person()
    made = anna.make([{"kind": "here", "name": "Anna"}, {"kind": "link"}], game="azul", clock={"base": 900, "increment": 10})
    ben.open(f"/join/{made['seats'][1]['invitation']}", "[data-test=clock]")
    assert "15 min + 10 s" in ben.page.locator("[data-test=clock]").inner_text()
    sit_down(anna, ben, beginning(), clock={"base": 900, "increment": 10})
    anna.next_choice()
    assert anna.page.locator(".stagebar [role=timer]").count() == 2
