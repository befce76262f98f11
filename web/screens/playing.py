"""The screens of a game: setting it up, waiting, playing, the end, and without a connection."""

from __future__ import annotations

from typing import Any

from scenes import SCENES, position

from .studying import wait_until_held
from .taking import COMPUTER, GAMES, HERE, Gallery, Screen, page_at, play_out


def start(gallery: Gallery, page: Any) -> None:
    gallery.open(page, "/", "[data-test=play-azul]:enabled")


def start_again(gallery: Gallery, page: Any) -> None:
    """With games that run."""
    for game in GAMES:
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


def playing(name: str) -> Screen:
    def show(gallery: Gallery, page: Any) -> None:
        gallery.at(page, SCENES[name])

    return show


def final(name: str) -> Screen:
    """A game that the computer has played to its end for all but one seat, which plays the first moves there are."""

    def show(gallery: Gallery, page: Any) -> None:
        scene = SCENES[name]
        seats = [HERE, *[COMPUTER for _ in range(1, scene.options.get("players", 2))]]
        game: str = gallery.create(page, position=position(scene), seats=seats)["game"]
        play_out(gallery, page, game)
        gallery.open(page, f"/game/{game}", ".final")
        page.wait_for_function("() => document.querySelector('.final')?.dataset.counted === 'true'")

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


SCREENS: dict[str, Screen] = {
    "start": start,
    "start-first": start,
    "start-again": start_again,
    "setup-azul": setup("azul"),
    "setup-duel": setup("duel"),
    "setup-full": setup_full,
    "waiting": waiting,
    "join": join,
    **{f"play-{name}": playing(name) for name in SCENES},
    **{f"aimed-{name}": aimed(name) for name in ("azul", "blockers")},
    "menu": menu,
    **{f"tour-{game}": toured(game) for game in GAMES},
    "handover": handover,
    "resigning": resigning,
    "words": in_words,
    "away-start": away("/", "[data-test=play-azul]:enabled"),
    "away-setup": away("/new?game=azul", "[data-test=start]:enabled"),
    "away-join": away("/join/abc", "[data-test=unreachable]"),
    "away-playing": away_playing,
    **{f"final-{name}": final(name) for name in ("azul", "duel", "blockers", "azul-four", "blockers-five")},
    "nothing": page_at("/nowhere", "main a"),
}
