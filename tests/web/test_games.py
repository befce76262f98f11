"""Whole games in the browser: by clicking, by keyboard alone, by typed moves."""

from __future__ import annotations

import re
from typing import Any

import pytest

COMPUTER = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "random"}]


@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_whole_game_by_clicking(person: Any, game: str) -> None:
    anna = person()
    anna.open(f"/game/{anna.create(game, COMPUTER)['game']}")
    assert anna.play() > 20
    table = anna.page.locator(".final")
    points = [int(cell) for cell in table.locator("tfoot tr").first.locator("td").all_inner_texts()]
    rows = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    numbers = [[int(re.sub(r"−", "-", re.match(r"\S+", cell)[0])) for cell in row] for row in rows]  # type: ignore[index]
    assert [sum(column) for column in zip(*numbers, strict=True)] == points, "the table explains every point"
    assert sorted(points) == sorted(anna.state()["result"]["points"])


def test_play_now_from_the_first_page(person: Any) -> None:
    anna = person()
    anna.open("/")
    anna.page.click("[data-test=play-azul]")
    anna.page.wait_for_selector("button.spot.open")
    assert "/game/" in anna.page.url


def test_whole_azul_game_by_keyboard_alone(person: Any) -> None:
    anna = person()
    anna.open(f"/game/{anna.create('azul', COMPUTER)['game']}")
    keys, page, presses = anna.page.keyboard, anna.page, 0
    while not anna.over:
        if not page.locator("button.spot.open").count():
            page.wait_for_timeout(15)
            continue
        for key in ["ArrowRight"] * anna.dice.randrange(1, 4) + ["Enter"] + ["ArrowDown"] * anna.dice.randrange(3) + ["Enter"]:
            keys.press(key)
            presses += 1
        assert presses < 3000
    assert presses > 40


def test_whole_azul_game_by_typed_moves(person: Any) -> None:
    anna = person(textMode=True)
    anna.open(f"/game/{anna.create('azul', COMPUTER)['game']}")
    page = anna.page
    while not anna.over:
        codes = page.locator("[data-move]").evaluate_all("all => all.map((one) => one.dataset.move)")
        if not codes:
            page.wait_for_timeout(15)
            continue
        page.fill("#typed-move", anna.dice.choice([code for code in codes if not code.endswith("0")] or codes))
        page.press("#typed-move", "Enter")
        page.wait_for_timeout(30)
    assert "Anna" in page.locator("[data-test=announce]").inner_text() or page.locator(".final").count()


def test_confirm_step_and_the_way_back(person: Any) -> None:
    anna = person(confirm=True)
    anna.open(f"/game/{anna.create('azul', COMPUTER)['game']}")
    page = anna.page
    page.wait_for_selector("button.spot.open")
    ply = anna.state()["ply"]
    page.locator("button.spot.open:not(.target):not([tabindex='-1'])").first.click()
    assert page.locator("button.spot.picked").count() >= 1
    page.keyboard.press("Escape")
    assert page.locator("button.spot.picked").count() == 0
    page.locator("button.spot.open:not(.target):not([tabindex='-1'])").first.click()
    page.locator("button.target.open").first.click()
    page.wait_for_selector("[data-test=confirm]")
    assert anna.state()["ply"] == ply, "nothing is played before the yes"
    page.click("[data-test=back]")
    page.wait_for_selector("button.spot.open")
    page.locator("button.spot.open:not(.target):not([tabindex='-1'])").first.click()
    page.locator("button.target.open").first.click()
    page.click("[data-test=confirm]")
    page.wait_for_function("() => !document.querySelector('[data-test=confirm]')")
    page.wait_for_timeout(300)
    assert anna.state()["ply"] > ply


def test_tiles_can_be_dragged(person: Any) -> None:
    anna = person()
    anna.open(f"/game/{anna.create('azul', COMPUTER)['game']}")
    page = anna.page
    page.wait_for_selector("button.spot.open")
    ply = anna.state()["ply"]
    page.locator("button[data-drag]").first.hover()
    page.mouse.down()
    box = page.locator("[data-spot='line-0-4']").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 10, steps=6)
    page.mouse.up()
    page.wait_for_timeout(500)
    assert anna.state()["ply"] > ply


def test_look_back_and_branch_off(person: Any) -> None:
    anna = person()
    game = anna.create("azul", COMPUTER)["game"]
    anna.open(f"/game/{game}")
    anna.play(until=lambda: anna.frames and anna.state()["ply"] >= 6)
    anna.open(f"/replay/{game}")
    page = anna.page
    page.wait_for_selector("[data-spot='disc-0']")
    page.click("[data-test=previous]")
    page.wait_for_timeout(200)
    shown, last = (int(part) for part in page.locator("[data-test=ply]").inner_text().split(" / "))
    assert shown == last - 1
    page.click("[data-test=branch]")
    page.wait_for_url("**/game/*")
    page.wait_for_selector("button.spot.open")
    assert game not in page.url


def test_a_position_from_text(person: Any) -> None:
    anna = person()
    game = anna.create("azul", COMPUTER)["game"]
    text = anna.context.request.get(f"{anna.address}/api/games/{game}/position?seat=0").text()
    anna.open("/open")
    anna.page.fill("#record-text", "tegel position 1\nnonsense")
    anna.page.click("[data-test=open]")
    anna.page.wait_for_selector("[role=alert]")
    anna.faults.clear()  # the refusal itself is an error in the console
    anna.page.fill("#record-text", text)
    anna.page.click("[data-test=open]")
    anna.page.wait_for_url("**/game/*")
