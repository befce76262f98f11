"""Pace and what comes before a move: tiles go at the click, ghosts tell what will be, a move can be planned, nothing is told too soon."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.people import PICK, TARGET, Person

FLYING = """() => {
    window.flown = [];
    const look = (changes) => {
        for (const change of changes) for (const node of change.addedNodes)
            if (node.className === "flying") window.flown.push(node.querySelector("img").src.length);
    };
    new MutationObserver(look).observe(document.body, { childList: true });
}"""


class Held:
    """A connection whose answers to moves can be held back, or turned into refusals."""

    def __init__(self, page: Any) -> None:
        self.refuse = False
        self._held: list[Any] | None = None
        self._page: Any = None
        page.route_web_socket("**/socket", self._between)

    def _between(self, socket: Any) -> None:
        server = socket.connect_to_server()
        self._page = socket
        socket.on_message(lambda message: self._from_page(server, message))
        server.on_message(self._from_server)

    def _from_page(self, server: Any, message: Any) -> None:
        if self.refuse and '"type":"move"' in message:
            id = message.split('"id":"')[1].split('"')[0]
            self._from_server(f'{{"type": "refused", "id": "{id}", "error": "illegal", "say": "Not this one."}}')
        else:
            server.send(message)

    def _from_server(self, message: Any) -> None:
        if self._held is None:
            self._page.send(message)
        else:
            self._held.append(message)

    def hold(self) -> None:
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for message in held:
            self._page.send(message)


def with_previews(anna: Person) -> None:
    """Pick the first tile, and wait until it is known what can be done with it."""
    anna.page.wait_for_selector(PICK)
    anna.page.locator(PICK).first.click()
    anna.page.wait_for_function("() => document.querySelector('button.target.open')")
    for _ in range(600):
        if anna.frames_of("previewed"):
            return
        anna.page.wait_for_timeout(20)
    raise AssertionError("nothing was told about the moves")


def test_tiles_go_at_the_click_before_the_server_answers(person: Any) -> None:
    anna = person(motion="full", pace="slow")
    held = Held(anna.page)
    anna.start_fixed("azul", 1)
    with_previews(anna)
    anna.page.evaluate(FLYING)
    held.hold()
    anna.page.locator(TARGET).first.click()
    anna.page.wait_for_function("() => window.flown.length > 0")
    flown = anna.page.evaluate("() => window.flown.length")
    anna.page.wait_for_selector(".flying", state="detached")
    held.release()
    anna.wait_past(0)
    assert anna.state()["view"]["boards"][0]["lines"] != [[None, 0]] * 5 or anna.state()["view"]["boards"][0]["floor"]
    assert flown >= 1


def test_tiles_go_back_when_the_server_refuses(person: Any) -> None:
    anna = person(motion="full", pace="fast")
    held = Held(anna.page)
    anna.start_fixed("azul", 1)
    before = tiles(anna)
    with_previews(anna)
    held.refuse = True
    anna.page.evaluate(FLYING)
    anna.page.locator(TARGET).first.click()
    anna.page.wait_for_selector(".prompt [role=alert]")
    assert "Not this one" in anna.page.locator(".prompt [role=alert]").inner_text()
    anna.page.wait_for_selector(".flying", state="detached")
    assert tiles(anna) == before, "all lies where it lay"
    assert anna.page.evaluate("() => window.flown.length") >= 2, "there and back"
    held.refuse = False
    anna.move()
    anna.wait_past(0)


def tiles(one: Person) -> list[str]:
    """Which tiles lie where."""
    found: list[str] = one.page.evaluate(
        """() => [...document.querySelectorAll('.table img.thick')]
            .map((each) => each.closest('[data-spot]')?.dataset.spot + each.dataset.face)"""
    )
    return sorted(found)


def test_ghosts_show_the_move_as_it_will_be(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 1)
    with_previews(anna)
    anna.page.locator("[data-spot='line-0-0']").hover()
    ghost = anna.page.locator("[data-test=ghost]")
    ghost.wait_for(state="attached")
    assert ghost.locator("img").count() >= 1
    assert "+1" in ghost.inner_text(), "a full line says what it will score"
    anna.page.locator("[data-spot='floor-0']").hover()
    anna.page.wait_for_function("() => /fall/.test(document.querySelector('[data-test=ghost]')?.innerText ?? '')")
    before = anna.ply
    anna.page.mouse.move(5, 5)
    ghost.wait_for(state="detached")
    assert anna.ply == before, "looking plays nothing"


def test_ghosts_of_blockers_count_groups(person: Any) -> None:
    anna = person()
    anna.start_fixed("blockers", 2)
    assert anna.page.locator("[data-test=fewest]").is_visible()
    with_previews(anna)
    anna.page.locator(TARGET).first.hover()
    ghost = anna.page.locator("[data-test=ghost]")
    ghost.wait_for(state="attached")
    assert "group" in ghost.inner_text()


class Finger:
    """A finger on the screen, which can rest and slide; a plain tap is too short to look."""

    def __init__(self, one: Person) -> None:
        self._page, self._device = one.page, one.context.new_cdp_session(one.page)

    def _touch(self, kind: str, *at: tuple[float, float]) -> None:
        self._device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    def middle(self, spot: str) -> tuple[float, float]:
        box = self._page.locator(f"[data-spot='{spot}']").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def rest(self, spot: str) -> None:
        self._touch("touchStart", self.middle(spot))

    def slide(self, spot: str) -> None:
        self._touch("touchMove", self.middle(spot))

    def lift(self) -> None:
        self._touch("touchEnd")


def test_a_finger_that_rests_looks_and_the_next_tap_plays(person: Any) -> None:
    """Without a question before every turn there was no way to see a move on a phone before it was made."""
    anna = person(width=390, height=664, touch=True)
    anna.start_fixed("azul", 1)
    page, finger = anna.page, Finger(anna)
    page.wait_for_selector(PICK)
    page.locator(PICK).first.tap()
    page.wait_for_selector(TARGET)
    before, ghost = anna.ply, page.locator("[data-test=ghost]")
    finger.rest("line-0-0")
    ghost.wait_for(state="attached")
    assert "+1" in ghost.inner_text()
    finger.slide("floor-0")
    page.wait_for_function("() => /fall/.test(document.querySelector('[data-test=ghost]')?.innerText ?? '')")
    finger.lift()
    page.wait_for_function("() => document.querySelector('.play').dataset.busy === 'false'")
    assert ghost.is_visible(), "what is shown stays, without the finger on it"
    assert (anna.ply, moves_of(anna)) == (before, []), "looking plays nothing"
    page.locator("[data-spot='line-0-1']").tap()
    anna.wait_past(before)
    assert len(moves_of(anna)) == 1
    assert anna.state()["view"]["boards"][0]["lines"][1][1] > 0
    assert ghost.count() == 0


def test_the_first_game_tells_of_looking_with_a_finger(person: Any) -> None:
    anna, ben = person(width=390, height=664, touch=True, tour=True), person(tour=True)
    for one, told in ((anna, 1), (ben, 0)):
        one.start_fixed("azul", 1)
        one.page.wait_for_selector("[data-test=tour]", state="attached")
        one.page.locator(PICK).first.click()
        one.page.wait_for_selector(TARGET)
        assert one.page.locator("[data-test=hint-hold]").count() == told


def test_a_plate_is_seen_on_the_dome_under_a_finger_that_rests(person: Any) -> None:
    anna = person(width=390, height=664, touch=True)
    anna.start_fixed("duel", 2)
    finger = Finger(anna)
    anna.page.locator("[data-spot^='display-'].open").first.tap()
    anna.page.wait_for_selector("[data-spot^='space-0-'].open")
    space = anna.page.locator("[data-spot^='space-0-'].open").first
    before = len(anna.frames)
    finger.rest(space.get_attribute("data-spot"))
    space.locator("xpath=self::*[contains(@class, 'aimed')]").wait_for()
    finger.lift()
    assert [frame["type"] for frame in anna.frames[before:] if frame["from"] == "us" and frame["type"] in ("try", "move")] == []


def test_r_turns_a_plate(person: Any) -> None:
    anna = person()
    anna.start_fixed("duel", 2)
    anna.page.locator("[data-spot^='display-'].open").first.click()
    anna.page.wait_for_selector("[data-spot^='space-0-'].open")
    faces = "() => [...document.querySelectorAll('[data-spot=hand] img')].map((each) => each.dataset.face)"
    before = anna.page.evaluate(faces)
    anna.page.keyboard.press("r")
    turned = anna.page.evaluate(faces)
    assert turned == [before[2], before[0], before[3], before[1]]
    space = anna.page.locator("[data-spot^='space-0-'].open").first
    shown = space.evaluate("(each) => [...each.querySelectorAll('img')].map((image) => image.dataset.face)")
    assert shown == turned, "the ghost is turned with it"


def test_a_double_click_picks_once(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 1)
    anna.page.wait_for_selector(PICK)
    anna.page.locator(PICK).first.dblclick()
    assert anna.page.locator("button.spot.picked").count() >= 1


def takes_left(one: Person) -> int:
    """How many takes the round may still have."""
    facts = one.state()["view"]
    return sum(count > 0 for counts in [*facts["discs"], facts["centre"]] for count in counts)


def test_the_log_does_not_tell_a_scoring_that_is_still_shown(person: Any) -> None:
    anna = person()
    anna.start_fixed("azul", 2)
    page = anna.page
    while takes_left(anna) > 2:
        anna.move()
        anna.next_choice()
    page.evaluate(
        "(calm) => localStorage.setItem('tegel.settings', JSON.stringify({ ...JSON.parse(localStorage['tegel.settings']), ...calm }))",
        {"motion": "full", "pace": "slow"},
    )
    page.reload()
    anna.step()
    page.evaluate("""() => {
        window.early = 0;
        new MutationObserver(() => {
            if (document.querySelector(".bubble") && document.querySelector(".log li:first-child details")) window.early += 1;
        }).observe(document.body, { subtree: true, childList: true });
    }""")
    anna.step()
    page.wait_for_selector(".bubble")
    page.mouse.click(8, 300)  # anywhere on the table
    assert page.evaluate("() => window.early") == 0
    anna.next_choice()
    assert page.locator(".log li details").count() >= 1, "afterwards it tells everything"


@pytest.mark.parametrize("way", ["click", "key"])
def test_run_on_to_the_next_decision(person: Any, way: str) -> None:
    """One click beside everything, or one key, and it is our turn."""
    anna = person(motion="full", pace="slow")
    anna.start_fixed("azul", 2)
    page = anna.page
    anna.step()
    anna.step()
    page.wait_for_selector("[data-test=skip]")
    if way == "click":
        page.mouse.click(8, 300)
    else:
        page.evaluate("() => document.activeElement?.blur()")
        page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelectorAll('.flying').length === 0")
    anna.next_choice()
    assert anna.turn == 0


def test_at_once_means_no_movement_but_a_log(person: Any) -> None:
    anna = person(motion="full", pace="instant")
    anna.start_fixed("azul", 2)
    anna.page.evaluate(FLYING)
    anna.page.evaluate(
        "() => { window.bubbles = 0; setInterval(() => (window.bubbles += document.querySelectorAll('.bubble').length), 5); }"
    )
    anna.play(plies=24)
    assert anna.page.evaluate("() => [window.flown.length, window.bubbles]") == [0, 0]
    assert anna.page.locator(".log li").count() > 20
    assert anna.page.locator(".log li details").count() >= 1


def test_paces_are_remembered(person: Any) -> None:
    anna = person()
    anna.open("/settings", "#pace")
    assert anna.page.locator("#pace option").count() == 4
    anna.page.select_option("#pace", "slow")
    anna.page.reload()
    anna.page.wait_for_selector("#pace")
    assert anna.page.locator("#pace").input_value() == "slow"


def plan(anna: Person) -> str:
    """Choose a move ahead: the spot it takes from."""
    page = anna.page
    page.wait_for_selector("button.spot.early:enabled:not(.target):not([tabindex='-1'])")
    source = page.locator("button.spot.early:enabled:not(.target):not([tabindex='-1'])").last
    source.click()
    page.locator("[data-spot='floor-0']").click()
    page.wait_for_selector("button.spot.planned")
    name: str = page.locator("button.spot.planned:not(.target)").first.get_attribute("data-spot")
    return name


BY_LINK = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]


def test_a_planned_move_is_played_when_the_turn_comes(person: Any) -> None:
    """Two people: Anna plans while Ben thinks; Ben takes something else; Anna's move goes by itself."""
    anna, ben = pair(person)
    planned = plan(anna)
    moves, before = len(moves_of(anna)), anna.ply
    take_other(ben, planned)
    anna.wait_past(before + 1)
    assert len(moves_of(anna)) == moves + 1, "the plan was played, once"


def test_a_plan_that_is_no_longer_possible_is_dropped(person: Any) -> None:
    anna, ben = pair(person)
    planned = plan(anna)
    before = ben.ply
    ben.page.locator(f"[data-spot='{planned}']").first.click()
    ben.page.locator(TARGET).first.click()
    anna.wait_past(before)
    anna.page.wait_for_selector("[data-test=plan-dropped]")
    anna.next_choice()


def test_a_plan_can_be_cancelled(person: Any) -> None:
    anna, ben = pair(person)
    plan(anna)
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector("button.spot.planned", state="detached")
    before = anna.ply
    ben.move()
    anna.wait_past(before)
    anna.next_choice()
    assert anna.turn == 0, "nothing was played"


def moves_of(one: Person) -> list[dict[str, Any]]:
    """What was sent to be played."""
    return [frame for frame in one.frames if frame["from"] == "us" and frame["type"] == "move"]


def pair(person: Any) -> tuple[Person, Person]:
    """Two people at a game by link; Anna has seat 0, and it is Ben's turn."""
    anna, ben = person(), person()
    made = anna.create("azul", BY_LINK)
    invitation = next(seat["invitation"] for seat in made["seats"] if "invitation" in seat)
    ben.open(f"/join/{invitation}", "[data-test=join]")
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    anna.open(f"/game/{made['game']}", ".play[data-ply]")
    ben.page.wait_for_selector(".play[data-ply]")
    if anna.turn == 0:
        anna.move()
        ben.wait_past(0)
    return anna, ben


def take_other(ben: Person, planned: str) -> None:
    """A turn that leaves the place of a plan, and its line, as they are."""
    disc = planned.rsplit("-", 1)[0]
    ben.page.wait_for_selector(PICK)
    ben.page.locator(f"[data-spot^='disc-'].open:not([data-spot^='{disc}-'])").first.click()
    ben.page.locator(TARGET).first.click()
