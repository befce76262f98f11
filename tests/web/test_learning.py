"""Learning: the rules' examples are positions one can play from, and the first game explains itself as one plays."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.conftest import ROOT
from tests.web.people import PICK, TARGET
from tests.web.test_words import sentences

POSITIONS = ROOT / "src" / "tegel" / "server" / "positions"
GAMES = ("azul", "duel", "blockers")


@rotates
@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_rules_can_be_tried(person: Any, game: str) -> None:
    anna = person()
    examples = tomllib.loads((POSITIONS / f"{game}.toml").read_text(encoding="utf-8"))["example"]
    shown = anna.context.request.get(f"{anna.address}/api/examples?game={game}").json()["examples"]
    assert [each["name"] for each in shown] == [each["name"] for each in examples]
    anna.open(f"/rules/{game}", "article .table img")
    for at, example in enumerate(examples):
        anna.go(f"/rules/{game}", "article .table img")
        card = f"article[data-example='{example['name']}']"
        assert anna.page.locator(f"{card} >> h3").inner_text() == shown[at]["title"]
        told = anna.page.locator(f"{card} >> p.row").inner_text()
        anna.page.click(f"{card} >> [data-test=try]")
        anna.page.wait_for_url("**/game/*")
        anna.next_choice()
        anna.frames = anna.frames_of("welcome")[-1:]
        assert (anna.ply, anna.turn) == (0, anna.state()["seat"]), "it is one's own turn, and nothing was played"
        assert anna.state()["view"] == shown[at]["state"]["view"], f"{example['name']} is what was drawn"
        legal = {choice["code"]: choice["move"] for choice in anna.state()["legal"]}
        named = [choice["say"] for choice in shown[at]["state"]["legal"] if choice["code"] == (example["moves"] or [""])[0]]
        assert all(say in told for say in named), "the card names the move"
        for code in example["moves"][:1]:
            anna.type_move(code)
            assert anna.sent("try", "move")["moves"] == [legal[code]], "the move in question can be made"


HINTS = {  # by which ply which hints have come, in this game
    "azul": (18, [1, 2, 3, 4, 5]),
    "duel": (8, [1, 2, 3, 4, 5, 6]),
    "blockers": (8, [1, 2, 3, 4, 5]),
}


@rotates
@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_explains_as_one_plays(person: Any, game: str) -> None:
    anna = person(tour=True)
    anna.start_fixed(game, 1)
    words = {text: key for key, text in sentences("en").items() if key.startswith(f"tour.{game}.")}
    anna.page.wait_for_selector("[data-test=tour]")

    def hint() -> str:
        return words[anna.page.locator("[data-test=tour]").inner_text()]

    def shown() -> bool:
        return anna.page.locator("[data-test=tour]").count() > 0

    plies, expected = HINTS[game]
    given = [hint()]
    while anna.ply < plies and anna.step() == "clicked":
        anna.next_choice()
        given += [hint()] if shown() else []  # a few turns after the last one they are over
    assert given[0] == f"tour.{game}.1"
    assert sorted(set(given)) == [f"tour.{game}.{number}" for number in expected]
    for _ in range(len(words) - len(expected) + 1 if shown() else 0):
        anna.page.click("[data-test=tour-next]")
    anna.page.wait_for_selector("[data-test=tour]", state="detached")
    anna.page.reload()
    anna.next_choice()
    assert anna.page.locator("[data-test=tour]").count() == 0, "once understood they stay away"


def test_a_hint_comes_with_its_question(person: Any) -> None:
    anna = person(tour=True)
    anna.start_fixed("azul", 1)
    hint, words = anna.page.locator("[data-test=tour]"), sentences("en")
    anna.page.wait_for_selector("[data-test=tour]")
    assert hint.inner_text() == words["tour.azul.1"]
    anna.page.locator(PICK).first.click()
    assert hint.inner_text() == words["tour.azul.2"]
    anna.page.locator(TARGET).first.click()
    anna.wait_past(0)
    anna.next_choice()
    assert hint.inner_text() == words["tour.azul.3"]
    anna.page.click("[data-test=tour-end]")
    anna.page.wait_for_selector("[data-test=tour]", state="detached")
