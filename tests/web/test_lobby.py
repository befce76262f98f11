"""Two strangers meet in the lobby and play."""

from __future__ import annotations

from typing import Any

from tests.web.test_together import play_turns


def enter(person: Any, name: str) -> None:
    person.open("/", "[data-test=to-lobby]")
    person.page.click("[data-test=to-lobby]")
    person.page.fill("[data-test=name]", name)


def test_two_strangers_meet_in_the_lobby_and_play(person: Any) -> None:
    anna, ben = person(), person(language="nl")
    enter(anna, "Anna")
    enter(ben, "Ben")
    anna.page.click("[data-test=seek]:enabled")
    anna.page.wait_for_selector("[data-test=seeking]")
    ben.page.click("[data-test=seek]:enabled")
    for one in (anna, ben):
        one.page.wait_for_selector(".play[data-ply]")
    first, second = sorted((anna, ben), key=lambda one: one.state()["seat"])
    play_turns((first, second), 2)
    enter(anna, "Anna")
    anna.page.click("[data-test=open-table]:enabled")
    anna.page.wait_for_url("**/game/*")
    game = anna.page.url.rpartition("/")[2]
    enter(ben, "Ben")
    ben.page.click(f"[data-test=table-{game}] [data-test=sit]")
    for one in (anna, ben):
        one.page.wait_for_selector(".play[data-ply]")
    play_turns((anna, ben), 2)
    assert anna.faults == ben.faults == []


def test_a_table_tells_its_variant_in_words(person: Any) -> None:
    """It said "grey" in every language."""
    anna, ben = person(), person(language="nl")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]
    plan = {"game": "azul", "options": {"wall": "grey"}, "clock": {"base": 600, "increment": 5}, "offer": {"fill": None}}
    game = anna.make(seats, **plan)["game"]
    anna.open(f"/game/{game}", "main .seat")
    ben.open("/lobby", f"[data-test=table-{game}] h3 >> text=grijs")
    assert "grey" not in ben.page.locator(f"[data-test=table-{game}]").inner_text()
