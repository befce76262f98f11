"""The engine in Chromium, for browser_engine.py: what it does a second in so many workers, and how soon a fresh page has an answer."""

from __future__ import annotations

import base64
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tegel.core.position import write_position
from tegel.core.view import View
from tegel.server.pages import STATIC
from tegel.server.site import write_site

ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
PATIENCE = 90_000  # milliseconds
FILES = 13  # in the browser's cache once it has all engines: four of each game, and the list
HELD = "async (files) => (await (await caches.open('tegel engines')).keys()).length >= files"
SETTINGS = 'localStorage.setItem("tegel.settings", JSON.stringify({ tour: false, language: "en", soundsAsked: true }))'
WARM, LONG = 1.0, 2.0  # seconds of a search before it counts, until the browser has made its best code, and of the one that counts
SEARCH = """async ([script, game, state, seat, learned, workers, warm, long]) => {
    const { Engine } = await import(script);
    const engine = await Engine.open(game, { workers });
    const position = { state: Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0)), seat };
    const { players } = engine.description;
    const manner = { settings: learned ? players.learned : players.settings, learned, workers };
    await engine.search(position, { seconds: warm }, manner);
    const start = performance.now();
    const { simulations } = await engine.search(position, { seconds: long }, manner);
    const seconds = (performance.now() - start) / 1000;
    engine.close();
    return simulations / seconds;
}"""
PLAY = """async ([script, game, state, games]) => {
    const { Engine } = await import(script);
    const engine = await Engine.open(game, { workers: 1 });
    const bytes = Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));
    await engine.playRandomGames(bytes, games, 1n);
    const start = performance.now();
    const { made, signature } = await engine.playRandomGames(bytes, games, 1n);
    const seconds = (performance.now() - start) / 1000;
    engine.close();
    return [made / seconds, String(signature)];
}"""
ANSWERED = """() => {
    const look = () => document.querySelector("[data-test=judged]") ? (window.answered = performance.now()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *said: Any) -> None:
        """Nothing."""


@contextmanager
def served_site() -> Iterator[str]:
    """The address of the app with its engines as plain files."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder), jobs=1)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        server.server_close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    if found is None:
        raise SystemExit("no browser here: on Debian `apt-get install chromium-headless-shell`")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


def encode(state: Any) -> str:
    return base64.b64encode(state.tobytes()).decode("ascii")


class Page:
    """A page of the app in which engines can be opened."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context: BrowserContext = browser.new_context(service_workers="allow", locale="en")
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(SETTINGS)
        self.address, self.page = address, self.context.new_page()
        self.page.goto(address)
        self.script = f"{address}assets/{next((STATIC / 'assets').glob('engine-*.js')).name}"

    def simulations(self, view: View, learned: bool, workers: int) -> float:
        """Simulations a second, of all workers together."""
        given = [self.script, view.game.name, encode(view.state), view.seat, learned, workers, WARM, LONG]
        return float(self.page.evaluate(SEARCH, given))

    def moves(self, game: str, state: Any, games: int) -> tuple[float, int]:
        """Moves of random play a second, and the signature of the games."""
        rate, signature = self.page.evaluate(PLAY, [self.script, game, encode(state), games])
        return float(rate), int(signature)

    def first_answers(self, view: View, times: int) -> list[float]:
        """Seconds from opening an address, with everything in the browser's cache, to the first moves that the engine recommends."""
        self.page.wait_for_function(HELD, arg=FILES)
        self.page.goto(f"{self.address}#/analysis")
        self.page.fill("[data-test=paste]", write_position(view.game, view.state))
        self.page.click("[data-test=open]")
        self.page.click("[data-test=save]")
        self.page.wait_for_selector("[data-test=study-said]")
        self.page.reload()
        place = self.page.locator("[data-test=study]").first.get_attribute("href")
        self.page.goto("about:blank")
        return [self._first_answer(f"{self.address}#{place}") for _ in range(times)]

    def _first_answer(self, address: str) -> float:
        page = self.context.new_page()
        page.add_init_script(f"({ANSWERED})()")
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => window.answered > 0")
        found = float(page.evaluate("() => window.answered"))
        page.close()
        return found / 1000
