"""Opponents and setting up: eight persons in a ladder, a page that fits one screen and remembers, statistics of one's own games."""

from __future__ import annotations

from typing import Any

import pytest

from tegel.core.game import find_game
from tegel.server.ladder import ladder
from tests.rotation import rotates
from tests.web.people import COMPUTER, Person
from tests.web.test_words import sentences

GAMES = ("azul", "duel", "blockers")
ROSA = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "level:3"}]


def resign(anna: Person, game: str) -> None:
    answer = anna.context.request.post(f"{anna.address}/api/games/{game}/resign", data={"seat": 0, "id": "resign"})
    assert answer.ok, answer.text()


def set_up(anna: Person, game: str, *choices: str, person: str) -> None:
    """Choose an opponent and more on the set-up page, and start."""
    anna.open(f"/new?game={game}", "[data-test=start]:enabled")
    anna.page.check(f"[data-test='person-{person}']", force=True)
    for choice in choices:
        anna.page.click(f"[data-test='{choice}']")
    anna.page.click("[data-test=start]")
    anna.page.wait_for_selector(".play[data-ply]")


@pytest.mark.parametrize("game", GAMES)
def test_setting_up_fits_one_screen(person: Any, game: str) -> None:
    """As it is opened, and with as many players as there can be and a clock."""
    anna = person()
    anna.open(f"/new?game={game}", "[data-test=start]:enabled")
    fits_one_screen(anna)
    while anna.page.locator("[data-test=add-seat]").count():
        anna.page.click("[data-test=add-seat]")
    anna.page.click("[data-test=clock-game]")
    fits_one_screen(anna)


def fits_one_screen(anna: Person) -> None:
    assert anna.page.evaluate("() => document.documentElement.scrollHeight") <= 900
    for part in ("[data-test=start]", "[data-test=clock-none]", "[data-test='person-level:8']", "[data-test=seat-1-name]"):
        box = anna.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 900, part


def test_what_was_chosen_last_is_there_again(person: Any) -> None:
    anna = person()
    set_up(anna, "duel", "clock-move", "clock-180", person="level:5")
    summary = anna.frames_of("welcome")[-1]["summary"]
    assert summary["clock"] == {"base": 180, "increment": 0, "per_move": True}
    assert [seat["player"] for seat in summary["seats"]] == [None, "level:5"]
    anna.open("/new", "[data-test=start]:enabled")
    assert anna.page.locator("[data-test=game-duel]").is_checked()
    assert anna.page.locator("[data-test='person-level:5']").is_checked()
    assert anna.page.locator("[data-test='clock-180']").get_attribute("aria-pressed") == "true"
    anna.open("/", "[data-test=play-azul]:enabled")
    assert "Nora" in anna.page.locator("[data-test=play-azul]").inner_text(), "and one click plays against the same person"


@pytest.mark.parametrize("width", [1440, 844, 390, 360])
def test_opponents_do_not_overlap(person: Any, width: int) -> None:
    """In Dutch, whose words are the longest: the dice lay below the magpie on a phone."""
    anna = person(language="nl")
    anna.page.set_viewport_size({"width": width, "height": 664})
    anna.open("/new?game=azul", "[data-test=start]:enabled")
    cut = anna.page.evaluate("() => [...document.querySelectorAll('.person')].filter((each) => each.scrollWidth > each.clientWidth).length")
    assert cut == 0


def test_a_seat_that_goes_to_the_computer_gets_the_level_used_last(person: Any) -> None:
    """It got the strongest player there is."""
    anna = person()
    set_up(anna, "azul", person="level:2")
    anna.open("/new?game=azul", "[data-test=start]:enabled")
    anna.page.click("[data-test=seat-2-here]")
    anna.page.click("[data-test=seat-2-computer]")
    assert anna.page.locator("[data-test='person-level:2']").is_checked()
    anna.page.click("[data-test=add-seat]")
    people = [anna.page.locator(f"[data-test=seat-{seat}-person]").inner_text() for seat in (2, 3)]
    assert "Leo" in people[0]
    assert "Leo" not in people[1], "and a further one somebody else"


@rotates
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_the_ladder_tells_my_record_and_the_measured_strength(person: Any, language: str) -> None:
    anna = person(language=language)
    anna.open("/")
    resign(anna, anna.create("azul", ROSA)["game"])
    anna.open("/new?game=azul", "[data-test='person-level:3']")
    rosa = anna.page.locator("label:has([data-test='person-level:3'])")
    rosa.locator("text=0–1").wait_for()
    anna.page.check("[data-test='person-level:3']", force=True)
    anna.page.click(".about summary")
    about = anna.page.locator(".about").inner_text()
    rung = ladder(find_game("azul"))[2]
    assert rung.elo is not None
    assert rung.margin is not None
    for elo in (rung.elo, rung.elo - rung.margin, rung.elo + rung.margin):
        assert f"{100 / (1 + 10 ** (-elo / 400)):.0f}" in about, "the share, and both ends of its interval beside it"
    assert anna.page.locator("label:has([data-test='person-level:4'])").inner_text().count("–") == 0


def test_every_page_shows_the_games_in_one_order(person: Any) -> None:
    anna = person()
    titles = [sentences("en")[f"game.{game}"] for game in GAMES]
    for path, shows, each in (
        ("/", "[data-test=play-azul]", "article h2"),
        ("/new", ".choice strong", ".games .choice strong"),
        ("/rules", "main svg", ".game-cards strong"),
    ):
        anna.open(path, shows)
        anna.page.wait_for_function("(each) => document.querySelectorAll(each).length === 3", arg=each)
        assert anna.page.locator(each).all_inner_texts() == titles, path


def test_statistics_of_my_own_games(person: Any) -> None:
    anna, ben = person(), person()
    for one in (anna, ben):
        one.open("/")
    ben.open("/statistics", "main .button")
    anna.start_fixed("azul", 2, rounds=1)
    anna.play()
    resign(anna, anna.create("azul", ROSA)["game"])
    anna.open("/", "[data-test=to-statistics]")
    anna.page.click("[data-test=to-statistics]")
    told = anna.page.locator("[data-test=statistics-azul]")
    told.wait_for()
    result = anna.context.request.get(f"{anna.address}/api/me/results").json()["results"][-1]
    assert told.locator("dd").first.inner_text() == "2"
    assert told.locator("dd").nth(3).inner_text() == str(result["points"][0]), "a game given up has no best"
    assert told.locator("tbody tr").count() == 2
    told.locator(".bars li").first.wait_for()
    bars = dict(row.split("\n")[:2] for row in told.locator(".bars li").all_inner_texts())
    assert bars[sentences("en")["azul.kind.tile"]] == str(result["sources"][0]["tile"])


def test_games_that_wait_for_me_come_first(person: Any) -> None:
    anna, ben = person(), person()
    anna.open("/")
    made = anna.make([{"kind": "here", "name": "Anna"}, {"kind": "link"}], game="azul")
    for _ in range(2):
        anna.create("blockers", COMPUTER)
    ben.open(f"/join/{made['seats'][1]['invitation']}", "[data-test=name]")
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    ben.page.wait_for_selector(".play[data-ply]")
    if ben.turn == 1:
        ben.move()
    anna.open("/", "main li.waits")
    marked = anna.page.locator("main li").evaluate_all("(all) => all.map((each) => each.classList.contains('waits'))")
    assert marked == sorted(marked, reverse=True)
    anna.page.wait_for_function("() => document.title === '(1) Tegel'")


def test_sound_is_asked_for_once(person: Any) -> None:
    anna = person(soundsAsked=False)
    anna.open("/", "[data-test=ask-sound]")
    anna.page.click("[data-test=sound-yes]")
    anna.page.wait_for_selector("[data-test=ask-sound]", state="detached")
    anna.open("/new", "[data-test=start]")
    assert anna.page.locator("[data-test=ask-sound]").count() == 0
    anna.open("/settings", "[data-test=setting-sounds]")
    assert anna.page.locator("[data-test=setting-sounds]").is_checked()
