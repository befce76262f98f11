"""The play page on real phones, upright and on their side: measured, for each game with the fewest and the most players."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import tegel
from tests.web.axe import faults_of
from tests.web.conftest import STATIC
from tests.web.people import COMPUTER, PICK, TARGET

TOUCH = 34  # pixels that a finger must find, both ways
UPRIGHT = {(390, 664), (375, 553), (360, 640)}
LYING = {(844, 390), (667, 375)}
TABLES = {"azul": (2, 4), "duel": (2,), "blockers": (2, 5)}
FONTS_LIMIT = 60 * 1000
OFFER = {"azul": ".offer-area", "duel": ".factory-area, .tray-area", "blockers": ".near-area"}
BOARD = {"azul": ".near", "duel": ".near", "blockers": ".board-area"}

# What one must touch, as it was laid out: a tile that lies a little askew is not smaller for that.
SMALL = """(least) => [...document.querySelectorAll(
    ".play button.spot:not(:disabled), .stagebar button, .prompt button, .play .peek, .tour button, .side.open button, .side.open a"
)].filter((each) => each.getClientRects().length && Math.min(each.offsetWidth, each.offsetHeight) < least)
  .map((each) => `${each.dataset.spot ?? each.className}: ${each.offsetWidth} x ${each.offsetHeight}`)"""

# Whatever is drawn must be on the screen; text must not be cut by its own box, names apart, which end in dots.
OUT = """() => {
    const faults = [];
    for (const each of document.querySelectorAll(".play .table *, .play .table ~ .ask *, .stagebar *")) {
        const box = each.getBoundingClientRect();
        if (box.width <= 1 || !box.height || each.closest(".hidden-visually, details:not([open]) ul, dialog, .bars")) continue;
        const named = each.dataset.spot ?? `${each.tagName} ${each.className}`;
        const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
        if (!inside) faults.push(`out of sight: ${named}`);
        const low = each.matches(".strip > .card") && each.scrollHeight > each.clientHeight + 1;
        const cut = low || (getComputedStyle(each).overflowX === "hidden" && each.scrollWidth > each.clientWidth + 1);
        if (cut && !each.matches(".name, .arrow")) faults.push(`cut: ${named}`);
    }
    return [...faults, ...(document.documentElement.scrollHeight > innerHeight + 1 ? ["the page scrolls"] : [])];
}"""

# Areas that share the screen: no two of them may cover each other. Tiles may not either.
OVER = """(areas) => {
    const shown = areas.flatMap((area) => [...document.querySelectorAll(area)]).filter((each) => each.getClientRects().length);
    const boxes = shown.map((each) => [each, each.getBoundingClientRect()]);
    const faults = [];
    boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
        if (one.contains(other) || other.contains(one)) return;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) faults.push(`${one.className} over ${other.className}`);
    }));
    const covered = [...document.querySelectorAll(".play button.spot:not(:disabled)")].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width && !each.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    });
    return [...faults, ...covered.map((each) => `covered: ${each.dataset.spot}`)];
}"""
STEADY = """(size) => new Promise((done) => {
    const look = () => requestAnimationFrame(innerWidth === size[0] && innerHeight === size[1] ? () => requestAnimationFrame(done) : look);
    look();
})"""


def seats(players: int) -> list[dict[str, str]]:
    return COMPUTER + [{"kind": "computer", "player": "random"}] * (players - 2)


def begun(game: str, players: int) -> str:
    """A position with the first seat to move, in which everything lies on the table."""
    options = {} if game == "duel" else {"players": players}
    tables = (tegel.game(game, key=(at, 2, 3, 4), **options) for at in range(1, 99))
    return str(next(table.position for table in tables if table.turn == 0))


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(STEADY, size)


def wrong(page: Any, game: str) -> list[str]:
    """What is wrong with how the play page is laid out now."""
    areas = [*OFFER[game].split(", "), BOARD[game], ".strip > *", ".ask", ".menu"]
    found: list[str] = page.evaluate(SMALL, TOUCH) + page.evaluate(OUT) + page.evaluate(OVER, areas)
    missing = [area for area in [*OFFER[game].split(", "), BOARD[game]] if not page.locator(area).first.is_visible()]
    return [*found, *(f"not there: {area}" for area in missing)]


@pytest.mark.parametrize(("game", "players"), [(game, players) for game, counts in TABLES.items() for players in counts])
def test_everything_is_in_reach_on_a_phone(person: Any, game: str, players: int) -> None:
    anna = person(width=390, height=664, touch=True)
    anna.start_at(begun(game, players), seats(players))
    anna.next_choice()
    page = anna.page
    found = []
    for picked in (False, True):
        if picked:
            page.locator(PICK).first.tap()
            page.wait_for_selector(f"{TARGET}, [data-test=turn]")
        for size in sorted(UPRIGHT | LYING):
            resize(page, size)
            if game == "duel" and page.locator(".stepping").count():
                continue  # a step that needs no factory has their room; it is looked at below
            found += [f"{size}{' picked' if picked else ''}: {fault}" for fault in wrong(page, game)]
    assert found == []
    assert not page.locator("header.head").is_visible(), "the site's head gives way"


def test_nothing_moves_under_the_finger_between_picking_and_placing(person: Any) -> None:
    """A sentence of five lines beside four buttons made the board smaller: the tap meant for a line met the floor."""
    anna = person(width=390, height=664, touch=True, tour=True)
    anna.start_fixed("azul", 1)
    page = anna.page
    page.wait_for_selector(".tour")
    boxes = "() => [...document.querySelectorAll('.near [data-spot], .offer, .disc')].map((each) => [each.offsetTop, each.offsetWidth])"
    page.locator(".prompt").tap()
    anna.move()
    anna.next_choice()
    page.wait_for_selector("[data-test=undo]")
    asked = page.evaluate(boxes)
    page.locator(PICK).first.tap()
    page.wait_for_selector(TARGET)
    assert page.locator("[data-test=undo]").count() == 0, "one way back at a time"
    page.locator(".prompt .say").evaluate("(say) => say.append(' and what is to be said further'.repeat(6))")
    for size in sorted(UPRIGHT):
        resize(page, size)
    resize(page, (390, 664))
    assert page.evaluate(boxes) == asked


def test_what_is_in_the_bag_does_not_stay_over_the_table(person: Any) -> None:
    anna = person(width=390, height=664, touch=True)
    anna.start_at(begun("azul", 2), seats(2))
    anna.next_choice()
    anna.page.tap("[data-spot=lid]")
    anna.page.wait_for_selector(".supply-lid ul", state="visible")
    anna.page.locator(PICK).first.tap()
    anna.page.wait_for_selector(".supply-lid ul", state="hidden")


def captures(players: int) -> str:
    """A position of Blockers! with the first seat to move, in which everybody has captured tiles of several colours."""
    for key in range(1, 200):
        table, source = tegel.game("blockers", players=players, key=(key, 2, 3, 4)), random.Random(key)
        while not table.over:
            facts = table.view(0).facts
            if table.turn == 0 and all(len({colour for colour, _ in tiles}) > 1 for tiles in facts["captured"][1:]):
                return str(table.position)
            places = {move: table.game.parts(move) for move in table.legal}
            taking = [move for move, at in places.items() if facts["board"][at["row"]][at["column"]] is not None]
            table.play(source.choice(taking or table.legal))
    raise AssertionError("nobody captures")


@pytest.mark.parametrize("players", [3, 5])
def test_what_others_captured_is_not_cut_on_a_phone(person: Any, players: int) -> None:
    """With five at the table, half of what somebody had captured lay outside of their summary."""
    anna = person(width=390, height=664, touch=True)
    anna.start_at(captures(players), seats(players))
    anna.next_choice()
    found = []
    for size in sorted(UPRIGHT | LYING):
        resize(anna.page, size)
        found += [f"{size}: {fault}" for fault in wrong(anna.page, "blockers")]
        assert anna.page.locator(".strip .caught:not(.group)").count() == players - 1
    assert found == []


def test_a_plate_in_hand_can_be_turned_and_laid_on_a_phone(person: Any) -> None:
    anna = person(width=390, height=664, touch=True)
    anna.start_at(begun("duel", 2), COMPUTER)
    anna.next_choice()
    page = anna.page
    page.locator("[data-spot^=display-]:enabled").first.tap()
    page.wait_for_selector("[data-test=turn]")
    found = []
    for size in sorted(UPRIGHT | LYING):
        resize(page, size)
        found += [f"{size}: {fault}" for fault in page.evaluate(SMALL, TOUCH) + page.evaluate(OUT)]
    assert found == []
    page.tap("[data-test=turn]")
    page.locator("[data-spot^=space-0-]:enabled").first.tap()


def test_the_grey_wall_can_be_met_with_a_finger(person: Any) -> None:
    anna = person(width=360, height=640, touch=True)
    anna.start("azul", COMPUTER, {"wall": "grey"})
    anna.next_choice()
    widths = anna.page.evaluate("() => [...document.querySelectorAll('.near [data-spot^=wall-]')].map((each) => each.offsetWidth)")
    assert min(widths) >= TOUCH


@pytest.mark.parametrize("game", TABLES)
def test_play_on_a_phone_in_both_lights(person: Any, game: str) -> None:
    anna = person(width=390, height=664, touch=True, tour=True)
    anna.start_at(begun(game, TABLES[game][-1]), seats(TABLES[game][-1]))
    page = anna.page
    page.wait_for_selector("[data-test=tour]")
    assert page.evaluate(SMALL, TOUCH) == []
    box = page.locator(".tour").bounding_box()
    assert box["height"] < 140, "the tour is a bubble"
    page.locator(".prompt").tap()
    page.wait_for_selector("[data-test=tour]", state="hidden")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}]", state="attached")
        assert faults_of(page) == []
    page.tap("[data-test=menu]")
    page.wait_for_selector(".ways a")
    assert page.evaluate(SMALL, TOUCH) == []
    page.locator(".side .close").tap()
    page.locator("[data-test=peek]").first.tap()
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("() => document.querySelector('dialog').getBoundingClientRect().width <= innerWidth")


def test_a_wide_screen_is_used(person: Any) -> None:
    """With four players the tiles on the discs are as large as those of one's own lines, nearly."""
    anna = person(width=1440, height=900)
    anna.start_at(begun("azul", 4), seats(4))
    anna.next_choice()
    page = anna.page
    assert page.evaluate("() => Math.min(...[...document.querySelectorAll('.on-disc')].map((each) => each.offsetWidth))") >= 40
    assert page.evaluate(OVER, [".near", ".other", ".offer-area", ".ask", ".side"]) == []
    assert page.evaluate(OUT) == []


def test_a_game_is_begun_from_a_phone_on_its_side_without_scrolling(person: Any) -> None:
    anna = person(width=844, height=390, touch=True)
    pages = {"/": [f"[data-test=play-{game}]" for game in TABLES], "/new?game=azul": ["[data-test=start]", "main h1"]}
    found = []
    for path, wanted in pages.items():
        anna.open(path, f"{wanted[0]}:enabled")
        for size in sorted(LYING):
            resize(anna.page, size)
            for each in wanted:
                box = anna.page.locator(each).bounding_box()
                if box["y"] + box["height"] > size[1] or box["x"] + box["width"] > size[0]:
                    found.append(f"{path} {size}: {each} is not in sight")
            found += [f"{path} {size}: {fault}" for fault in anna.page.evaluate(OVER, wanted)]
    assert found == []


def test_nothing_covers_another_beside_the_table_on_a_phone_on_its_side(person: Any) -> None:
    anna = person(width=844, height=390, touch=True)
    anna.start_at(begun("azul", 4), seats(4))
    anna.next_choice()
    for size in sorted(LYING | UPRIGHT):
        resize(anna.page, size)
        anna.page.tap("[data-test=menu]")
        anna.page.wait_for_selector(".ways a")
        assert [fault for fault in anna.page.evaluate(OVER, [".side.open > *"]) if " over " in fault] == [], size
        assert anna.page.locator(".side .log li").first.bounding_box()["height"] > 10, size
        anna.page.locator(".side .close").tap()


def test_whose_eyes_one_looks_back_with_is_not_cut(person: Any) -> None:
    anna = person(width=390, height=664, touch=True)
    id = anna.start("blockers", COMPUTER)
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open(f"/replay/{id}", ".replay .table [data-spot]")
    for size in sorted(UPRIGHT | LYING):
        resize(anna.page, size)
        for each in (".bar h1", ".eyes .input"):
            assert anna.page.locator(each).evaluate("(each) => each.scrollWidth <= each.clientWidth + 1"), (size, each)
        lost = "(each) => { const natural = each.cloneNode(true); natural.style.cssText = 'position:fixed;max-width:none;width:auto';"
        lost += " each.parentNode.append(natural); const wide = natural.offsetWidth; natural.remove(); return wide - each.offsetWidth; }"
        assert anna.page.locator(".eyes .input").evaluate(lost) <= 1, size


def test_typefaces_come_along_and_are_small() -> None:
    fonts = list((STATIC / "assets").glob("*.woff2"))
    assert len(fonts) == 2
    assert sum(font.stat().st_size for font in fonts) < FONTS_LIMIT
    assert "SIL OPEN FONT LICENSE" in Path(STATIC / "assets" / "font-licences.txt").read_text(encoding="utf-8")
