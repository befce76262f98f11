"""How the app feels on a slow phone: a CPU four times slower, a mobile network of 1.6 Mbit/s and 150 ms, an empty cache.

python benchmarks/slow_phone.py [--address http://127.0.0.1:8321] [--runs 3] [azul ...]

It needs a running server, chromium and `pip install playwright`.

For each page: first contentful paint, how long until something can be done, tasks that block the page for more than 50 ms (and by how
much they exceed that together), and what was loaded. For each game also the frames while moves are shown. Medians of the runs.

In a second table, of a run of its own with Chrome's trace: how many frames the compositor draws while tiles fly, and what a frame of the
page costs the main thread then (frame_work.py).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from browser_page import chromium
from frame_work import Trace, Work, frame_work
from playwright.sync_api import Browser, Page, ViewportSize

SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SCREEN: ViewportSize = {"width": 390, "height": 664}
PATIENCE = 120_000
GAMES = ("azul", "duel", "blockers")
MOVED = ("azul", "blockers")  # games of which frames are measured
SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "greedy"}]
WATCH = """() => {
    window.measured = { paint: 0, tasks: 0, blocked: 0, bytes: 0, ready: 0 };
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        if (entry.name === "first-contentful-paint") measured.paint = entry.startTime;
    })).observe({ type: "paint", buffered: true });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        measured.tasks += 1;
        measured.blocked += entry.duration - 50;
    })).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { measured.bytes += entry.transferSize; }))
        .observe({ type: "resource", buffered: true });
    const look = () => document.querySelector(WANTED) ? (measured.ready = performance.now()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
}"""
FRAMES = """() => {
    window.frames = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...told) {
        const animation = animate.apply(this, told);
        if (this.className === "flying") {
            animation.ready.then(() => {
                const start = animation.startTime;
                performance.measure("flight", { start, end: start + animation.effect.getComputedTiming().endTime });
            });
        }
        return animation;
    };
    let last = performance.now();
    const look = (now) => {
        const flies = document.querySelector(".flying") !== null;
        if (flies) performance.mark("flying");
        frames.push([now - last, flies]);
        last = now;
        if (window.frames) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


class Measured(NamedTuple):
    """Of one visit, in milliseconds and kilobytes."""

    paint: float
    ready: float
    tasks: float
    blocked: float
    kilobytes: float


@contextmanager
def phone(browser: Browser, slow: bool = True) -> Iterator[Page]:
    """A page in a browser that was never here, on a slow phone."""
    context = browser.new_context(viewport=SCREEN, is_mobile=True, has_touch=True, device_scale_factor=2, service_workers="block")
    context.set_default_timeout(PATIENCE)
    context.add_init_script('localStorage.setItem(\'tegel.settings\', \'{"tour":false,"language":"en","soundsAsked":true}\')')
    page = context.new_page()
    if slow:
        protocol = context.new_cdp_session(page)
        protocol.send("Network.enable")
        protocol.send("Network.emulateNetworkConditions", NETWORK)
        protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def create(page: Page, address: str, game: str) -> str:
    """The path of a new game of this guest, in which it is their turn."""
    for _ in range(20):
        answer = page.context.request.post(f"{address}/api/games", data={"game": game, "seats": SEATS})
        assert answer.ok, answer.text()
        made: str = answer.json()["game"]
        if page.context.request.get(f"{address}/api/games/{made}").json()["turn"] == 0:
            return f"/game/{made}"
    raise SystemExit("the first seat never begins")


def visit(page: Page, address: str, path: str, wanted: str) -> Measured:
    """Open a page and wait until it can be used."""
    page.add_init_script(f"({WATCH.replace('WANTED', repr(wanted))})()")
    page.goto(address + path, wait_until="commit")
    page.wait_for_function("() => window.measured?.ready > 0")
    page.wait_for_load_state("networkidle")
    found: dict[str, float] = page.evaluate("() => measured")
    return Measured(found["paint"], found["ready"], found["tasks"], found["blocked"], found["bytes"] / 1000)


class Shown(NamedTuple):
    """While a move and the answer to it are shown."""

    length: float  # of a frame, that 19 in 20 keep to
    share: float  # of frames over 34 ms
    flying: float  # frames a second while tiles fly


def frames(page: Page) -> Shown:
    """Make a move and watch it and the answer to it."""
    page.evaluate(FRAMES)
    ply = int(page.locator(".play").get_attribute("data-ply") or 0)
    page.locator("button.spot.open:not(.target):not([tabindex='-1'])").first.tap()
    page.locator("button.target.open").first.tap()
    page.wait_for_function("(ply) => Number(document.querySelector('.play').dataset.ply) >= ply + 2", arg=ply)
    page.wait_for_function("() => document.querySelector('.play').dataset.busy === 'false'")
    taken: list[tuple[float, bool]] = page.evaluate("() => { const found = window.frames.slice(2); window.frames = null; return found; }")
    lengths, flying = [length for length, _ in taken], [length for length, flies in taken if flies]
    share = sum(length > 34 for length in lengths) / len(lengths)
    return Shown(statistics.quantiles(lengths, n=20)[-1], share, 1000 / statistics.mean(flying))


def traced(browser: Browser, address: str, game: str) -> Work:
    """What the frames of a move and the answer to it cost."""
    with phone(browser) as page:
        visit(page, address, create(page, address, game), "button.spot.open")
        trace = Trace(page)
        frames(page)
        return frame_work(trace.end())


def tell_work(browser: Browser, address: str, games: list[str], runs: int) -> None:
    """The second table."""
    kinds = ("script", "style", "layout", "paint", "other", "raster")
    columns = ("game", "drawn a second", "frames of the page", "main thread (50 %)", "(95 %)", "within 16.7 ms", *kinds)
    print(f"\n| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    for game in games:
        found = [traced(browser, address, game) for _ in range(runs)]
        kinds_told = " | ".join(f"{statistics.median(work.kinds.get(kind, 0) for work in found):.1f} ms" for kind in kinds)
        drawn = statistics.median(each.drawn for each in found)
        work = Work([length for each in found for length in each.main], {}, drawn)
        told = f"{work.median:.1f} ms | {work.most:.1f} ms | {100 * work.fits:.0f} %"
        print(f"| {game} | {drawn:.0f} | {len(work.main)} | {told} | {kinds_told} |", flush=True)


def measure(browser: Browser, address: str, path: str, wanted: str, runs: int) -> tuple[list[Measured], list[Shown]]:
    """All runs of one page; of a game also its frames."""
    found: list[Measured] = []
    shown: list[Shown] = []
    for _ in range(runs):
        with phone(browser) as page:
            where = create(page, address, path) if path in GAMES else path
            found.append(visit(page, address, where, wanted))
            if path in MOVED:
                shown.append(frames(page))
    return found, shown


def main() -> int:
    parser = argparse.ArgumentParser(description="The app on a slow phone.")
    parser.add_argument("--address", default="http://127.0.0.1:8321", help="of a running server")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("only", nargs="*", help="only these pages, such as azul")
    given = parser.parse_args()
    pages = {"/": "[data-test=play-azul]:enabled", "/new": "[data-test=start]:enabled", "/rules/azul": "article .table > *"}
    pages |= dict.fromkeys(GAMES, "button.spot.open")
    columns = (
        "page",
        "first paint",
        "usable after",
        "long tasks",
        "blocked",
        "loaded",
        "frame (95 %)",
        "over 34 ms",
        "frames a second in flight",
    )
    print(f"| {' | '.join(columns)} |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    with chromium() as browser:
        for path in given.only or pages:
            wanted = pages[path]
            found, shown = measure(browser, given.address, path, wanted, given.runs)
            paint, ready, tasks, blocked, kilobytes = (statistics.median(values) for values in zip(*found, strict=True))
            told = f"| {path} | {paint:.0f} ms | {ready:.0f} ms | {tasks:.0f} | {blocked:.0f} ms | {kilobytes:.0f} kB |"
            if shown:
                length, share, flying = (statistics.median(values) for values in zip(*shown, strict=True))
                told += f" {length:.0f} ms | {100 * share:.0f} % | {flying:.0f} |"
            else:
                told += " | | |"
            print(told, flush=True)
        tell_work(browser, given.address, [game for game in MOVED if game in (given.only or pages)], given.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
