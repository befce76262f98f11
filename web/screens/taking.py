"""Taking pictures of screens."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PIL import Image
from scenes import SIZES, Scene, position

LIGHTS = ("light", "dark")
EVERY = [(size, light) for size in SIZES for light in LIGHTS]
LARGEST = 120_000  # bytes a picture of the documentation may have
COMPUTER = {"kind": "computer", "player": "level:3"}
HERE = {"kind": "here", "name": "Anna"}
GAMES = ("azul", "duel", "blockers")
LATER = (429, 503)  # the server says when to come back
Screen = Callable[["Gallery", Any], None]


class Gallery:
    """Takes the pictures; small ones are for the documentation, whole ones show what one scrolls to."""

    def __init__(self, address: str, folder: Path, small: bool = False, whole: bool = False) -> None:
        self.address, self.folder, self.small, self.whole = address, folder, small, whole

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
            self.keep(page.screenshot(full_page=self.whole), f"{name}-{size}-{light}")
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


def page_at(path: str, shows: str) -> Screen:
    return lambda gallery, page: gallery.open(page, path, shows)


def play_out(gallery: Gallery, page: Any, game: str, plies: int = 2000) -> None:
    """Play a game against the computer to its end, or so far."""
    request, at = page.context.request, f"{gallery.address}/api/games/{game}"
    for number in range(9000):
        answer = request.get(f"{at}/state?seat=0")
        if answer.status in LATER:
            page.wait_for_timeout(1000 * float(answer.headers.get("retry-after", 1)))
            continue
        if not answer.ok:
            raise SystemExit(f"the server refuses to tell how {game} stands: {answer.text()}")
        state = answer.json()
        if state["over"] or state["ply"] >= plies:
            return
        if state["turn"] == 0:
            move = state["legal"][number % min(3, len(state["legal"]))]["move"]
            request.post(f"{at}/move", data={"seat": 0, "id": f"{number}", "ply": state["ply"], "moves": [move]})
        else:
            page.wait_for_timeout(50)
    raise SystemExit(f"{game} does not end")
