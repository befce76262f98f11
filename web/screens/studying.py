"""The screens that look back and teach: replay, analysis, editor, review, hints, lessons, puzzles, the explorer, the rules."""

from __future__ import annotations

from typing import Any

from scenes import SCENES, position

from .taking import COMPUTER, GAMES, HERE, Gallery, Screen, page_at, play_out

HELD = "async () => (await (await caches.open('tegel engines')).keys()).length"
FILES = 13  # four of each game, and the list


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


def learning(game: str) -> Screen:
    """One's own mistakes as questions; the computer's are asked if one made none."""

    def show(gallery: Gallery, page: Any) -> None:
        review(game)(gallery, page)
        scores = page.locator("[data-test=score]")
        for seat in range(scores.count()):
            scores.nth(seat).click()
            if page.locator("[data-test=learn]").count():
                break
        page.click("[data-test=learn]")
        page.wait_for_selector("[data-test=learning] [data-test=reveal]:enabled")

    return show


def without_engine(screen: Screen) -> Screen:
    """A screen in a browser that cannot have the engine."""

    def show(gallery: Gallery, page: Any) -> None:
        page.route("**/engine/**", lambda route: route.abort())
        screen(gallery, page)

    return show


SCREENS: dict[str, Screen] = {
    "rules": page_at("/rules", "main svg"),
    **{f"rules-{game}": page_at(f"/rules/{game}", "article .table > *") for game in GAMES},
    "learn": page_at("/learn", "main svg"),
    **{f"learn-{game}": page_at(f"/learn/{game}", "[data-test=lesson]") for game in GAMES},
    **{f"lesson-{game}": lesson(game, 3) for game in GAMES},
    "puzzles": puzzles,
    "puzzles-azul": page_at("/puzzles/azul", "[data-test=theme]"),
    **{f"puzzle-{game}": puzzle(game, False) for game in GAMES},
    **{f"puzzle-solved-{game}": puzzle(game, True) for game in GAMES},
    "explore": page_at("/explore", "[data-test=explore-azul]"),
    "explore-azul": page_at("/explore/azul", "[data-test=bar]"),
    "explore-blockers": page_at("/explore/blockers?players=5", "[data-test=bar]"),
    "open": page_at("/open", "#record-text"),
    "board": page_at("/analysis", "[data-test=paste]"),
    **{f"board-{name}": board(name) for name in (*GAMES, "azul-four", "blockers-five")},
    **{f"server-board-{game}": without_engine(board(game)) for game in GAMES},
    **{f"editor-{game}": editor(game) for game in GAMES},
    "editor-impossible": editor("azul", impossible=True),
    **{f"review-{game}": review(game) for game in GAMES},
    **{f"review-move-{game}": review(game, ply=True) for game in GAMES},
    **{f"review-learn-{game}": learning(game) for game in GAMES},
    **{f"replay-{game}": replay(game) for game in GAMES},
    **{f"analysis-{game}": analysis(game) for game in GAMES},
    **{f"hint-{game}": hinted(game, 2) for game in GAMES},
    **{f"hint-why-{game}": hinted(game, 3) for game in GAMES},
}
