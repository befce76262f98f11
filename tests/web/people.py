"""Somebody at a browser: opens pages, starts games, and plays by pointing or by keys."""

from __future__ import annotations

import json
import random
import time
from typing import Any

# The middle of something that can be chosen now and is not covered: a question's answer, a target, or a thing to pick.
CHOOSE = """(dice) => {
    const shown = (wanted) => [...document.querySelectorAll(wanted)].filter((each) => each.getBoundingClientRect().width > 0);
    let found = ["[data-test=handover]", "[data-spot=leave]", "[data-test=confirm]"].map(shown).find((some) => some.length > 0) ?? [];
    if (!found.length) found = shown("button.spot.target.open").filter((each, at, all) => at < Math.max(1, all.length - 1));
    if (!found.length) found = shown("button.spot.open:not(.target):not([tabindex='-1'])");
    const chosen = found[Math.floor(dice * found.length)];
    if (!chosen) return null;
    const box = chosen.getBoundingClientRect();
    const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    return chosen.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}"""
QUICK = {"tour": False, "motion": "less", "pace": 40}


class Person:
    """A browser of one's own, with quick settings."""

    def __init__(self, browser: Any, address: str, language: str = "en", width: int = 1440, height: int = 900, **settings: Any) -> None:
        self.address = address
        self.context = browser.new_context(viewport={"width": width, "height": height}, locale=language, service_workers="block")
        self.context.set_default_timeout(30_000)
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
        if message.type == "error" and "ERR_INTERNET_DISCONNECTED" not in message.text and "WebSocket" not in message.text:
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"something was loaded from elsewhere: {request.url}")

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append({"from": "server", **json.loads(frame)}))
        socket.on("framesent", lambda frame: self.frames.append({"from": "us", **json.loads(frame)}))

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main")

    def create(self, game: str, seats: list[dict[str, str]], options: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a game as this guest, without the set-up page."""
        answer = self.context.request.post(f"{self.address}/api/games", data={"game": game, "seats": seats, "options": options or {}})
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    # ── playing ──

    @property
    def over(self) -> bool:
        return bool(self.page.locator(".final").count())

    def step(self) -> bool:
        """Click one thing that can be chosen; whether there was one."""
        place = self.page.evaluate(CHOOSE, self.dice.random())
        if place:
            self.page.mouse.click(place["x"], place["y"])
        return bool(place)

    def play(self, seconds: float = 240, until: Any = None) -> int:
        """Play by clicking until the game is over, or something else has happened; the number of clicks."""
        clicks, end = 0, time.monotonic() + seconds
        while not self.over and not (until and until()):
            if time.monotonic() > end:
                shown = self.page.locator(".prompt, main").first.inner_text()[:300]
                raise AssertionError(f"not done after {seconds} s and {clicks} clicks: {shown}")
            if self.step():
                clicks += 1
            else:
                self.page.wait_for_timeout(15)
        return clicks

    def state(self) -> dict[str, Any]:
        """The last state the server sent."""
        for frame in reversed(self.frames):
            if frame["from"] == "server" and frame.get("state") and frame["type"] in ("event", "state", "welcome"):
                found: dict[str, Any] = frame["state"]
                return found
        raise AssertionError("no state was sent yet")
