"""A bot account from its page to the table: its token is shown once, and the mark stands beside its name wherever names stand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tegel.arena.online.api import Api
from tegel.arena.online.bot import Bot, Wanted
from tegel.arena.online.telling import Teller
from tegel.arena.online.thinkers import Thinkers
from tests.web.people import Person
from tests.web.test_lobby import enter

MARK = "[data-test=bot]"


def make(one: Person, name: str) -> str:
    """Make a bot on the page; its token."""
    one.open("/account", "[data-test=bot-name]")
    one.page.fill("[data-test=bot-name]", name)
    one.page.click("[data-test=make-bot]")
    token: str = one.page.text_content("[data-test=token]")
    one.page.click("[data-test=token-kept]")
    one.page.wait_for_selector("[data-test=fresh-token]", state="detached")
    return token


@pytest.fixture
def play_as() -> Iterator[Callable[[str, str], Bot]]:
    """Let bots play until the test is over."""
    running: list[tuple[Bot, threading.Thread]] = []

    def start(address: str, token: str) -> Bot:
        thinkers = Thinkers("random", 60)
        thinkers.warm_up(["azul"])
        bot = Bot(Api(address, token), thinkers, Wanted(["azul"]), Teller("en", lines=True))
        thread = threading.Thread(target=bot.run, daemon=True)
        thread.start()
        running.append((bot, thread))
        return bot

    yield start
    for bot, thread in running:
        bot.enough.set()
        bot.stop()
        for seat, _ in list(bot._seats.values()):
            seat.hang_up()
        thread.join(60)
        assert not thread.is_alive()


def test_a_bot_is_made_sits_down_and_is_marked_wherever_its_name_stands(
    person: Any, address: str, play_as: Callable[[str, str], Bot]
) -> None:
    owner, anna, ben = person(), person(), person(language="nl")
    token = make(owner, "Deep")
    assert owner.page.text_content("[data-test=bot-account]").strip().startswith("Deep")
    assert token not in owner.page.content(), "it is shown once"
    enter(ben, "Ben")
    enter(anna, "Anna")
    anna.page.select_option("#new-seats", "3")
    anna.page.check("[data-test=bots]")
    anna.page.click("[data-test=open-table]:enabled")
    anna.page.wait_for_url("**/game/*")
    game = anna.page.url.rpartition("/")[2]
    play_as(address, token)
    anna.page.wait_for_selector(f"li.seat {MARK}")
    shown = ben.page.wait_for_selector(f"[data-test=table-{game}] {MARK}")
    assert shown.get_attribute("title") == "Botaccount"
    assert len(anna.page.query_selector_all(MARK)) == 1
    ben.page.click(f"[data-test=table-{game}] [data-test=sit]")
    for one in (anna, ben):
        one.page.wait_for_selector(".play[data-ply]")
        for place in (".plate", ".players"):
            one.page.wait_for_selector(f"{place} {MARK}", state="attached")
    for one in (anna, ben):
        seat = one.state()["seat"]
        one.context.request.post(f"{address}/api/games/{game}/resign", data={"seat": seat, "id": "enough"})
    anna.page.wait_for_selector(".final")
    anna.page.wait_for_selector(f".final {MARK}", state="attached")
    anna.open(f"/replay/{game}", ".plate")
    anna.page.wait_for_selector(f".plate {MARK}", state="attached")
    anna.open("/games", f"a[href*='{game}']")
    assert "Deep (bot)" in anna.page.text_content("main"), "where names stand in a row of text it is said in words"
    assert owner.faults == anna.faults == ben.faults == []


def test_a_token_is_replaced_and_a_bot_removed_on_the_page(person: Any, address: str) -> None:
    owner = person(language="fr")
    token = make(owner, "Profond")
    for test in ("renew-bot", "delete-bot"):
        owner.page.click(f"[data-test={test}]")
        owner.page.click(f"[data-test={test}-yes]")
        if test == "renew-bot":
            assert owner.page.text_content("[data-test=token]") != token
            owner.page.click("[data-test=token-kept]")
    owner.page.wait_for_selector("[data-test=bot-account]", state="detached")
    assert "Profond" in owner.page.text_content("[data-test=said]")
    answer = owner.context.request.get(f"{address}/api/me", headers={"authorization": f"Bearer {token}"})
    assert answer.status == 403
    assert owner.faults == []
