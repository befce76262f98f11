"""The end of a game is a moment: boards in sight, who won and by what, what to do next. And the ways out before it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from PIL import Image

import tegel
from tests.rotation import rotates
from tests.web.people import COMPUTER
from tests.web.test_company import asked, beginning, near_the_end, sit_down
from tests.web.test_words import sentences

MIA = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": "level:1"}]
FLASHES = """() => { window.flashes = 0; new MutationObserver((all) => all.forEach((each) => each.addedNodes.forEach((node) => {
    if (node.classList?.contains("glint")) window.flashes += 1; }))).observe(document.body, { childList: true }); }"""


def ahead() -> str:
    """Near the end, with so many points that the first seat wins."""
    text = near_the_end()
    line = next(line for line in text.splitlines() if line.startswith("board 1 score"))
    return text.replace(line, "board 1 score 90")


def finish(table: tegel.Table, dice: random.Random) -> tegel.Result:
    """Play any moves up to the end."""
    while table.turn is not None:
        table.play(dice.choice(table.legal))
    assert table.result is not None
    return table.result


def made_level(text: str, points: list[int]) -> str:
    """A position's text in which who ends behind has the points that are lacking, where points stand in it."""
    behind = f"board {points.index(min(points)) + 1} score "
    return re.sub(rf"{behind}(\d+)", lambda found: f"{behind}{int(found[1]) + max(points) - min(points)}", text)


def level_end(game: str, decided: bool) -> tuple[str, str, tegel.Table]:
    """A position before the first seat's last move, after which both have the same points; the move's code, and the table after it."""
    for number in range(1, 400):
        table = tegel.game(game, key=(number, 2, 3, 4))
        points, last = finish(table, random.Random(number)).points, table.moves[-1]
        table.undo()
        text = made_level(str(table.position), points)
        after = tegel.Table.from_position(text)
        after.play(last)
        result = after.result
        if table.turn == 0 and result and len(set(result.points)) == 1 and (len(set(result.places)) > 1) == decided:
            return text, table.game.code(last), after
    raise AssertionError(f"no game of {game} ends level")


def counted(after: tegel.Table) -> list[int]:
    """What each seat has of that which decides between equals."""
    facts = after.game.view(after.state)
    if after.game.name == "azul":
        return [sum(None not in row for row in board["wall"]) for board in facts["boards"]]
    return [len(captured) for captured in facts["captured"]] if after.game.name == "blockers" else [0, 0]


@pytest.mark.parametrize(
    ("game", "decided", "language", "key"),
    [
        ("azul", True, "en", "final.tie.rows"),
        ("azul", False, "nl", "final.tie.nothing"),
        ("duel", True, "fr", "final.tie.start"),
        ("blockers", True, "nl", "final.tie.captured"),
    ],
)
def test_what_decided_between_equals_is_named(person: Any, game: str, decided: bool, language: str, key: str) -> None:
    position, code, after = level_end(game, decided)
    anna = person(language=language)
    anna.start_at(position, COMPUTER)
    anna.next_choice()
    anna.type_move(code)
    anna.page.wait_for_selector(".final[data-counted=true]")
    assert after.result
    first = after.result.places.index(1)
    words = {"points": after.result.points[0], "first": counted(after)[first], "second": counted(after)[1 - first]}
    sentence = sentences(language)[key]
    for name, word in words.items():
        sentence = sentence.replace("{" + name + "}", str(word))
    assert anna.page.locator("[data-test=decision]").inner_text().replace("\u00a0", " ") == sentence


@pytest.mark.parametrize("size", [(1440, 900), (390, 664), (844, 390)])
def test_the_end_shows_boards_podium_and_what_decided(person: Any, size: tuple[int, int]) -> None:
    anna = person(width=size[0], height=size[1])
    anna.start_at(ahead(), MIA)
    anna.play()
    page = anna.page
    page.wait_for_selector(".final[data-counted=true]")
    result = anna.state()["result"]
    assert page.locator("#final-title").inner_text() == sentences("en")["final.youwon"]
    margin = abs(result["points"][0] - result["points"][1])
    assert page.locator("[data-test=decision]").inner_text() == f"by {margin} points"
    counted = [int(each) for each in page.locator(".podium .points > [aria-hidden]").all_inner_texts()]
    assert sorted(counted) == sorted(result["points"])
    boards = "[data-spot^='wall-0-']" if size[0] == 1440 else ".final .boards svg"
    box = page.locator(boards).first.bounding_box()
    assert box["width"] > 0
    assert 0 <= box["x"] <= size[0] - box["width"]
    assert 0 <= box["y"] <= size[1] - 20, "a board is in sight"
    again = page.locator("[data-test=rematch]").bounding_box()
    assert again["y"] + again["height"] <= size[1], "what to do next is in sight without scrolling"


def test_who_has_won_goes_on_to_the_next_person(person: Any) -> None:
    anna = person()
    anna.start_at(ahead(), MIA)
    anna.play()
    anna.page.click("[data-test=next-level]")
    anna.page.wait_for_selector(".play[data-ply='0'], .play[data-ply='1']")
    assert anna.frames_of("welcome")[-1]["summary"]["seats"][1]["player"] == "level:2"
    anna.open("/", "[data-test=play-azul]:enabled")
    assert "Leo" in anna.page.locator("[data-test=play-azul]").inner_text()


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_picture_of_the_end_can_be_shared(person: Any, tmp_path: Any, game: str) -> None:
    anna = person()
    id = anna.start(game, COMPUTER)
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    with anna.page.expect_download() as waiting:
        anna.page.click("[data-test=share]")
    waiting.value.save_as(tmp_path / "shared.png")
    picture = Image.open(tmp_path / "shared.png").convert("RGB")
    assert picture.size == (1200, 630)
    assert len(picture.resize((120, 63)).getcolors(120 * 63)) > 500, "there is something on it"


def test_resigning_asks_twice_and_leaving_is_another_thing(person: Any) -> None:
    anna, ben = person(), person(language="nl")
    sit_down(anna, ben, beginning())
    anna.move()
    ben.move()
    anna.next_choice()
    anna.page.click("[data-test=leave]")
    anna.page.click("[data-test=leave-no]")
    anna.page.click("[data-test=leave]")
    anna.page.click("[data-test=leave-yes]")
    asked(anna, "play.lost.left")
    assert anna.page.locator("[data-test=undo]").count() == 0, "nothing is taken back by who has left"
    anna.page.click("[data-test=return]")
    anna.page.wait_for_selector("[data-test=return]", state="detached")
    anna.page.click("[data-test=resign]")
    anna.page.click("[data-test=resign-no]")
    assert not anna.over
    anna.page.click("[data-test=resign]")
    anna.page.click("[data-test=resign-yes]")
    anna.page.wait_for_selector(f".final >> text={sentences('en')['final.youresigned']}")
    ben.page.wait_for_selector(f".final >> text={sentences('nl')['final.youwon']}")
    ben.page.wait_for_selector(".final >> text=Anna gaf op")


def test_the_computer_is_offered_only_once_it_may_play(person: Any) -> None:
    """The button was there from the first moment, and refused."""
    anna, ben = person(), person()
    sit_down(anna, ben, beginning(), clock={"base": 86400, "per_move": True})
    ben.open("/rules")
    anna.move()
    asked(anna, "play.missing", name="Ben")
    anna.page.wait_for_selector(".prompt [data-test=takeover-wait]")
    assert "12 hours" in anna.page.locator(".prompt [data-test=takeover-wait]").inner_text()
    assert anna.page.locator("[data-test=takeover]").count() == 0


def test_somebody_who_looks_elsewhere_is_told(person: Any) -> None:
    anna, ben = person(), person()
    anna.context.add_init_script("""window.told = [];
        window.Notification = class { static permission = "default";
            static async requestPermission() { window.askedFor = (window.askedFor ?? 0) + 1; return (this.permission = "granted"); }
            constructor(title, { body }) { window.told.push([title, body]); } };""")
    sit_down(anna, ben, beginning())
    anna.page.click(".side [data-test=notices-yes]")
    anna.page.wait_for_selector("[data-test=ask-notices]", state="detached")
    anna.move()
    anna.page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    ben.move()
    anna.page.wait_for_function("() => window.told.length === 1")
    assert anna.page.evaluate("() => window.told[0][0]") == sentences("en")["notice.title"]
    assert anna.page.evaluate("() => window.askedFor") == 1
    anna.page.reload()
    anna.next_choice()
    assert anna.page.locator("[data-test=ask-notices]").count() == 0, "asked once"


def test_against_the_computer_nobody_asks_to_tell(person: Any) -> None:
    anna = person()
    anna.start("azul", COMPUTER)
    anna.next_choice()
    assert anna.page.locator("[data-test=ask-notices]").count() == 0


@pytest.mark.parametrize("motion", ["full", "less"])
def test_a_whole_row_is_celebrated_unless_little_should_move(person: Any, motion: str) -> None:
    anna = person(motion=motion, pace="fast")
    anna.start_at(near_the_end(), COMPUTER)
    anna.page.evaluate(FLASHES)
    anna.play()
    assert (anna.page.evaluate("() => window.flashes") >= 5) == (motion == "full")
