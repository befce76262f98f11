"""Several people: by link across a lost connection, and at one screen without a leak."""

from __future__ import annotations

from typing import Any

from tests.web.axe import faults_of

TWO_HERE = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]


class Cable:
    """What lies between a browser and the server, and can be pulled out."""

    def __init__(self, page: Any) -> None:
        self._out = False
        self._last: Any = None
        page.route_web_socket("**/socket", self._between)

    def _between(self, socket: Any) -> None:
        if self._out:
            socket.close()
        else:
            socket.connect_to_server()
            self._last = socket

    def pull(self) -> None:
        self._out = True
        self._last.close()

    def plug(self) -> None:
        self._out = False


def test_two_browsers_by_link_and_a_lost_connection(person: Any) -> None:
    anna, ben = person(), person(language="nl")
    anna.open("/new?game=azul", "[data-test=seat-2-link]")
    anna.page.click("[data-test=seat-2-link]")
    assert anna.page.locator("[data-test=seat-1-name]").input_value() == "", "others should read a name"
    anna.page.fill("[data-test=seat-1-name]", "Anna")
    anna.page.click("[data-test=start]")
    link = anna.page.locator("[data-test=link]").input_value()
    cable = Cable(ben.page)
    ben.page.goto(link)
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    people = (anna, ben)
    for one in people:
        one.page.wait_for_selector(".play[data-ply]")
    play_turns(people, 6)
    if anna.turn == 1:
        play_turns(people, 1)
    before = anna.ply
    cable.pull()
    ben.page.wait_for_selector(".offline")
    anna.move()
    anna.wait_past(before)
    assert ben.ply == before, "nothing reaches Ben"
    cable.plug()
    ben.wait_past(before)
    assert ben.page.locator(".offline").count() == 0
    play_turns(people, 6)
    assert said(anna) == said(ben) > 12, "both have the whole story"
    assert walls(anna) == walls(ben) != []


def play_turns(people: tuple[Any, Any], turns: int) -> None:
    """So many turns, whoever's they are; each is seen by both before the next."""
    for _ in range(turns):
        before = people[0].ply
        people[people[0].turn].move()
        for one in people:
            one.wait_past(before)


def said(one: Any) -> int:
    number: int = one.page.locator(".log li").count()
    return number


def walls(one: Any) -> list[str]:
    """What lies on the lines and walls of both boards."""
    found: list[str] = one.page.evaluate("""() => {
        const places = [0, 1].map((seat) => `[data-spot^='line-${seat}-'] img, [data-spot^='wall-${seat}-'] img`).join(', ');
        return [...document.querySelectorAll(places)].map((tile) => tile.closest('[data-spot]').dataset.spot + tile.dataset.face);
    }""")
    return sorted(found)


# Keeps note of every change of the screen: whose racks were drawn face up, and whether the screen was being passed on.
WITNESS = """() => {
    window.witnessed = [];
    const look = () => {
        const colours = [...document.querySelectorAll(".slot [data-spot^='rack-']")].map((each) => Number(each.dataset.spot.split("-")[1]));
        const drawn = colours.map((colour) => Math.floor(colour / 2));
        const now = { racks: [...new Set(drawn)], passing: document.querySelector("[data-test=handover]") !== null };
        if (JSON.stringify(now) !== JSON.stringify(window.witnessed.at(-1))) window.witnessed.push(now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
}"""


def test_hot_seat_blockers_without_a_leak(person: Any) -> None:
    anna = person()
    anna.start("blockers", TWO_HERE)
    page, turns = anna.page, 12
    page.evaluate(WITNESS)
    for _ in range(turns):
        page.wait_for_selector("[data-test=handover]")
        assert page.locator(".slot [data-spot^='rack-']").count() == 0, "nobody's tiles are drawn while the screen is passed on"
        page.click("[data-test=handover]")
        page.wait_for_selector("[data-spot^='rack-'].open")
        assert anna.state()["seat"] == anna.turn
        anna.move()
    page.wait_for_selector("[data-test=handover]")
    assert faults_of(page) == []
    check_screen(page.evaluate("() => window.witnessed"), turns)
    check_frames(anna.frames)


def check_screen(witnessed: list[dict[str, Any]], turns: int) -> None:
    """Tiles of one person at a time, none while the screen is passed on, and it is always passed on in between."""
    shown: list[int] = []
    passed = True
    for moment in witnessed:
        racks = moment["racks"]
        assert len(racks) <= 1, "the tiles of two people at once"
        assert not (moment["passing"] and racks), "tiles while the screen is passed on"
        passed = passed or moment["passing"]
        if racks and racks != shown[-1:]:
            assert passed, "tiles of somebody else without passing the screen on"
            shown += racks
            passed = False
    assert len(shown) == turns
    assert set(shown) == {0, 1}


def check_frames(frames: list[dict[str, Any]]) -> None:
    """No message ever holds tiles of a rack that the seat looked with does not own, and none is looked with before its turn."""
    states = 0
    for frame in frames:
        state = frame.get("state")
        if frame["from"] != "server" or not state:
            continue
        states += 1
        own = [] if state["seat"] < 0 else [2 * state["seat"], 2 * state["seat"] + 1]
        for colour, rack in enumerate(state["view"]["racks"]):
            assert colour in own or isinstance(rack, int), f"seat {state['seat']} was sent the rack of colour {colour}"
    assert states > 20
