"""Every page in three languages, narrow and wide: nothing cut off. And no fault that axe knows of, at three sizes, light and dark. Each run
takes a part of the pages, another language, size and light; the long one all of them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tegel
from tests.long import LONG
from tests.rotation import rotates
from tests.seeds import run_seed
from tests.web.axe import faults_of
from tests.web.conftest import STATIC
from tests.web.people import COMPUTER
from tests.web.test_words import sentences

GAMES = ("azul", "duel", "blockers")
SIZES = ((360, 740), (1440, 900))
LANGUAGES = ("en", "nl", "fr")
PARTS = 3
AXE_SIZES = ((1440, 900), (390, 664), (844, 390))
LIGHTS = ("light", "dark")
SCRIPT_LIMIT = 100 * 1024
SETTLED = """(width) => new Promise((done) => {
    const look = () => requestAnimationFrame(innerWidth === width ? () => requestAnimationFrame(done) : look);
    look();
})"""


def addresses(anna: Any) -> list[tuple[str, str]]:
    """All pages there are, each with something that shows that it is there."""
    fixed = [
        ("/", "[data-test=play-azul]:enabled"),
        ("/games", "main li"),
        ("/rules", "main svg"),
        *[(f"/rules/{game}", "article .table > *") for game in GAMES],
        ("/learn", "main svg"),
        *[(f"/learn/{game}", "[data-test=lesson]") for game in GAMES],
        ("/puzzles", "[data-test=daily-azul]"),
        ("/puzzles/azul", "[data-test=theme]"),
        ("/lobby", "[data-test=seek]:enabled"),
        ("/tournaments", "[data-test=make]:enabled"),
        ("/explore", "[data-test=explore-azul]"),
        *[(f"/explore/{game}", "[data-test=bar]") for game in GAMES],
        ("/ratings", "#pool"),
        ("/player/me", "[data-test=shown]"),
        ("/settings", "#theme"),
        ("/account", "[data-test=export]"),
        ("/open", "#record-text"),
        ("/analysis", "[data-test=paste]"),
        ("/nowhere", "main a"),
    ]
    setups = [(f"/new?game={game}", "[data-test=start]:enabled") for game in GAMES]
    started = [anna.create(game, COMPUTER)["game"] for game in GAMES]
    four = anna.create("azul", COMPUTER + [{"kind": "computer", "player": "random"}] * 2, {"wall": "grey"})["game"]
    five = anna.create("blockers", COMPUTER + [{"kind": "computer", "player": "random"}] * 3)["game"]
    tables = [(f"/game/{game}", "button.spot.open") for game in [*started, four, five]]
    waiting = anna.create("azul", [{"kind": "here", "name": "Anna"}, {"kind": "link"}])
    invitation = next(seat["invitation"] for seat in waiting["seats"] if "invitation" in seat)
    made = anna.context.request.post(f"{anna.address}/api/tournaments", data={"title": "Club evening", "game": "azul"}).json()["id"]
    anna.context.request.post(f"{anna.address}/api/tournaments/{made}/enter", data={"name": "Anna"})
    setups += [(f"/tournament/{made}", "[data-test=standings]"), (f"/tournament/{made}/screen", "[data-test=screen]")]
    replays = [(f"/replay/{started[0]}", "[data-spot='disc-0']")]
    return [*fixed, *setups, *tables, *replays, (f"/game/{waiting['game']}", "main .seat"), (f"/join/{invitation}", "[data-test=join]")]


@rotates
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pages(person: Any, language: str, part: int) -> None:
    """A part of the pages; for axe also the end of a game and what is not there."""
    anna, guest = person(language=language), person(language=language)
    for one in (anna, guest):
        one.open("/")
    found = []
    usual, unusual = addresses(anna), more_addresses(anna)
    for at, (path, shows) in list(enumerate([*usual, *unusual]))[part::PARTS]:
        one = guest if path.startswith("/join") else anna
        one.go(path, shows)
        if at < len(usual):
            found += [f"{path} {fault}" for fault in look_at(one.page, language, path.startswith("/game"))]
        found += [f"{path} {fault}" for fault in ask_axe(one.page, ways_to_look(at, LANGUAGES.index(language)))]
    assert found == []


def ways_to_look(page: int, language: int) -> list[tuple[tuple[int, int], str]]:
    """The sizes and lights in which axe is asked about a page in a language: one for every page and run, or all of them."""
    all_ways = [(size, light) for size in AXE_SIZES for light in LIGHTS]
    return all_ways[2 * language :][:2] if LONG else [Random(f"{run_seed()} {page}").choice(all_ways)]


def more_addresses(anna: Any) -> list[tuple[str, str]]:
    """The end of a game, and pages with little or nothing on them."""
    ended = anna.create("azul", COMPUTER)["game"]
    anna.context.request.post(f"{anna.address}/api/games/{ended}/resign", data={"seat": 0, "id": "1"})
    return [(f"/game/{ended}", ".final[data-counted=true]"), ("/statistics", "main section"), ("/rules/chess", "[data-test=not-found]")]


def test_ones_own_profile_before_the_first_game(person: Any) -> None:
    """It said that there is no such player, or that they do not wish to be named."""
    anna = person()
    anna.open("/player/me", "[data-test=fresh]")
    assert anna.page.locator("[role=alert]").count() == 0
    assert all("404" in fault for fault in anna.faults), "which the browser notes"
    anna.faults.clear()


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED, size[0])


def look_at(page: Any, language: str, board: bool) -> list[str]:
    """What is wrong with a page."""
    found = []
    if page.locator("html").get_attribute("lang") != language:
        found.append(f"is not in {language}")
    if page.locator("header nav a").nth(1).inner_text() != sentences(language)["nav.learn"]:
        found.append(f"has no head in {language}")
    found += [f"says {key}" for key in re.findall(r"\b[a-z]+\.[a-z]+\.?\w*\b", page.locator("main").inner_text()) if key in sentences("en")]
    for width, height in SIZES:
        resize(page, (width, height))
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"is {wide} px wide on {width}")
        if board:
            found += [f"at {width}: {spot} is out of sight" for spot in out_of_sight(page)]
    return found


def ask_axe(page: Any, ways: list[tuple[tuple[int, int], str]]) -> list[str]:
    """What axe finds at these sizes and in these lights."""
    found = []
    for size, light in ways:
        resize(page, size)
        page.emulate_media(color_scheme=light)
        page.wait_for_selector(f"html[data-theme={light}]", state="attached")
        found += [f"at {size}, {light}: {fault}" for fault in faults_of(page)]
    return found


def out_of_sight(page: Any) -> list[str]:
    """Places of the board that are not wholly on the screen."""
    spots: list[str] = page.evaluate("""() => [...document.querySelectorAll('.table [data-spot]')].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width > 0 && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    }).map((each) => each.dataset.spot)""")
    return spots


def test_play_page_is_light(person: Any) -> None:
    anna = person()
    loaded: set[str] = set()
    anna.page.on("response", lambda answer: loaded.add(answer.url) if answer.url.endswith(".js") else None)
    for game in GAMES:
        loaded.clear()
        anna.start(game, COMPUTER)
        anna.page.wait_for_selector("button.spot")
        size = sum(len(gzip.compress((STATIC / "assets" / Path(url).name).read_bytes())) for url in loaded)
        assert 0 < size <= SCRIPT_LIMIT, f"{game}: {size} bytes of script"


def test_language_can_be_switched_at_any_time(person: Any) -> None:
    anna = person()
    anna.start("azul", COMPUTER)
    page = anna.page
    page.wait_for_selector("button.spot")
    page.locator("header select").select_option("fr")
    page.wait_for_selector("text=Ce qui s'est passé")
    page.wait_for_selector(".log >> text=La partie")


def test_boards_of_others_are_legible_on_a_phone(person: Any) -> None:
    """With four players at 360 px the tiles of the others are small; touching a board shows it large."""
    anna = person(width=360, height=740)
    anna.start_at(str(tegel.game("azul", players=4, key=(4, 2, 3, 4)).position), COMPUTER + [{"kind": "computer", "player": "random"}] * 2)
    anna.next_choice()
    page = anna.page

    def width(wanted: str) -> float:
        return float(page.locator(wanted).first.bounding_box()["width"])

    assert width(".others [data-spot^='wall-']") >= 12
    page.locator("[data-test=peek]").last.click()
    assert width("dialog[open] [data-spot^='wall-']") >= 24
    assert faults_of(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator("[data-test=peek]").first.click()
    page.locator("dialog[open]").click()
    page.wait_for_selector("dialog", state="detached")
    anna.move()


def test_the_skip_link_leads_past_the_head(person: Any) -> None:
    anna = person()
    anna.open("/rules/azul")
    anna.page.wait_for_selector("main")
    anna.page.keyboard.press("Tab")
    assert anna.page.evaluate("() => document.activeElement.matches('a.skip')")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_function("() => document.activeElement.id === 'page'", timeout=10_000)
    anna.page.keyboard.press("Tab")
    assert anna.page.evaluate("() => document.querySelector('#page').contains(document.activeElement)")


def test_colours_are_chosen_and_scoring_tiles_left_to_chance(person: Any) -> None:
    """On the set-up page: a colour that another seat has is exchanged; tiles drawn at random are shown in the game."""
    anna = person()
    anna.open("/new?game=blockers", "[data-test=order-0-v]")
    anna.page.click("[data-test=order-0-v]")
    anna.page.click("[data-test=order-1-r]")
    assert anna.page.locator("[data-test=order-0-v]").get_attribute("aria-pressed") == "true"
    anna.page.click("[data-test=start]")
    anna.page.wait_for_selector(".play[data-ply]")
    assert anna.state()["view"]["colours"] == [4, 0, 2, 3]
    assert anna.page.locator(".near [role=group]").first.get_attribute("aria-label") == "Rack of violet"
    anna.open("/new?game=duel", "[data-test=option-random4]")
    anna.page.click("[data-test=option-random4]")
    assert not anna.page.locator(".tiles").is_visible()
    anna.page.click("[data-test=start]")
    anna.page.locator("li[title] svg").nth(3).wait_for()
    assert len(anna.state()["view"]["scoring"]) == 4
