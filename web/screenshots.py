"""Pictures of the app for the documentation: every game on a desk and on a phone, light and dark, and the other pages.

python web/screenshots.py [--address http://127.0.0.1:8321]     needs a running server, chromium and `pip install playwright`
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SHOTS = ROOT / "docs" / "screenshots"
LARGEST = 250_000  # bytes a picture may have
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"desktop": (1440, 900), "phone": (360, 740)}
MOVES = {"azul": 9, "duel": 14, "blockers": 12}
SETTINGS = {"tour": False, "motion": "less", "pace": 40, "language": "en"}


def context(browser: Any, size: str, scheme: str) -> Any:
    """A browser window of its own."""
    width, height = SIZES[size]
    made = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="en", service_workers="block")
    made.add_init_script(f"localStorage.setItem('tegel.settings', {json.dumps(json.dumps(SETTINGS))})")
    return made


def create(window: Any, address: str, game: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    answer = window.request.post(f"{address}/api/games", data={"game": game, "seats": seats})
    made: dict[str, Any] = answer.json()
    return made


def play(page: Any, steps: int) -> None:
    """Some turns, so that there is something to see; it ends with tiles picked and their targets lit."""
    sys.path.insert(0, str(ROOT))
    from tests.web.people import CHOOSE

    for step in range(steps):
        page.wait_for_selector("button.spot.open, [data-test=handover]", timeout=120_000)
        place = page.evaluate(CHOOSE, (step * 0.37) % 1)
        if place:
            page.mouse.click(place["x"], place["y"])
        page.wait_for_timeout(250)
    page.wait_for_selector("button.spot.open:not(.target)", timeout=120_000)
    page.wait_for_timeout(300)
    picks = page.locator("button.spot.open:not(.target):not([tabindex='-1'])")
    if not page.locator("button.target.open").count():
        picks.first.click()
    page.mouse.move(2, 2)
    page.wait_for_timeout(300)


def keep(page: Any, name: str) -> None:
    path = SHOTS / f"{name}.png"
    page.screenshot(path=path)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}  {size // 1000} kB")
    if size > LARGEST:
        raise SystemExit(f"{name} is larger than {LARGEST} bytes")


def games(browser: Any, address: str) -> None:
    """Each game in the middle of a turn, in every size and light."""
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "greedy"}]
    for game, moves in MOVES.items():
        window = context(browser, "desktop", "light")
        page = window.new_page()
        made = create(window, address, game, seats)
        page.goto(f"{address}/game/{made['game']}")
        play(page, moves)
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(400)
                keep(page, f"{game}-{size}-{scheme}")
        window.close()


def pages(browser: Any, address: str) -> None:
    """The pages around the games."""
    here = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
    link = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]
    window = context(browser, "desktop", "light")
    page = window.new_page()
    handover = create(window, address, "blockers", here)["game"]
    waiting = create(window, address, "azul", link)
    invitation = next(seat["invitation"] for seat in waiting["seats"] if "invitation" in seat)
    shown: dict[str, str] = {
        "start": "/",
        "setup": "/new?game=duel",
        "rules": "/rules/azul",
        "settings": "/settings",
        "games": "/games",
        "handover": f"/game/{handover}",
        "link": f"/game/{waiting['game']}",
    }
    for name, path in shown.items():
        visit(page, address + path, lambda name=name: keep(page, name))
    guest = context(browser, "phone", "dark")
    visit(guest.new_page(), f"{address}/join/{invitation}", lambda: keep(guest.pages[0], "join-phone-dark"))


def visit(page: Any, address: str, look: Callable[[], None]) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    look()


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of the app, into docs/screenshots.")
    parser.add_argument("--address", default="http://127.0.0.1:8321", help="of a running server")
    parser.add_argument("--only", choices=["games", "pages"], help="only some of them")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("no browser here: on Debian `apt-get install chromium`", file=sys.stderr)
        return 1
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        if given.only != "games":
            pages(browser, given.address)
        if given.only != "pages":
            games(browser, given.address)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
