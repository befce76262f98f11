"""Somebody at a browser: opens pages, starts games, and plays by pointing or by keys."""

from __future__ import annotations

import json
import random
from typing import Any

import tegel

PATIENCE = 180_000  # milliseconds for anything that should happen at once: machines may be slow, or busy

PICK = "button.spot.open:not(.target):not([tabindex='-1'])"
TARGET = "button.target.open"
COMPUTER = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "random"}]

# What can be done now: the middle of something that can be chosen and is not covered (a question's answer, a target, or a thing to
# pick), or the word "over" or "handover". Null while nothing can be done, so that one waits for it.
CHOOSE = """(dice) => {
    const shown = (wanted) => [...document.querySelectorAll(wanted)].filter((each) => each.getBoundingClientRect().width > 0);
    if (document.querySelector(".final")) return "over";
    if (document.querySelector("[data-test=handover]")) return "handover";
    if (document.querySelector(".play")?.dataset.busy !== "false") return null;
    let found = ["[data-spot=leave]", "[data-test=confirm]"].map(shown).find((some) => some.length > 0) ?? [];
    if (!found.length) found = shown("button.spot.target.open").filter((each, at, all) => at < Math.max(1, all.length - 1));
    if (!found.length) found = shown("button.spot.open:not(.target):not([tabindex='-1'])");
    const chosen = found[Math.floor(dice * found.length)];
    if (!chosen) return null;
    const box = chosen.getBoundingClientRect();
    const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    return chosen.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}"""
QUICK = {"tour": False, "motion": "less", "pace": "instant", "depth": "quick", "soundsAsked": True}


class Person:
    """A browser of one's own, with quick settings."""

    def __init__(
        self,
        browser: Any,
        address: str,
        language: str = "en",
        width: int = 1440,
        height: int = 900,
        worker: bool = False,
        touch: bool = False,
        **settings: Any,
    ) -> None:
        self.address, self.language = address, language
        size = {"width": width, "height": height}
        workers = "allow" if worker else "block"
        self.context = browser.new_context(viewport=size, locale=language, service_workers=workers, has_touch=touch, is_mobile=touch)
        self.context.set_default_timeout(PATIENCE)
        kept = json.dumps(json.dumps({**QUICK, "language": language, **settings}))
        self.context.add_init_script(f"localStorage.getItem('tegel.settings') || localStorage.setItem('tegel.settings', {kept})")
        self.faults: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)
        self.dice = random.Random(7)

    def _console(self, message: Any) -> None:
        expected = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket")  # without a connection, also behind a service worker
        if message.type == "error" and not any(each in message.text for each in expected):
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"something was loaded from elsewhere: {request.url}")

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append({"from": "server", **json.loads(frame)}))
        socket.on("framesent", lambda frame: self.frames.append({"from": "us", **json.loads(frame)}))

    def open(self, path: str, shows: str = "main") -> None:
        """Go to a page and wait for something on it."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector(shows)

    def go(self, path: str, shows: str) -> None:
        """Go to another page of the app without loading it anew, as its links do."""
        self.page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
        self.page.wait_for_selector(shows)

    def create(self, game: str, seats: list[dict[str, str]], options: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a game as this guest, without the set-up page."""
        return self.make(seats, game=game, options=options or {})

    def make(self, seats: list[dict[str, str]], **wanted: Any) -> dict[str, Any]:
        """Make a game with whatever the server can be asked for."""
        answer = self.context.request.post(f"{self.address}/api/games", data={"seats": seats, **wanted})
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def start(self, game: str, seats: list[dict[str, str]], options: dict[str, Any] | None = None) -> str:
        """Make a game and go there; its id."""
        id: str = self.create(game, seats, options)["game"]
        self.open(f"/game/{id}", ".play[data-ply]")
        return id

    def start_fixed(self, game: str, number: int, **options: Any) -> None:
        """A game against the computer from the beginning, whose draws are always the same."""
        self.start_at(str(tegel.game(game, key=(number, 2, 3, 4), **options).position), COMPUTER)

    def start_at(self, position: str, seats: list[dict[str, str]]) -> None:
        """Play on from a position."""
        self.open(f"/game/{self.make(seats, position=position)['game']}", ".play[data-ply]")

    # ── playing ──

    @property
    def over(self) -> bool:
        return bool(self.page.locator(".final").count())

    @property
    def ply(self) -> int:
        """The ply that is drawn."""
        return int(self.page.locator(".play").get_attribute("data-ply"))

    @property
    def turn(self) -> int | None:
        """Whose turn it is, as drawn; nobody's once the game is over."""
        turn = self.page.locator(".play").get_attribute("data-turn")
        return None if turn is None else int(turn)

    def wait_past(self, ply: int) -> None:
        """Until a later position than this one is drawn."""
        self.page.wait_for_function("(ply) => Number(document.querySelector('.play').dataset.ply) > ply", arg=ply)

    def next_choice(self) -> dict[str, float] | str:
        """Wait until something can be done: where to click, or "over" or "handover"."""
        found: dict[str, float] | str = self.page.wait_for_function(CHOOSE, arg=self.dice.random()).json_value()
        return found

    def step(self) -> str:
        """Click one thing that can be chosen, once there is one; "clicked", "over" or "handover"."""
        place = self.next_choice()
        if isinstance(place, str):
            return place
        self.page.mouse.click(place["x"], place["y"])
        return "clicked"

    def play(self, plies: int = 10_000) -> int:
        """Play by clicking until the game is over, or so many plies are played; the number of clicks."""
        clicks = 0
        while self.ply < plies and self.step() == "clicked":
            clicks += 1
            assert clicks < 2000, self.page.locator(".prompt").inner_text()
        return clicks

    def type_move(self, code: str) -> None:
        """A move typed as its code; the key / leads to the field."""
        if not self.page.locator("#typed-move").is_visible():
            self.page.keyboard.press("/")
        self.page.fill("#typed-move", code)
        self.page.press("#typed-move", "Enter")

    def move(self) -> None:
        """A whole turn by clicking, once it is one's own: until a later position is drawn."""
        self.next_choice()
        before = self.ply
        while self.ply == before and self.step() == "clicked":
            self.page.wait_for_function(
                """(ply) => document.querySelector(".final, [data-test=handover], .spot.open, [data-test=confirm], [data-spot=leave]")
                || Number(document.querySelector(".play").dataset.ply) > ply""",
                arg=before,
            )

    def sent(self, *types: str) -> dict[str, Any]:
        """The first frame of one of these types that was sent from here, once there is one."""
        for _ in range(PATIENCE // 10):
            if found := [frame for frame in self.frames if frame["from"] == "us" and frame["type"] in types]:
                return found[0]
            self.page.wait_for_timeout(10)
        raise AssertionError(f"nothing of {types} was sent")

    def frames_of(self, type: str) -> list[dict[str, Any]]:
        """What the server sent of one type."""
        return [frame for frame in self.frames if frame["from"] == "server" and frame["type"] == type]

    def state(self) -> dict[str, Any]:
        """The last state the server sent."""
        for frame in reversed(self.frames):
            if frame["from"] == "server" and frame.get("state") and frame["type"] in ("event", "state", "welcome"):
                found: dict[str, Any] = frame["state"]
                return found
        raise AssertionError("no state was sent yet")
