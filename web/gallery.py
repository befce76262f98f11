"""Every screen of the app at three sizes, light and dark, to be looked at with a critic's eye; a few of them for the documentation.

python web/gallery.py FOLDER [--address http://127.0.0.1:8321] [--language nl] [--size phone] [--light dark] [--whole] [screens ...]
python web/gallery.py docs/screenshots --documentation

It needs a running server, chromium and `pip install playwright pillow`. How to get to each screen is in `screens/`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from scenes import ARGUMENTS, SIZES, find_browser, window
from screens import people, playing, studying
from screens.taking import EVERY, LIGHTS, Gallery

SCREENS = {**playing.SCREENS, **studying.SCREENS, **people.SCREENS}
# How a screen's window differs from the ordinary one.
SETTINGS: dict[str, dict[str, Any]] = {
    "tour": {"tour": True, "pace": "normal", "motion": "full"},
    "handover": {"pace": "normal"},
    "words": {"textMode": True},
    "away": {"worker": True},
    "hint": {"worker": True},
    "start-first": {"soundsAsked": False},
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


def is_wanted(given: argparse.Namespace, size: str, light: str) -> bool:
    return given.size in (None, size) and given.light in (None, light)


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of every screen, to be looked at.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", default="http://127.0.0.1:8321", help="of a running server")
    parser.add_argument("--documentation", action="store_true", help="only the pictures that the documentation shows, small")
    parser.add_argument("--language", default="en", choices=("en", "nl", "fr"))
    parser.add_argument("--size", choices=SIZES, help="only this one")
    parser.add_argument("--light", choices=LIGHTS, help="only this one")
    parser.add_argument("--whole", action="store_true", help="whole pages, also what one scrolls to")
    parser.add_argument("only", nargs="*", help="only screens whose names begin so")
    given = parser.parse_intermixed_args()
    chromium = find_browser()
    if not chromium:
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(given.address, given.folder, given.documentation, given.whole)
    wanted = DOCUMENTED if given.documentation else dict.fromkeys(SCREENS, EVERY)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name, pictures in wanted.items():
            if not given.only or any(name.startswith(each) for each in given.only):
                wishes = next((wishes for begins, wishes in SETTINGS.items() if name.startswith(begins)), {})
                with window(browser, language=given.language, **wishes) as page:
                    SCREENS[name](gallery, page)
                    gallery.take(page, name, [(size, light) for size, light in pictures if is_wanted(given, size, light)])
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
