"""Every kind of step that a turn can ask for can be done by clicking, and is sent as what it is."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import tegel
from tests.web.people import COMPUTER, TARGET

STEPS = {
    "azul take": ["[data-spot^='disc-'].open", TARGET],
    "azul column": ["[data-spot^='wall-0-'].open"],
    "duel sun": ["[data-spot^='sun-'].open", TARGET],
    "duel stack": ["[data-spot^='building-'].open"],
    "duel moons": ["[data-spot*='moon-'].open", TARGET],
    "duel open": ["[data-spot^='display-'].open"],
    "duel draw": ["[data-spot=draw].open"],
    "duel look": ["[data-spot=look]"],
    "duel keep": ["[data-spot^='drawn-'].open"],
    "duel under": ["[data-spot^='drawn-'].open"],
    "duel lay": ["[data-test=turn]", "[data-spot^='space-0-'].open"],
    "duel chip": ["[data-spot^='chip-'].open"],
    "duel pay": ["[data-test=pay-chip]"],
    "duel leave": ["[data-spot=leave]"],
    "duel column": ["[data-spot^='dome-0-'].open"],
    "blockers lay": ["[data-spot^='rack-'].open", TARGET],
}


@cache
def position(step: str) -> str:
    """A position in which the first seat may take this step, reached by chance with a fixed key."""
    name, kind = step.split()
    dice = random.Random(3)
    for game in range(1, 100):
        options: dict[str, Any] = {"wall": "grey"} if step == "azul column" else {}
        table = tegel.game(name, key=(game, 2, 3, 4), **options)
        while not table.over:
            if table.turn == 0 and kind in {table.game.parts(move)["kind"] for move in table.legal}:
                return str(table.position)
            table.play(dice.choice(table.legal))
    raise AssertionError(f"no game comes to {step}")


@pytest.mark.parametrize("step", STEPS)
def test_step_by_clicking(person: Any, step: str) -> None:
    anna = person(height=700)
    anna.start_at(position(step), COMPUTER)
    kinds = {choice["move"]: choice["parts"]["kind"] for choice in anna.state()["legal"]}
    for place in STEPS[step]:
        anna.page.locator(place).first.click()
    while step == "duel pay" and not anna.page.locator("[data-test=pay]").count():
        anna.page.locator("[data-test=pay-chip]").first.click()
    if step == "duel pay":
        anna.page.click("[data-test=pay]")
    assert kinds[anna.sent("try", "move")["moves"][0]] == step.split()[1]
    anna.next_choice()


FLYING = """new MutationObserver((records) => records.flatMap((record) => [...record.addedNodes]).forEach((each) => {
    if (each.className === "flying") (window.flown ??= []).push(each.offsetWidth);
})).observe(document, { childList: true, subtree: true })"""


def test_a_tile_that_flies_is_as_large_as_tiles_are(person: Any) -> None:
    """On its way to the moon of a factory it became as large as that."""
    anna = person(height=700, motion="full", pace="fast")
    anna.page.add_init_script(FLYING)
    anna.start_at(position("duel stack"), COMPUTER)
    tile = anna.page.locator("[data-spot^='building-'].open").first
    width = tile.bounding_box()["width"]
    tile.click()
    anna.page.wait_for_function("() => window.flown?.length > 0")
    assert anna.page.evaluate("() => Math.max(...window.flown)") < 1.5 * width
