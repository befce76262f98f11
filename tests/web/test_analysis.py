"""The engine's opinion of a finished game, move by move: it thinks in the browser, as the seat to move saw the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.conftest import people_at
from tests.web.people import COMPUTER, Person


@pytest.fixture
def anna(browser: Any, address_with_engines: str) -> Iterator[Person]:
    with people_at(browser, address_with_engines) as come:
        yield come()


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_finished_game_is_analysed(anna: Person, game: str) -> None:
    id = anna.start(game, COMPUTER)
    anna.move()
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open(f"/replay/{id}?ply=0", "[data-test=analyse]")
    anna.page.click("[data-test=analyse]")
    anna.page.wait_for_selector("[data-test=judged]")
    anna.page.wait_for_selector("[data-test=analysis][data-judged='0'][data-busy=false]")
    chances = [int(text.strip("%")) for text in anna.page.locator("[data-test=chance] strong").all_inner_texts()]
    assert abs(sum(chances) - 100) <= 1, "somebody wins"
    assert "The engine thinks on this device." in anna.page.inner_text("[data-test=analysis]")
    assert anna.page.locator("[data-test=judged]").count() >= 2
    assert anna.page.locator("[data-test=judged].played").count() == 1, "the move that was played is among them"
    anna.page.click("[data-test=next]")
    anna.page.wait_for_selector("[data-test=analysis][data-judged='1']")
    anna.page.click("[data-test=analyse]")
    anna.page.wait_for_selector("[data-test=analysis]", state="detached")


def test_a_running_game_is_not_analysed(anna: Person) -> None:
    id = anna.start("azul", COMPUTER)
    anna.open(f"/replay/{id}", "[data-test=position]")
    assert anna.page.locator("[data-test=analyse]").count() == 0


def test_without_an_engine_here_the_server_thinks(anna: Person) -> None:
    anna.page.route("**/engine/**", lambda route: route.abort())
    id = anna.start("azul", COMPUTER)
    anna.move()
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open(f"/replay/{id}?ply=0", "[data-test=analyse]")
    with anna.page.expect_response("**/plies/0/judgement*"):
        anna.page.click("[data-test=analyse]")
    anna.page.wait_for_selector("[data-test=analysis][data-judged='0'][data-busy=false]")
    assert anna.page.locator("[data-test=judged]").count() >= 2
    assert "The server’s engine thinks." in anna.page.inner_text("[data-test=analysis]")
