"""Several people: by link across a lost connection, and at one screen without a leak."""

from __future__ import annotations

from typing import Any

TWO_HERE = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]


def test_two_browsers_by_link_and_a_lost_connection(person: Any) -> None:
    anna, ben = person(), person(language="nl")
    anna.open("/new?game=azul")
    anna.page.click("[data-test=seat-2-link]")
    anna.page.click("[data-test=start]")
    link = anna.page.locator("[data-test=link]").input_value()
    sockets: list[Any] = []
    down = {"now": False}

    def between(socket: Any) -> None:
        if down["now"]:
            socket.close()
        else:
            socket.connect_to_server()
            sockets.append(socket)

    ben.page.route_web_socket("**/socket", between)
    ben.page.goto(link)
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    people = (anna, ben)
    for one in people:
        one.page.wait_for_selector("[data-spot='disc-0']")

    def both_play(moves: int) -> None:
        end = ply(anna) + moves
        while ply(anna) < end:
            for one in people:
                if not one.step():
                    one.page.wait_for_timeout(20)

    both_play(6)
    while not anna.page.locator("button.spot.open").count():  # until it is Anna's turn
        ben.step()
        ben.page.wait_for_timeout(30)
    down["now"] = True
    sockets[-1].close()
    ben.page.wait_for_selector(".offline")
    before = ply(anna)
    while ply(anna) == before:
        anna.step()
        anna.page.wait_for_timeout(30)
    down["now"] = False
    ben.page.wait_for_selector(".offline", state="detached")
    ben.page.wait_for_selector("button.spot.open")
    both_play(6)
    for one in people:
        one.page.wait_for_timeout(600)
    said = [anna.page.locator(".log li").count(), ben.page.locator(".log li").count()]
    assert said[0] == said[1], "both have the whole story"
    assert walls(anna) == walls(ben)


def ply(one: Any) -> int:
    number: int = one.page.locator(".log li.move").count()
    return number


def walls(one: Any) -> list[str]:
    """What lies on the lines and walls of both boards."""
    found: list[str] = one.page.evaluate("""() => {
        const places = [0, 1].map((seat) => `[data-spot^='line-${seat}-'] img, [data-spot^='wall-${seat}-'] img`).join(', ');
        return [...document.querySelectorAll(places)].map((tile) => tile.closest('[data-spot]').dataset.spot + tile.dataset.face);
    }""")
    return sorted(found)


def test_hot_seat_blockers_without_a_leak(person: Any) -> None:
    anna = person()
    anna.open(f"/game/{anna.create('blockers', TWO_HERE)['game']}")
    page = anna.page
    seen: set[int] = set()
    while len([frame for frame in anna.frames if frame.get("type") == "ack"]) < 12:
        page.wait_for_selector("[data-test=handover]")
        assert page.locator("[data-spot^='rack-']").count() == 0, "nobody's tiles are drawn while the screen is passed on"
        page.click("[data-test=handover]")
        page.wait_for_selector("button.spot.open")
        turn = anna.state()["turn"]
        seen.add(turn)
        own = [2 * turn, 2 * turn + 1]
        drawn = page.locator("[data-spot^='rack-']").evaluate_all("all => all.map((one) => Number(one.dataset.spot.split('-')[1]))")
        assert drawn, "the tiles of whoever is to move are drawn"
        assert set(drawn) <= set(own)
        acks = len([frame for frame in anna.frames if frame.get("type") == "ack"])
        while len([frame for frame in anna.frames if frame.get("type") == "ack"]) == acks:
            if not anna.step():
                page.wait_for_timeout(20)
    assert seen == {0, 1}
    check_frames(anna.frames)


def check_frames(frames: list[dict[str, Any]]) -> None:
    """No message ever holds tiles of a rack that the seat looked with does not own."""
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
