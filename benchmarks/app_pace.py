"""How quick the browser app is, in a real Chromium: from the end of a round to the next decision, from a click to movement, frames.

python benchmarks/app_pace.py [--address http://127.0.0.1:8000] [--rounds 2] [--players 2 4]

Without an address a server is started. The app must be built (`python web/build.py`). Opponents play at random, so nobody thinks long.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from typing import Any

from browser_page import chromium
from playwright.sync_api import Page
from server_process import free_port, start_server

PACES = ("slow", "normal", "fast", "instant")
THROTTLE = 4

# Notes, in the page itself: when a round's end was told, when the next decision could be made, clicks, movement and frames.
WITNESS = """() => {
    const seen = (window.seen = { rounds: [], clicks: [], frames: 0, flying: 0 });
    let told = null, clicked = null, last = null;
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (String(data).startsWith('{"type":"event"') && String(data).includes('"kind":"deal"')) told ??= performance.now();
            });
        }
    };
    addEventListener("click", (event) => {
        if (event.target.closest?.("button.target")) clicked = performance.now();
    }, true);
    const frame = (now) => {
        const flying = document.querySelector(".flying") !== null;
        if (flying && last !== null) { seen.frames += 1; seen.flying += now - last; }
        last = flying ? now : null;
        if (flying && clicked !== null) { seen.clicks.push(performance.now() - clicked); clicked = null; }
        if (told !== null && document.querySelector(".play")?.dataset.busy === "false" && document.querySelector("button.spot.open")) {
            seen.rounds.push(performance.now() - told);
            told = null;
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
POINT = """() => {
    if (document.querySelector(".final")) return "over";
    if (document.querySelector(".play")?.dataset.busy !== "false") return null;
    const targets = [...document.querySelectorAll("button.spot.target.open")];
    const found = targets.length > 1 ? targets.slice(0, -1) : targets;
    const some = found.length ? found : [...document.querySelectorAll("button.spot.open:not(.target):not([tabindex='-1'])")];
    if (!some.length) return null;
    const box = some[Math.floor(Math.random() * some.length)].getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}"""


def play_rounds(page: Page, rounds: int) -> dict[str, Any]:
    """Play Azul by clicking until so many rounds have ended."""
    while page.evaluate("() => window.seen.rounds.length") < rounds:
        place = page.wait_for_function(POINT, timeout=120_000).json_value()
        if place == "over":
            break
        page.mouse.click(place["x"], place["y"])
        page.wait_for_timeout(250)  # a person needs that long to go on, and the app learns what the moves would do
    found: dict[str, Any] = page.evaluate("() => window.seen")
    return found


def measure(browser: Any, address: str, players: int, pace: str, rounds: int, throttle: int = 1) -> dict[str, Any]:
    """One game, its figures."""
    context = browser.new_context(viewport={"width": 390, "height": 664} if throttle > 1 else {"width": 1440, "height": 900})
    kept = json.dumps(json.dumps({"tour": False, "motion": "full", "pace": pace, "language": "en", "soundsAsked": True}))
    context.add_init_script(f"localStorage.setItem('tegel.settings', {kept}); ({WITNESS})();")
    seats = [{"kind": "here", "name": "Anna"}, *[{"kind": "computer", "player": "random"}] * (players - 1)]
    made = context.request.post(f"{address}/api/games", data={"game": "azul", "seats": seats}).json()
    page = context.new_page()
    if throttle > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    page.goto(f"{address}/game/{made['game']}")
    page.wait_for_selector(".play[data-ply]")
    seen = play_rounds(page, rounds)
    context.close()
    return seen


def middle(values: list[float]) -> float:
    return statistics.median(values) if values else float("nan")


def report(browser: Any, address: str, rounds: int, counts: list[int]) -> None:
    print("| players | pace | last take to next decision, s | click to first movement, ms |\n| --- | --- | --- | --- |")
    for players in counts:
        for pace in PACES:
            seen = measure(browser, address, players, pace, rounds)
            clicks = f"{middle(seen['clicks']):.0f}" if seen["clicks"] else "no movement"
            print(f"| {players} | {pace} | {middle(seen['rounds']) / 1000:.1f} | {clicks} |", flush=True)
    seen = measure(browser, address, 2, "normal", 1, THROTTLE)
    print(
        f"\nframes a second while tiles fly, phone size, CPU {THROTTLE} times slower: {1000 * seen['frames'] / max(1, seen['flying']):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How quick the browser app is.")
    parser.add_argument("--address", help="of a server that runs already")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of Azul for each figure (2)")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4], help="at one table (2 and 4)")
    given = parser.parse_args()
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        server = None
        if not given.address:
            port = free_port()
            server, _ = start_server(port, folder)
        try:
            report(browser, given.address or f"http://127.0.0.1:{port}", given.rounds, given.players)
        finally:
            if server:
                server.terminate()
                server.wait(20)


if __name__ == "__main__":
    main()
