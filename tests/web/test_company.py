"""In company: invitations, clocks, leaving and coming back, rematches, greetings, people who watch."""

from __future__ import annotations

import random
import re
from typing import Any

import tegel
from tests.web.people import Person
from tests.web.qr import read_drawing
from tests.web.serving import ABSENCE
from tests.web.test_words import sentences

TWO = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]


def beginning(game: str = "azul") -> str:
    """A position at the beginning with the first seat to move."""
    for number in range(1, 100):
        table = tegel.game(game, key=(number, 2, 3, 4))
        if table.turn == 0:
            return str(table.position)
    raise AssertionError("the first seat never begins")


def near_the_end() -> str:
    """A position of Azul a few moves before the end."""
    dice, table = random.Random(5), tegel.game("azul", key=(1, 2, 3, 4))
    while not table.over:
        table.play(dice.choice(table.legal))
    for _ in range(3):
        table.undo()
    return str(table.position)


def sit_down(anna: Person, ben: Person, position: str, **more: Any) -> str:
    """A game of two by link; its id."""
    made = anna.make(TWO, position=position, **more)
    ben.open(f"/join/{made['seats'][1]['invitation']}", "[data-test=name]")
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    anna.open(f"/game/{made['game']}", ".play[data-ply]")
    ben.page.wait_for_selector(".play[data-ply]")
    return str(made["game"])


def play_to_the_end(anna: Person, ben: Person) -> None:
    """Whoever's turn it is moves; both see it before the next."""
    people = (anna, ben)
    while not anna.over:
        before = anna.ply
        people[anna.turn or 0].move()
        for one in people:
            one.page.wait_for_function(
                "(ply) => document.querySelector('.final') || document.querySelector('.play').dataset.ply > ply", arg=before
            )


def asked(one: Person, key: str, **words: str) -> None:
    """Wait until somebody reads this sentence where they are told what to do."""
    sentence = sentences(one.language)[key]
    for name, word in words.items():
        sentence = sentence.replace("{" + name + "}", word)
    one.page.wait_for_selector(f".prompt >> text={sentence}")


def test_an_invitation_can_be_scanned_and_copied(person: Any) -> None:
    anna = person()
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.open("/new?game=azul", "[data-test=seat-2-link]")
    anna.page.click("[data-test=seat-2-link]")
    anna.page.fill("[data-test=seat-1-name]", "Anna")
    anna.page.click("[data-test=start]")
    link = anna.page.locator("[data-test=link]").input_value()
    assert re.fullmatch(rf"{anna.address}/join/[\w-]+", link)
    code = anna.page.locator("[data-test=qr]")
    size = int(code.get_attribute("viewBox").split()[-1])
    assert read_drawing(code.locator("path").get_attribute("d"), size) == link
    anna.page.click("[data-test=copy]")
    anna.page.wait_for_selector(f"text={sentences('en')['wait.copied']}")
    assert anna.page.evaluate("() => navigator.clipboard.readText()") == link
    anna.page.reload()
    assert anna.page.locator("[data-test=link]").input_value() == link, "the link is still there after a reload"


def test_the_link_comes_before_the_code_and_can_be_shared(person: Any) -> None:
    """On a phone the code filled the screen, and there is no clipboard in many apps."""
    anna = person(width=390, height=664)
    anna.context.add_init_script("navigator.share = async (given) => void (window.shared = given)")
    anna.open("/")
    made = anna.create("azul", [{"kind": "here", "name": "Anna"}, {"kind": "link"}])
    anna.open(f"/game/{made['game']}", "main .seat button")
    anna.page.locator("main .seat button").first.click()
    link = anna.page.locator("[data-test=link]")
    anna.page.click("[data-test=share-link]")
    assert anna.page.evaluate("() => window.shared.url") == link.input_value()
    code = anna.page.locator("main figure svg").bounding_box()
    for part in ("link", "share-link", "copy"):
        assert anna.page.locator(f"[data-test={part}]").bounding_box()["y"] < code["y"], part


def test_a_game_that_waits_can_be_cancelled(person: Any) -> None:
    anna, ben = person(), person(language="nl")
    anna.open("/")
    made = anna.create("azul", [{"kind": "here", "name": "Anna"}, {"kind": "link"}])
    invitation = next(seat["invitation"] for seat in made["seats"] if "invitation" in seat)
    ben.open(f"/join/{invitation}", "[data-test=join]")
    anna.open(f"/game/{made['game']}", "[data-test=cancel]")
    anna.page.click("[data-test=cancel]")
    anna.page.click("[data-test=cancel-yes]")
    anna.page.wait_for_selector(f"h1:text-is('{sentences('en')['wait.closed']}')")
    ben.open(f"/join/{invitation}", f"text={sentences('nl')['wait.closed']}")
    assert ben.page.locator("[data-test=join]").count() == 0
    anna.open("/games", f"text={sentences('en')['games.none']}")


def test_time_runs_out(person: Any) -> None:
    anna, ben = person(width=360, height=740), person(language="nl")
    sit_down(anna, ben, near_the_end(), clock={"base": 5, "increment": 0})  # long enough for a page on a busy machine
    asked(anna, "play.lost.clock")
    assert anna.page.locator("button.spot.open").count() == 0, "nothing can be chosen any more"
    ben.page.wait_for_selector(f".players >> text={sentences('nl')['play.left.clock']}")
    for one in (anna, ben):
        one.page.wait_for_selector(".final")  # the computer plays on for both


def test_somebody_leaves_and_comes_back(person: Any) -> None:
    anna, ben = person(), person(language="fr")
    sit_down(anna, ben, beginning())
    here = ben.page.url
    ben.open("/rules")  # anywhere but in the game
    anna.move()
    asked(anna, "play.missing", name="Ben")
    anna.page.wait_for_timeout(1000 * ABSENCE)
    anna.page.click("[data-test=takeover]")
    anna.next_choice()
    anna.move()
    anna.next_choice()

    ben.page.goto(here)
    asked(ben, "play.lost.absent")
    ben.page.click("[data-test=return]")
    ben.page.wait_for_selector("[data-test=return]", state="detached")
    anna.move()
    ben.move()
    anna.next_choice()
    ben.page.wait_for_selector("[data-test=undo]")
    ben.page.click("[data-test=leave]")
    ben.page.click("[data-test=leave-yes]")
    asked(ben, "play.lost.left")
    ben.page.wait_for_selector("[data-test=return]")
    assert ben.page.locator("[data-test=undo]").count() == 0, "who has left has nothing to take back but that"
    anna.move()
    anna.next_choice()


def test_a_turn_under_way_survives_what_others_do(person: Any) -> None:
    anna, ben = person(confirm=True), person()
    sit_down(anna, ben, beginning())
    anna.next_choice()
    anna.step()
    anna.step()
    anna.page.wait_for_selector("[data-test=confirm]")
    ben.page.click("[data-test=leave]")
    ben.page.click("[data-test=leave-yes]")
    anna.page.wait_for_selector(f".players >> text={sentences('en')['play.left.left']}")
    anna.page.click("[data-test=confirm]")
    anna.wait_past(0)
    anna.next_choice()


def test_a_rematch_with_rotated_seats(person: Any) -> None:
    anna, ben = person(), person()
    first = sit_down(anna, ben, near_the_end())
    play_to_the_end(anna, ben)
    anna.page.click("[data-test=rematch]")
    anna.page.wait_for_url(lambda url: first not in url)
    ben.page.wait_for_selector(f"[data-test=rematch]:has-text('{sentences('en')['final.join']}')")
    ben.page.click("[data-test=rematch]")
    ben.page.wait_for_url(anna.page.url)
    for one, seat in ((anna, 1), (ben, 0)):
        one.page.wait_for_selector(".play[data-ply='0']")
        assert [each["name"] for each in one.frames_of("welcome")[-1]["summary"]["seats"]] == ["Ben", "Anna"]
        assert one.frames_of("welcome")[-1]["summary"]["seats"][seat]["mine"]
    people = (ben, anna)
    people[anna.turn or 0].move()


def test_greetings(person: Any) -> None:
    anna, ben = person(), person(language="nl", width=360, height=740)
    sit_down(anna, ben, beginning())
    spoken = {
        one: one.context.request.get(f"{one.address}/api/catalogue?language={one.language}").json()["greetings"][0]["say"]
        for one in (anna, ben)
    }
    anna.page.click("[data-test=greet]")
    anna.page.locator(".greetings button").first.click()
    anna.page.wait_for_selector(f".players .greeting:has-text('{spoken[anna]}')")
    ben.page.wait_for_selector(f".toasts :text('Anna: {spoken[ben]}')")
    assert spoken[anna] != spoken[ben]


def test_watching(person: Any) -> None:
    anna, cleo = person(), person()
    anna.start_at(beginning("blockers"), [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "random"}])
    cleo.open(anna.page.url.removeprefix(anna.address), ".play[data-ply]")
    anna.page.wait_for_selector(".watchers")
    anna.move()
    cleo.wait_past(0)
    assert cleo.page.locator("button.spot:enabled").count() == 0
    assert cleo.page.locator(".slot [data-spot^='rack-']").count() == 0
    racks = [rack for frame in cleo.frames if frame.get("state") for rack in frame["state"]["view"]["racks"]]
    assert racks
    assert all(isinstance(rack, int) for rack in racks), "who watches sees nobody's tiles"
