"""Every page in three languages, narrow and wide, light and dark: nothing cut off, no fault that axe knows of."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import ROOT, STATIC

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COMPUTER = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "random"}]
SCRIPT_LIMIT = 100 * 1024


def addresses(anna: Any) -> list[str]:
    """All pages there are."""
    games = [f"/game/{anna.create(game, COMPUTER)['game']}" for game in ("azul", "duel", "blockers")]
    waiting = anna.create("azul", [{"kind": "here", "name": "Anna"}, {"kind": "link"}])
    fixed = ["/", "/games", "/rules", "/rules/azul", "/rules/duel", "/rules/blockers", "/settings", "/open", "/nowhere"]
    setups = [f"/new?game={game}" for game in ("azul", "duel", "blockers")]
    invitation = next(seat["invitation"] for seat in waiting["seats"] if "invitation" in seat)
    return [*fixed, *setups, *games, games[0].replace("game", "replay", 1), f"/game/{waiting['game']}", f"/join/{invitation}"]


def faults_of(page: Any, only: list[str] | None = None) -> list[str]:
    """What axe finds serious or critical."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: `npm ci` in web/")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    chosen = {"runOnly": only} if only else {}
    found = page.evaluate("async (chosen) => (await axe.run(document, { resultTypes: ['violations'], ...chosen })).violations", chosen)
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {node['target']} {node['failureSummary'][:160]}" for each in serious for node in each["nodes"]]


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_all_pages(person: Any, language: str) -> None:
    anna = person(language=language, width=360, height=740)
    guest = person(language=language)
    found = []
    for path in addresses(anna):
        one = guest if path.startswith("/join") else anna
        page = one.page
        one.open(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(100)
        assert page.locator("html").get_attribute("lang") == language
        for width in (360, 1440):
            page.set_viewport_size({"width": width, "height": 740 if width == 360 else 900})
            page.wait_for_timeout(60)
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{path} is {wide} px wide on {width}")
            if path.startswith("/game/"):
                found += [f"{path} at {width}: {spot} is out of sight" for spot in out_of_sight(page)]
        page.emulate_media(color_scheme="light")
        found += [f"{path} light {fault}" for fault in faults_of(page)]
        page.emulate_media(color_scheme="dark")
        page.wait_for_timeout(50)
        found += [f"{path} dark {fault}" for fault in faults_of(page, ["color-contrast"])]
    assert found == []


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
    for game in ("azul", "duel", "blockers"):
        loaded.clear()
        anna.open(f"/game/{anna.create(game, COMPUTER)['game']}")
        anna.page.wait_for_selector("button.spot")
        size = sum(len(gzip.compress((STATIC / "assets" / Path(url).name).read_bytes())) for url in loaded)
        assert 0 < size <= SCRIPT_LIMIT, f"{game}: {size} bytes of script"


def test_installable(person: Any) -> None:
    anna = person()
    anna.open("/")
    manifest = json.loads(anna.context.request.get(f"{anna.address}/manifest.webmanifest").text())
    for icon in manifest["icons"]:
        assert anna.context.request.get(anna.address + icon["src"]).ok
    worker = anna.context.request.get(f"{anna.address}/sw.js")
    assert worker.ok
    assert "javascript" in worker.headers["content-type"]


def test_language_can_be_switched_at_any_time(person: Any) -> None:
    anna = person()
    anna.open(f"/game/{anna.create('azul', COMPUTER)['game']}")
    page = anna.page
    page.wait_for_selector("button.spot")
    page.locator("header select").select_option("fr")
    page.wait_for_selector("text=Ce qui s'est passé")
    page.wait_for_selector(".log >> text=La partie")
