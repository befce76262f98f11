"""Every screen of the app at three sizes, light and dark, to be looked at with a critic's eye; a few of them for the documentation.

python web/gallery.py FOLDER [--address http://127.0.0.1:8321] [--language nl] [only these screens ...]
python web/gallery.py docs/screenshots --documentation

It needs a running server, chromium and `pip install playwright pillow`.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from scenes import ARGUMENTS, SCENES, SIZES, Scene, find_browser, position, window

LIGHTS = ("light", "dark")
EVERY = [(size, light) for size in SIZES for light in LIGHTS]
LARGEST = 120_000  # bytes a picture of the documentation may have
COMPUTER = {"kind": "computer", "player": "level:3"}
HERE = {"kind": "here", "name": "Anna"}
Screen = Callable[["Gallery", Any], None]


class Gallery:
    """Takes the pictures; small ones are for the documentation."""

    def __init__(self, address: str, folder: Path, small: bool = False) -> None:
        self.address, self.folder, self.small = address, folder, small

    def create(self, page: Any, **wanted: Any) -> dict[str, Any]:
        answer = page.context.request.post(f"{self.address}/api/games", data=wanted)
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def open(self, page: Any, path: str, shows: str) -> None:
        page.goto(self.address + path)
        page.wait_for_selector(shows)

    def at(self, page: Any, scene: Scene) -> str:
        """A game from a scene's position, on the screen; its id."""
        others = [COMPUTER for _ in range(1, scene.options.get("players", 2))]
        game: str = self.create(page, position=position(scene), seats=[HERE, *others])["game"]
        self.open(page, f"/game/{game}", ".play[data-ply]")
        page.wait_for_selector("button.spot.open, [data-test=pay-chip]")
        return game

    def resign(self, page: Any, game: str) -> None:
        answer = page.context.request.post(f"{self.address}/api/games/{game}/resign", data={"seat": 0, "id": "gallery"})
        assert answer.ok, answer.text()

    def take(self, page: Any, name: str, wanted: Iterable[tuple[str, str]] = EVERY) -> None:
        """The screen as it is, in these sizes and lights."""
        for size, light in wanted:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=light)
            page.evaluate("() => document.fonts.ready.then(() => true)")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.keep(page.screenshot(), f"{name}-{size}-{light}")
        print(name, flush=True)

    def keep(self, picture: bytes, name: str) -> None:
        """As it is, or for the documentation: wood has a grain, and as WebP it is a tenth of the size."""
        path = self.folder / f"{name}.{'webp' if self.small else 'png'}"
        if not self.small:
            path.write_bytes(picture)
            return
        Image.open(io.BytesIO(picture)).convert("RGB").save(path, quality=76, method=6)
        if path.stat().st_size > LARGEST:
            raise SystemExit(f"{path} is larger than {LARGEST} bytes")


def start(gallery: Gallery, page: Any) -> None:
    gallery.open(page, "/", "[data-test=play-azul]:enabled")


def start_again(gallery: Gallery, page: Any) -> None:
    """With games that run."""
    for game in ("azul", "duel", "blockers"):
        gallery.create(page, game=game, seats=[HERE, COMPUTER])
    gallery.create(page, game="azul", seats=[HERE, {"kind": "link"}])
    start(gallery, page)
    page.wait_for_selector("main li")


def setup(game: str) -> Screen:
    return lambda gallery, page: gallery.open(page, f"/new?game={game}", "[data-test=start]:enabled")


def setup_full(gallery: Gallery, page: Any) -> None:
    """As many players as there can be."""
    gallery.open(page, "/new?game=blockers", "[data-test=start]:enabled")
    while page.locator("[data-test=add-seat]").count():
        page.click("[data-test=add-seat]")
    page.click("[data-test=clock-game]")


def statistics(gallery: Gallery, page: Any) -> None:
    """After some games."""
    for at, game in enumerate(("azul", "azul", "duel", "blockers")):
        player = {"kind": "computer", "player": f"level:{at + 1}"}
        made = gallery.create(page, position=position(SCENES[game]), seats=[HERE, player])["game"]
        gallery.resign(page, made)
    gallery.open(page, "/statistics", "main section")


def no_statistics(gallery: Gallery, page: Any) -> None:
    gallery.open(page, "/statistics", "main .button")


def page_at(path: str, shows: str) -> Screen:
    return lambda gallery, page: gallery.open(page, path, shows)


def playing(name: str) -> Screen:
    def show(gallery: Gallery, page: Any) -> None:
        gallery.at(page, SCENES[name])

    return show


def final(name: str, players: int = 2) -> Screen:
    """A game that the computer has played to its end for all but one seat, which plays the first moves there are."""

    def show(gallery: Gallery, page: Any) -> None:
        scene = SCENES[name]
        seats = [HERE, *[COMPUTER for _ in range(1, scene.options.get("players", 2))]]
        game: str = gallery.create(page, position=position(scene), seats=seats)["game"]
        play_out(gallery, page, game)
        gallery.open(page, f"/game/{game}", ".final")
        page.wait_for_function("() => document.querySelector('.final')?.dataset.counted === 'true'")

    return show


def play_out(gallery: Gallery, page: Any, game: str) -> None:
    request, at = page.context.request, f"{gallery.address}/api/games/{game}"
    for number in range(2000):
        state = request.get(f"{at}/state?seat=0").json()
        if state["over"]:
            return
        if state["turn"] == 0:
            move = state["legal"][number % min(3, len(state["legal"]))]["move"]
            request.post(f"{at}/move", data={"seat": 0, "id": f"{number}", "ply": state["ply"], "moves": [move]})
        else:
            page.wait_for_timeout(10)
    raise SystemExit(f"{game} does not end")


def replay(name: str) -> Screen:
    """A game that is over, looked at from its beginning."""

    def show(gallery: Gallery, page: Any) -> None:
        others = [COMPUTER for _ in range(1, SCENES[name].options.get("players", 2))]
        game: str = gallery.create(page, position=position(SCENES[name]), seats=[HERE, *others])["game"]
        play_out(gallery, page, game)
        gallery.open(page, f"/replay/{game}", ".replay .table [data-spot]")
        page.click("[data-test=next]")
        page.wait_for_selector("[data-test=ply]:text-matches('^1 /')")

    return show


def menu(gallery: Gallery, page: Any) -> None:
    """What stands beside the table, opened on a phone."""
    gallery.at(page, SCENES["azul"])
    page.set_viewport_size({"width": 390, "height": 664})
    page.click("[data-test=menu]")
    page.wait_for_selector(".ways a")


def aimed(name: str) -> Screen:
    """A move that is pointed at, before it is made."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.at(page, SCENES[name])
        page.locator("button.spot.open:not(.target):not([tabindex='-1'])").first.click()
        page.wait_for_selector("button.target.open")
        targets = page.locator("button.target.open")
        targets.nth(min(2, targets.count() - 1)).focus()
        page.wait_for_selector("[data-test=ghost]", state="attached")

    return show


def waiting(gallery: Gallery, page: Any) -> None:
    made = gallery.create(page, game="azul", seats=[HERE, {"kind": "link"}])
    gallery.open(page, f"/game/{made['game']}", "main .seat")
    page.locator("main .renew").click()
    page.wait_for_selector("[data-test=link]")


def join(gallery: Gallery, page: Any) -> None:
    made = gallery.create(page, game="azul", seats=[HERE, {"kind": "link"}])
    page.context.clear_cookies()
    gallery.open(page, f"/join/{made['seats'][1]['invitation']}", "[data-test=join]")


def games(gallery: Gallery, page: Any) -> None:
    start_again(gallery, page)
    made = gallery.create(page, game="azul", seats=[HERE, COMPUTER])["game"]
    gallery.resign(page, made)
    gallery.open(page, "/games", "main li")


def analysis(name: str) -> Screen:
    """What the engine thinks of the moves of a finished game; the server must offer one."""

    def show(gallery: Gallery, page: Any) -> None:
        replay(name)(gallery, page)
        page.click("[data-test=analyse]")
        page.wait_for_selector("[data-test=judged]")
        page.wait_for_selector("[data-test=analysis][data-busy=false]")

    return show


def board(name: str) -> Screen:
    """The analysis board with a position and what the engine thinks of it; the server must offer one."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, "/analysis", "[data-test=paste]")
        page.fill("[data-test=paste]", position(SCENES[name]))
        page.click("[data-test=open]")
        page.wait_for_selector("[data-test=analysis][data-judged='0'][data-busy=false]")
        page.locator("[data-test=judged]").first.click()
        page.mouse.move(5, 5)
        page.wait_for_selector("[data-test=analysis][data-judged='1'][data-busy=false]")

    return show


def editor(name: str, impossible: bool = False) -> Screen:
    """The position editor; the server must offer an engine."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, "/analysis", "[data-test=paste]")
        page.fill("[data-test=paste]", position(SCENES[name]))
        page.click("[data-test=open]")
        page.click("[data-test=edit]")
        page.wait_for_selector("[data-test=editor][data-possible=true] [data-place]")
        if impossible:
            page.click("[data-test=edit-clear]")
            page.wait_for_selector("[data-test=editor][data-possible=false]")

    return show


def review(name: str, ply: bool = False) -> Screen:
    """The review of a finished game, or one decision of it; the server must offer an engine."""

    def show(gallery: Gallery, page: Any) -> None:
        game: str = gallery.create(page, game=name, seats=[HERE, COMPUTER])["game"]  # one that began at a position has no record
        play_out(gallery, page, game)
        gallery.open(page, f"/review/{game}", "[data-test=review]")
        page.wait_for_selector("[data-test=review][data-busy=false] [data-test=story]", timeout=300_000)
        if ply:
            page.locator("[data-test=decision]").first.click()
            page.wait_for_selector("[data-test=judged] [data-test=better]")

    return show


def wait_until_held(page: Any) -> None:
    """Until the browser has all engines; a condition that is a promise would count as true at once."""
    while page.evaluate(HELD) < FILES:
        page.wait_for_timeout(300)


def hinted(game: str, times: int) -> Screen:
    """A hint in a game on this device: where to look, which move, or why; the server must offer an engine."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, "/", "[data-test=play-azul]:enabled")
        wait_until_held(page)
        gallery.open(page, f"/new?game={game}", "[data-test=start]:enabled")
        page.click("[data-test='person-level:1']")
        page.click("[data-test=start]:enabled")
        for step in range(times):
            page.wait_for_selector(f"[data-test=hint][data-step='{step}']:enabled").click()
        page.wait_for_selector("[data-test=hint-why] li" if times == 3 else f"[data-test=hint][data-step='{times}']")

    return show


def lesson(game: str, at: int) -> Screen:
    """A lesson at its first task."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, f"/learn/{game}", "[data-test=lesson]")
        page.locator("[data-test=lesson]").nth(at).click()
        page.wait_for_selector("[data-lesson][data-busy=false]")

    return show


def puzzle(game: str, solved: bool) -> Screen:
    """The puzzle of the day, to be solved or with its solution."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, f"/puzzles/{game}/daily", "[data-puzzle][data-busy=false] button.spot.open, [data-test=pay-chip]")
        if solved:
            page.click("[data-test=reveal]")
            page.wait_for_selector("[data-test=shown]")
            page.wait_for_selector("[data-puzzle][data-busy=false]")

    return show


def puzzles(gallery: Gallery, page: Any) -> None:
    """With a rating, after one that was shown."""
    puzzle("azul", True)(gallery, page)
    gallery.open(page, "/puzzles", "[data-test=daily-azul]")


def toured(game: str) -> Screen:
    """The first hint of a first game."""

    def show(gallery: Gallery, page: Any) -> None:
        made = gallery.create(page, game=game, seats=[HERE, COMPUTER])["game"]
        gallery.open(page, f"/game/{made}", "[data-test=tour-step]")

    return show


def handover(gallery: Gallery, page: Any) -> None:
    made = gallery.create(page, game="blockers", seats=[HERE, {"kind": "here", "name": "Ben"}])["game"]
    gallery.open(page, f"/game/{made}", "[data-test=handover]")


def resigning(gallery: Gallery, page: Any) -> None:
    menu(gallery, page)
    page.click("[data-test=resign]")


def in_words(gallery: Gallery, page: Any) -> None:
    made = gallery.create(page, position=position(SCENES["azul"]), seats=[HERE, COMPUTER])["game"]
    gallery.open(page, f"/game/{made}", "[data-move]")


def away(path: str, shows: str) -> Screen:
    """Without a connection, with the engines fetched before; the server must offer them."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, "/", "[data-test=play-azul]:enabled")
        wait_until_held(page)
        page.context.set_offline(True)
        gallery.open(page, path, shows)
        page.wait_for_selector("[data-test=away]")

    return show


def away_playing(gallery: Gallery, page: Any) -> None:
    away("/new?game=azul", "[data-test=start]:enabled")(gallery, page)
    page.click("[data-test=start]")
    page.wait_for_selector("button.spot.open")


# How a screen's window differs from the ordinary one.
SETTINGS: dict[str, dict[str, Any]] = {
    "tour": {"tour": True, "pace": "normal", "motion": "full"},
    "handover": {"pace": "normal"},
    "words": {"textMode": True},
    "away": {"worker": True},
    "hint": {"worker": True},
    "start-first": {"soundsAsked": False},
}
HELD = "async () => (await (await caches.open('tegel engines')).keys()).length"
FILES = 13  # four of each game, and the list
SCREENS: dict[str, Screen] = {
    "start": start,
    "start-first": start,
    "start-again": start_again,
    "setup-azul": setup("azul"),
    "setup-duel": setup("duel"),
    "setup-full": setup_full,
    "statistics": statistics,
    "statistics-none": no_statistics,
    "games": games,
    "rules": page_at("/rules", "main svg"),
    **{f"rules-{game}": page_at(f"/rules/{game}", "article .table > *") for game in ("azul", "duel", "blockers")},
    "learn": page_at("/learn", "main svg"),
    **{f"learn-{game}": page_at(f"/learn/{game}", "[data-test=lesson]") for game in ("azul", "duel", "blockers")},
    **{f"lesson-{game}": lesson(game, 3) for game in ("azul", "duel", "blockers")},
    "puzzles": puzzles,
    "puzzles-azul": page_at("/puzzles/azul", "[data-test=theme]"),
    "explore": page_at("/explore", "[data-test=explore-azul]"),
    "explore-azul": page_at("/explore/azul", "[data-test=bar]"),
    "explore-blockers": page_at("/explore/blockers?players=5", "[data-test=bar]"),
    **{f"puzzle-{game}": puzzle(game, False) for game in ("azul", "duel", "blockers")},
    **{f"puzzle-solved-{game}": puzzle(game, True) for game in ("azul", "duel", "blockers")},
    "board": page_at("/analysis", "[data-test=paste]"),
    **{f"board-{name}": board(name) for name in ("azul", "duel", "blockers", "azul-four", "blockers-five")},
    **{f"editor-{name}": editor(name) for name in ("azul", "duel", "blockers")},
    "editor-impossible": editor("azul", impossible=True),
    **{f"review-{name}": review(name) for name in ("azul", "duel", "blockers")},
    **{f"review-move-{name}": review(name, ply=True) for name in ("azul", "duel", "blockers")},
    **{f"hint-{game}": hinted(game, 2) for game in ("azul", "duel", "blockers")},
    **{f"hint-why-{game}": hinted(game, 3) for game in ("azul", "duel", "blockers")},
    "settings": page_at("/settings", "#theme"),
    "open": page_at("/open", "#record-text"),
    "nothing": page_at("/nowhere", "main a"),
    "waiting": waiting,
    "join": join,
    **{f"play-{name}": playing(name) for name in SCENES},
    **{f"aimed-{name}": aimed(name) for name in ("azul", "blockers")},
    "menu": menu,
    **{f"replay-{name}": replay(name) for name in ("azul", "duel", "blockers")},
    **{f"analysis-{name}": analysis(name) for name in ("azul", "duel", "blockers")},
    **{f"tour-{game}": toured(game) for game in ("azul", "duel", "blockers")},
    "handover": handover,
    "resigning": resigning,
    "words": in_words,
    "away-start": away("/", "[data-test=play-azul]:enabled"),
    "away-setup": away("/new?game=azul", "[data-test=start]:enabled"),
    "away-join": away("/join/abc", "[data-test=unreachable]"),
    "away-playing": away_playing,
    **{f"final-{name}": final(name) for name in ("azul", "duel", "blockers", "azul-four", "blockers-five")},
}

CROWDED = [("desktop", "light"), ("phone", "light"), ("lying", "dark")]
ONCE_EACH = [("desktop", "light"), ("phone", "dark")]
DOCUMENTED: dict[str, list[tuple[str, str]]] = {
    **dict.fromkeys(("play-azul", "play-duel", "play-blockers"), EVERY),
    **dict.fromkeys(("play-azul-four", "play-blockers-five"), CROWDED),
    **dict.fromkeys(("start", "lesson-azul", "board-duel", "final-azul"), ONCE_EACH),
    "setup-azul": ONCE_EACH[:1],
    "statistics": ONCE_EACH[1:],
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of every screen, to be looked at.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", default="http://127.0.0.1:8321", help="of a running server")
    parser.add_argument("--documentation", action="store_true", help="only the pictures that the documentation shows, small")
    parser.add_argument("--language", default="en", choices=("en", "nl", "fr"))
    parser.add_argument("only", nargs="*", help="only screens whose names begin so")
    given = parser.parse_intermixed_args()
    chromium = find_browser()
    if not chromium:
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(given.address, given.folder, given.documentation)
    wanted = DOCUMENTED if given.documentation else dict.fromkeys(SCREENS, EVERY)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name, pictures in wanted.items():
            if not given.only or any(name.startswith(each) for each in given.only):
                wishes = next((wishes for begins, wishes in SETTINGS.items() if name.startswith(begins)), {})
                with window(browser, language=given.language, **wishes) as page:
                    SCREENS[name](gallery, page)
                    gallery.take(page, name, pictures)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
