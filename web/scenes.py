"""Moments of games for pictures, and windows to see them in.

The positions are played by the computer from fixed keys, so pictures change only when the app or the rules do.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import tegel
from tegel.core.table import Table
from tegel.search.players import find_player

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"desktop": (1440, 900), "phone": (390, 664), "lying": (844, 390)}
MANY = {"azul": 40, "duel": 40, "blockers": 20}  # moves there are to choose from in a picture
PATIENCE = 180_000  # milliseconds
SETTINGS = {"tour": False, "motion": "less", "pace": "instant", "language": "en", "soundsAsked": True}


class Scene(NamedTuple):
    """A moment of a game: which, how far, and what must be possible."""

    game: str
    options: dict[str, Any]
    plies: int
    kind: str = ""  # of move that must be possible for the first seat


SCENES = {
    "azul": Scene("azul", {"players": 2}, 25),
    "duel": Scene("duel", {}, 50),
    "blockers": Scene("blockers", {"players": 2}, 40),
    "azul-four": Scene("azul", {"players": 4}, 56),
    "azul-column": Scene("azul", {"players": 2, "wall": "grey"}, 30, "column"),
    "duel-plate": Scene("duel", {}, 12, "lay"),
    "duel-stack": Scene("duel", {}, 12, "stack"),
    "duel-chips": Scene("duel", {}, 60, "pay"),
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
    made.set_default_timeout(PATIENCE)
    kept = json.dumps(json.dumps({**SETTINGS, **settings}))
    made.add_init_script(f"localStorage.setItem('tegel.settings', {kept})")
    yield made.new_page()
    made.close()


def find_browser() -> str | None:
    """Where chromium is; says so if it is nowhere."""
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    if not found:
        print("no browser here: on Debian `apt-get install chromium-headless-shell`", file=sys.stderr)
    return found
