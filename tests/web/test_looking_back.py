"""Looking back: stepping through a game, branching off from it, its record as a file, positions as text, the list of my games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.rotation import rotates
from tests.web.people import COMPUTER, Person

COMPUTERS = [{"kind": "computer", "player": "random"}] * 2
TABLE = ".replay .table [data-spot]"


def plies(page: Any) -> tuple[int, int]:
    """The ply shown, and how many there are."""
    shown, last = page.locator("[data-test=ply]").inner_text().split(" / ")
    return int(shown), int(last)


def go_to(page: Any, button: str, ply: int) -> None:
    """Press a button until a ply is shown and told of; the number moves first."""
    page.click(f"[data-test={button}]")
    page.wait_for_selector(f"[data-test=ply]:text-is('{ply} / {plies(page)[1]}')")
    page.wait_for_selector(f".said[data-ply='{ply}']")


def finished_game(anna: Person) -> str:
    """A game of one round that two computers have played to its end."""
    id: str = anna.create("azul", COMPUTERS, {"rounds": 1})["game"]
    for _ in range(2400):
        if anna.context.request.get(f"{anna.address}/api/games/{id}").json()["status"] == "over":
            return id
        anna.page.wait_for_timeout(100)
    raise AssertionError("the computers do not come to an end")


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_branch_off_from_a_position_of_a_running_game(person: Any, game: str) -> None:
    anna = person()
    id = anna.start(game, COMPUTER)
    anna.play(plies=3)
    anna.next_choice()
    page = anna.page
    anna.open(f"/replay/{id}", TABLE)
    shown, last = plies(page)
    assert shown == last >= 3, "a running game is opened where it stands"
    for ply in range(last - 1, last - 3, -1):
        go_to(page, "previous", ply)
    with page.expect_response(re.compile(r"/api/games/\w+/branch")):
        page.click("[data-test=branch]")
    page.wait_for_url("**/game/*")
    assert id not in page.url
    anna.next_choice()
    branch = page.url.rpartition("/")[2]
    past, branched = (
        anna.context.request.get(f"{anna.address}/api/games/{where}/plies/{ply}?seat=0").json()["view"]
        for where, ply in ((id, last - 2), (branch, 0))
    )
    known = {"azul": ["discs", "centre", "boards"], "duel": ["suns", "display", "boards"], "blockers": ["board", "captured"]}[game]
    assert [branched[name] for name in known] == [past[name] for name in known], "it begins where it branched off"
    anna.move()


def test_a_game_that_was_resigned_is_told_as_one_that_was(person: Any) -> None:
    anna = person()
    id = anna.start("azul", COMPUTER)
    anna.play(plies=2)
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open("/games", "main li")
    assert "You resigned" in anna.page.locator("main li").first.inner_text(), "and not that somebody won by 0 to 0"


def test_sentences_of_a_game_looked_back_at_speak_to_me(person: Any) -> None:
    anna = person()
    id = anna.start("azul", COMPUTER)
    anna.play(plies=2)
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open(f"/replay/{id}?ply=0", TABLE)
    told = []
    for ply in (1, 2):
        go_to(anna.page, "next", ply)
        told.append(anna.page.locator(".said").inner_text())
    assert any(sentence.startswith("You:") for sentence in told), told
    assert not any("Anna" in sentence for sentence in told), "her board says You, too"


def test_branch_off_from_a_finished_game(person: Any) -> None:
    anna = person()
    id = finished_game(anna)
    page = anna.page
    anna.open(f"/replay/{id}", TABLE)
    assert plies(page)[0] == 0, "a finished game is shown from its beginning"
    go_to(page, "next", 1)
    page.keyboard.press("End")
    page.wait_for_selector("[data-test=branch]", state="detached")  # nothing can be played there any more
    page.keyboard.press("ArrowLeft")
    page.click("[data-test=branch]")
    page.wait_for_url("**/game/*")
    anna.next_choice()
    anna.move()


def test_a_record_is_saved_and_opened_again(person: Any, tmp_path: Path) -> None:
    anna, ben = person(), person()
    anna.open(f"/replay/{finished_game(anna)}", TABLE)
    with anna.page.expect_download() as saving:
        anna.page.click("a[download]")
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    assert saved.suffix == ".tegel"
    last = plies(anna.page)[1]
    anna.page.keyboard.press("End")
    anna.page.wait_for_selector(f"[data-test=ply]:text-is('{last} / {last}')")

    ben.open("/open", "#record-file")
    ben.page.set_input_files("#record-file", saved)
    ben.page.wait_for_url("**/replay/*")
    ben.page.wait_for_selector(TABLE)
    assert plies(ben.page) == (0, last)
    ben.page.keyboard.press("End")
    ben.page.wait_for_selector(f"[data-test=ply]:text-is('{last} / {last}')")
    for one in (anna, ben):
        one.page.wait_for_selector(f".said[data-ply='{last}'] .soft")
    assert anna.page.locator(".said").inner_text() == ben.page.locator(".said").inner_text()
    assert seen(anna) == seen(ben) != []


def seen(one: Person) -> list[str]:
    """Where which tiles lie."""
    found: list[str] = one.page.evaluate("""() => {
        const where = (tile) => tile.closest("[data-spot]")?.dataset.spot;
        return [...document.querySelectorAll(".table img[data-face]")].map((tile) => where(tile) + tile.dataset.face);
    }""")
    return found


def test_a_record_that_was_changed_is_refused(person: Any, tmp_path: Path) -> None:
    anna = person()
    record = anna.context.request.get(f"{anna.address}/api/games/{finished_game(anna)}/record").text()
    wrong = tmp_path / "wrong.tegel"
    wrong.write_text(record[: len(record) // 2], encoding="utf-8")
    anna.open("/open", "#record-file")
    anna.page.set_input_files("#record-file", wrong)
    anna.page.wait_for_selector("[role=alert]")
    assert anna.page.locator("[role=alert]").inner_text().strip()
    assert anna.page.url.endswith("/open")
    anna.faults.clear()  # the refusal itself is an error in the console


def test_a_position_from_text(person: Any) -> None:
    anna = person()
    game = anna.start("azul", COMPUTER)
    anna.play(plies=2)
    anna.next_choice()
    anna.open(f"/replay/{game}", TABLE)
    anna.page.click("[data-test=position]")
    text = anna.page.locator("textarea[readonly]").input_value()
    before = seen(anna)
    anna.open("/open", "#record-text")
    anna.page.fill("#record-text", "tegel position 1\nnonsense")
    anna.page.click("[data-test=open]")
    anna.page.wait_for_selector("[role=alert]")
    anna.faults.clear()  # the refusal itself is an error in the console
    anna.page.fill("#record-text", text)
    anna.page.click("[data-test=open]")
    anna.page.wait_for_url("**/game/*")
    anna.next_choice()
    assert seen(anna) == before
    anna.move()


def test_my_games(person: Any) -> None:
    anna, ben = person(), person()
    running = anna.create("blockers", COMPUTER)["game"]
    over = finished_game(anna)
    anna.open("/games", "main li")
    listed = {link.get_attribute("href"): link.inner_text() for link in anna.page.locator("main li > a:first-child").all()}
    assert set(listed) == {f"/game/{running}", f"/game/{over}"}
    assert "You" in listed[f"/game/{running}"]
    anna.page.click(f"main li a[href='/replay/{over}']")
    anna.page.wait_for_selector(TABLE)
    anna.page.go_back()
    anna.page.click(f"main li a[href='/game/{running}']")
    anna.next_choice()
    ben.open("/games", "main .button")
    assert ben.page.locator("main li").count() == 0, "other people's games are not in the list"
