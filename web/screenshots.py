"""Pictures of the app for the documentation: every game on a desk and on a phone held both ways, light and dark, and the other pages.

python web/screenshots.py [--address http://127.0.0.1:8321]     needs a running server, chromium and `pip install playwright pillow`

The positions are played by the computer from fixed keys, so the pictures change only when the app or the rules do.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

import tegel
from tegel.core.table import Table
from tegel.search.players import find_player

ROOT = Path(__file__).resolve().parents[1]
SHOTS = ROOT / "docs" / "screenshots"
LARGEST = 200_000  # bytes a picture may have
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"desktop": (1440, 900), "phone": (390, 664), "lying": (844, 390)}
PAGES = ("desktop", "phone")  # the sizes of pages that are not boards
NAMES = ("Anna", "Ben", "Chloé", "Daan", "Emma")
MANY = {"azul": 40, "duel": 40, "blockers": 20}  # moves there are to choose from in a picture
PICK = "button.spot.open:not(.target):not([tabindex='-1'])"
SETTINGS = {"tour": False, "motion": "less", "pace": "instant", "language": "en", "soundsAsked": True}


class Scene(NamedTuple):
    """A moment of a game: who plays, how far, and what is looked for on the screen."""

    game: str
    options: dict[str, Any]
    plies: int
    kind: str = ""  # of move that must be possible for the first seat
    picks: int = 1  # things to pick before the picture
    both: bool = False  # light and dark


SCENES = {
    "azul": Scene("azul", {"players": 2}, 25, both=True),
    "duel": Scene("duel", {}, 50, both=True),
    "blockers": Scene("blockers", {"players": 2}, 40, both=True),
    "azul-four": Scene("azul", {"players": 4}, 56),
    "azul-column": Scene("azul", {"players": 2, "wall": "grey"}, 30, "column", picks=0),
    "duel-plate": Scene("duel", {}, 12, "lay", picks=0),
    "duel-stack": Scene("duel", {}, 12, "stack", picks=0),
    "duel-chips": Scene("duel", {}, 60, "pay", picks=0),
    "blockers-five": Scene("blockers", {"players": 5}, 45),
}


def position(scene: Scene) -> str:
    """The text of the scene's position, with the first seat to move."""
    table = tegel.game(scene.game, key=(4, 8, 15, 16), **scene.options)
    player = find_player("greedy", seed=1) if scene.kind != "pay" else find_player("random", seed=1)
    while not table.over:
        if len(table.moves) >= scene.plies and table.turn == 0 and offers(table, scene.kind):
            return str(table.position)
        assert table.turn is not None
        table.play(player.decide(table.view(table.turn)))
    raise SystemExit(f"the game of {scene} ended before there was anything to see")


def offers(table: Table, kind: str) -> bool:
    """Whether such a move can be made; for any turn there must be several kinds of things to take."""
    kinds = {table.game.parts(move)["kind"] for move in table.legal}
    return kind in kinds if kind else bool(kinds & {"take", "sun", "lay"}) and len(table.legal) > MANY[table.game.name]


@contextmanager
def window(browser: Any, size: str = "desktop", scheme: str = "light", worker: bool = False, **settings: Any) -> Iterator[Any]:
    """A browser window of its own, with a page."""
    width, height = SIZES[size]
    workers = "allow" if worker else "block"
    made = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="en", service_workers=workers)
    kept = json.dumps(json.dumps({**SETTINGS, **settings}))
    made.add_init_script(f"localStorage.setItem('tegel.settings', {kept})")
    yield made.new_page()
    made.close()


class Studio:
    """Makes the pictures whose names are wanted."""

    def __init__(self, browser: Any, address: str, folder: Path, only: list[str]) -> None:
        self.browser, self.address, self.folder, self.only = browser, address, folder, only

    def wants(self, name: str) -> bool:
        return not self.only or any(name.startswith(each) for each in self.only)

    def create(self, page: Any, **wanted: Any) -> dict[str, Any]:
        answer = page.context.request.post(f"{self.address}/api/games", data=wanted)
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def start(self, page: Any, scene: Scene) -> str:
        """A game from the scene's position, on the screen; its id."""
        seats = [{"kind": "here", "name": NAMES[0]}]
        seats += [{"kind": "computer", "player": "greedy"} for _ in range(1, scene.options.get("players", 2))]
        game: str = self.create(page, position=position(scene), seats=seats)["game"]
        page.goto(f"{self.address}/game/{game}")
        page.wait_for_selector(".play[data-ply]")
        return game

    def keep(self, page: Any, name: str) -> None:
        """A picture of what is on the screen now. Wood has a grain: as WebP it is a tenth of the size."""
        page.mouse.move(1, 1)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        path = self.folder / f"{name}.webp"
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(path, quality=80, method=6)
        size = path.stat().st_size
        print(f"{path}  {size // 1000} kB")
        if size > LARGEST:
            raise SystemExit(f"{name} is larger than {LARGEST} bytes")

    def games(self) -> None:
        """Each scene in both sizes, the main ones in both lights."""
        for name, scene in SCENES.items():
            if not self.wants(name):
                continue
            with window(self.browser) as page:
                self.start(page, scene)
                page.wait_for_selector("button.spot.open, [data-test=pay-chip]")
                for _ in range(scene.picks):
                    page.locator(PICK).nth(1).click()
                for size, (width, height) in SIZES.items():
                    page.set_viewport_size({"width": width, "height": height})
                    for scheme in ("light", "dark") if scene.both else ("light",):
                        page.emulate_media(color_scheme=scheme)
                        self.keep(page, f"{name}-{size}-{scheme}")

    def ending(self) -> None:
        """A finished game: the table of points, and looking back."""
        if not self.wants("final") and not self.wants("replay"):
            return
        scene = Scene("azul", {"players": 2}, 30, "take")
        with window(self.browser) as page:
            game = self.start(page, scene)
            while not page.locator(".final").count():
                page.wait_for_selector(f"{PICK}, .final")
                if page.locator(PICK).count():
                    page.locator(PICK).first.click()
                    page.locator("button.target.open").first.click()
            self.twice(page, "final")
            page.goto(f"{self.address}/replay/{game}?ply=6")
            page.wait_for_selector("[data-spot='disc-0']")
            self.twice(page, "replay")

    def twice(self, page: Any, name: str) -> None:
        """On a desk and on a phone."""
        for size in PAGES:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            self.keep(page, f"{name}-{size}-light")
        page.set_viewport_size({"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]})

    def pages(self) -> None:
        """The pages around the games."""
        here = [{"kind": "here", "name": name} for name in NAMES[:2]]
        link = [{"kind": "here", "name": NAMES[0]}, {"kind": "link"}]
        with window(self.browser, pace="normal") as page:
            handover = self.create(page, game="blockers", seats=here)["game"]
            waiting = self.create(page, game="azul", seats=link)
            shown: dict[str, tuple[str, str]] = {
                "start": ("/", "[data-test=play-azul]:enabled"),
                "setup": ("/new?game=duel", "[data-test=start]:enabled"),
                "rules": ("/rules/azul", "article .table > *"),
                "settings": ("/settings", "#theme"),
                "games": ("/games", "main li"),
                "handover": (f"/game/{handover}", "[data-test=handover]"),
                "link": (f"/game/{waiting['game']}", "main .seat"),
            }
            for name, (path, shows) in shown.items():
                if self.wants(name):
                    page.goto(self.address + path)
                    page.wait_for_selector(shows)
                    if name == "rules":
                        page.locator("article h3").nth(1).scroll_into_view_if_needed()
                        page.mouse.wheel(0, SIZES["phone"][1] // 2)
                    if name == "link":
                        page.locator("main .seat button").first.click()
                        page.wait_for_selector("[data-test=link]")
                    self.twice(page, name)
            again = self.create(page, game="azul", seats=link)
            invitation = next(seat["invitation"] for seat in again["seats"] if "invitation" in seat)
            self.visit("join", f"/join/{invitation}", "[data-test=join]")
        self.special("tour", "azul", tour=True)
        self.special("tour-duel", "duel", tour=True)
        self.special("tour-blockers", "blockers", tour=True)
        self.special("text", "azul", textMode=True)

    def visit(self, name: str, path: str, shows: str) -> None:
        if self.wants(name):
            with window(self.browser, "phone", "dark") as page:
                page.goto(self.address + path)
                page.wait_for_selector(shows)
                self.keep(page, f"{name}-phone-dark")

    def special(self, name: str, game: str, **settings: Any) -> None:
        """The play page as somebody has set it."""
        if self.wants(name):
            with window(self.browser, **settings) as page:
                self.start(page, Scene(game, {}, 2))
                page.wait_for_selector(f"{PICK}, [data-move]")
                self.twice(page, name)


def find_browser() -> str | None:
    """Where chromium is; says so if it is nowhere."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        print("no browser here: on Debian `apt-get install chromium`", file=sys.stderr)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of the app, into docs/screenshots.")
    parser.add_argument("--address", default="http://127.0.0.1:8321", help="of a running server")
    parser.add_argument("--folder", type=Path, default=SHOTS, help="where the pictures go")
    parser.add_argument("only", nargs="*", help="only pictures whose names begin so")
    given = parser.parse_intermixed_args()
    chromium = find_browser()
    if not chromium:
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        studio = Studio(browser, given.address, given.folder, given.only)
        making: list[Callable[[], None]] = [studio.games, studio.ending, studio.pages]
        for make in making:
            make()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
