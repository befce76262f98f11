"""The analysis board: open something, try moves, comment on them, keep it as a study and share it; all on this device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tegel
from tegel.core.words import catalogue
from tegel.studies.checking import check_study
from tests.rotation import rotates
from tests.web.axe import faults_of
from tests.web.conftest import people_at
from tests.web.people import COMPUTER, PICK, TARGET, Person
from tests.web.test_layout import resize
from tests.web.test_offline import FILES, HELD, wait_for

GAMES = ["azul", "duel", "blockers"]
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def come(browser: Any, address_with_engines: str) -> Iterator[Callable[..., Person]]:
    """People whose engine thinks as long as it usually does: they look at several of its moves."""
    with people_at(browser, address_with_engines) as make:
        yield lambda **wishes: make(depth="normal", **wishes)


@pytest.fixture
def anna(come: Callable[..., Person]) -> Person:
    return come()


def begin(anna: Person, game: str) -> None:
    """A new game on the board."""
    anna.open("/analysis", f"[data-test=new-{game}]")
    anna.page.click(f"[data-test=new-{game}]")
    anna.page.wait_for_selector("[data-test=board]")


def paste(anna: Person, text: str) -> None:
    anna.open("/analysis", "[data-test=paste]")
    anna.page.fill("[data-test=paste]", text)
    anna.page.click("[data-test=open]")


def nodes(anna: Person) -> list[str]:
    """The moves of the tree in the order in which they are written."""
    found: list[str] = anna.page.locator("[data-test=node]").all_inner_texts()
    return found


def play_on_the_board(anna: Person) -> None:
    """Choose something, and a place for it where it needs one."""
    anna.page.mouse.move(5, 5)  # off the engine's moves, which would be shown instead
    before = len(nodes(anna))
    for _ in range(3):
        anna.page.locator(f"[data-test=board] .table :is({TARGET}, {PICK})").first.click()
        if len(nodes(anna)) > before:
            return
        target = anna.page.locator(f"[data-test=board] .table {TARGET}")
        if target.count():
            target.first.click()
        if len(nodes(anna)) > before:
            return
    raise AssertionError("no move was made")


def try_another(anna: Person) -> None:
    """Go back, and play a move of the engine's that is not in the tree yet."""
    before = len(nodes(anna))
    anna.page.click("[data-test=previous]")
    for at in range(3):
        anna.page.wait_for_selector("[data-test=judged]")
        anna.page.locator("[data-test=judged]").nth(at).click()
        if len(nodes(anna)) > before:
            return
        anna.page.click("[data-test=previous]")
    raise AssertionError("no other move")


@rotates
@every_game
def test_branch_comment_promote_save_share_and_reopen(come: Callable[..., Person], game: str) -> None:
    anna, ben = come(), come()
    begin(anna, game)
    play_on_the_board(anna)
    try_another(anna)
    first, second = nodes(anna)
    assert anna.page.locator("[data-depth='1'] [data-test=node]").all_inner_texts() == [second], "it is a variation"
    anna.page.fill("[data-test=comment]", "Beter {zo}\nof niet?")
    anna.page.click("[data-test=promote]")
    assert nodes(anna) == [second, first]
    anna.page.fill("[data-test=study-title]", "Two ways")
    anna.page.click("[data-test=save]")
    anna.page.wait_for_selector("[data-test=study-said]")
    anna.page.click("[data-test=share]")
    link = anna.page.locator("[data-test=link]").input_value()

    ben.page.goto(link)
    ben.page.wait_for_selector("[data-test=readonly]")
    assert nodes(ben) == [second, first]
    assert ben.page.locator("[data-test=comment-shown]").inner_text() == "Beter {zo}\nof niet?"
    assert "Two ways" in ben.page.locator("h1").inner_text()

    play_on_the_board(anna)
    anna.go("/", "main")  # it is kept shortly after a change, and when one leaves
    anna.open("/analysis", "[data-test=study]")
    anna.page.click("[data-test=study]")
    anna.page.wait_for_selector("[data-test=node]")
    assert len(nodes(anna)) == 3, "what was changed after saving is there"
    anna.page.click("[data-test=unshare]")
    anna.page.wait_for_selector("[data-test=link]", state="detached")
    ben.page.reload()
    ben.page.wait_for_selector("[data-test=failure]")
    ben.faults.clear()  # the browser tells of the answer 404


@pytest.mark.parametrize("way", ["elsewhere", "closed"])
def test_what_was_changed_last_is_kept_when_the_page_is_left_at_once(anna: Person, way: str) -> None:
    """It was kept after a pause only: whoever went away before that had lost it."""
    begin(anna, "azul")
    play_on_the_board(anna)
    play_on_the_board(anna)
    anna.page.click("[data-test=save]")
    anna.page.wait_for_selector("[data-test=study-said]")
    left = anna.page
    if way == "closed":
        anna.page = anna.context.new_page()
        left.evaluate("() => document.querySelector('[data-test=delete]').click()")
        left.close()
    else:
        left.evaluate("() => { document.querySelector('[data-test=delete]').click(); location.assign('/rules'); }")
        left.wait_for_url("**/rules")
        left.evaluate("() => localStorage.setItem('tegel.study.broken', '{')")  # bars the way to nothing
    anna.open("/analysis", "[data-test=study]")
    anna.page.click("[data-test=study]")
    anna.page.wait_for_selector("[data-test=node]")
    assert len(nodes(anna)) == 1, "what was deleted is gone"


@rotates
@every_game
def test_the_engine_thinks_while_one_looks(anna: Person, game: str) -> None:
    begin(anna, game)
    anna.page.wait_for_selector("[data-test=analysis][data-judged='0'][data-busy=false]")
    chances = [int(text.strip("%")) for text in anna.page.locator("[data-test=chance] strong").all_inner_texts()]
    assert abs(sum(chances) - 100) <= 1, "somebody wins"
    assert anna.page.locator("[data-test=judged]").count() >= 1, "those that were looked at often enough: on a busy device perhaps one"
    anna.page.mouse.move(5, 5)
    if game != "duel":  # its first move takes a plate, which is no tile
        assert anna.page.locator("[data-test=move-ghosts] .tile").count() >= 1
    anna.page.hover("[data-test=judged]")
    line = anna.page.locator(".said").inner_text()
    assert "line" in line.lower()
    anna.page.mouse.move(5, 5)
    for theme, size in (("light", (1440, 900)), ("dark", (390, 664))):
        resize(anna.page, size)
        anna.page.emulate_media(color_scheme=theme)
        anna.page.wait_for_selector(f"html[data-theme={theme}]", state="attached")
        assert faults_of(anna.page) == [], size
    play_on_the_board(anna)
    anna.page.wait_for_selector("[data-test=analysis][data-judged='1']")


def test_keys_walk_through_the_tree_and_what_is_deleted_comes_back(anna: Person) -> None:
    begin(anna, "azul")
    play_on_the_board(anna)
    try_another(anna)
    first, second = nodes(anna)
    current = anna.page.locator("[data-test=node][aria-current]")
    anna.page.locator("[data-test=node]").nth(1).focus()
    anna.page.keyboard.press("ArrowDown")
    assert current.inner_text() == first
    anna.page.keyboard.press("ArrowLeft")
    assert current.count() == 0
    anna.page.keyboard.press("ArrowRight")
    assert current.inner_text() == first
    anna.page.click("[data-test=delete]")
    assert nodes(anna) == [second]
    anna.page.click("[data-test=putback]")
    assert nodes(anna) == [first, second]


@rotates
@every_game
def test_a_finished_game_is_opened_at_a_ply(anna: Person, game: str) -> None:
    id = anna.start(game, COMPUTER)
    anna.play(6)
    anna.context.request.post(f"{anna.address}/api/games/{id}/resign", data={"seat": 0, "id": "1"})
    anna.open(f"/replay/{id}?ply=2", "[data-test=board]")
    anna.page.click("[data-test=board]")
    anna.page.wait_for_selector("main[data-test=board] [data-test=node]")
    assert len(nodes(anna)) >= 6
    places = anna.page.locator("[data-test=node]").evaluate_all("all => all.findIndex((each) => each.hasAttribute('aria-current'))")
    assert places == 1, "the second move was made"


def test_draws_are_the_games_own_or_made_anew(anna: Person) -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    while table.state.round_number == 1:
        before, move = table.copy(), table.codes[0]
        table.play(move)
    study = f"tegel study 1\ntitle x\nposition {before.position.count(chr(10))}\n{before.position}moves\n{move}\nend\n"
    assert check_study(study).moves == 1
    paste(anna, study)
    anna.page.click("[data-test=last]")
    assert "as in the game" in anna.page.locator("[data-test=drawn]").inner_text()
    offer = anna.page.locator(".offer-area").inner_html()
    anna.page.click("[data-test=redraw]")
    assert "at random" in anna.page.locator("[data-test=drawn]").inner_text()
    assert nodes(anna) == [move, move], "the same move, drawn twice"
    assert anna.page.locator(".offer-area").inner_html() != offer


def test_where_it_can_be_exact_it_says_so(anna: Person) -> None:
    table = tegel.game("azul", key=(5, 2, 3, 4))
    while table.state.round_number == 1:
        before = table.copy()
        table.play(table.codes[0])
    while len(before.legal) < 3:
        before.undo()
    paste(anna, before.position)
    anna.page.wait_for_selector("[data-test=exact]")


def test_a_file_is_saved_and_opened(anna: Person, tmp_path: Path) -> None:
    begin(anna, "blockers")
    play_on_the_board(anna)
    anna.page.fill("[data-test=comment]", "Één joker")
    with anna.page.expect_download() as saved:
        anna.page.click("[data-test=download]")
    path = tmp_path / "study.txt"
    saved.value.save_as(path)
    checked = check_study(path.read_text(encoding="utf-8"))
    assert (checked.game.name, checked.moves, checked.comments) == ("blockers", 1, 1)
    anna.open("/analysis", "[data-test=file]")
    anna.page.set_input_files("[data-test=file]", path)
    anna.page.wait_for_selector("[data-test=comment-shown]")


@rotates
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_an_impossible_position_says_why_in_ones_language(come: Callable[..., Person], language: str) -> None:
    anna = come(language=language)
    text = tegel.game("azul", key=(1, 2, 3, 4)).position
    paste(anna, text.replace("wall .....", "wall b....", 1))
    anna.page.wait_for_selector("[data-test=failure]")
    assert catalogue(language)["azul.check.1"] in anna.page.locator("[data-test=failure]").inner_text()
    anna.page.fill("[data-test=paste]", "Hello")
    anna.page.click("[data-test=open]")
    assert "tegel position" in anna.page.locator("[data-test=failure]").inner_text()


@rotates
@every_game
def test_without_a_connection(come: Callable[..., Person], game: str) -> None:
    anna = come(worker=True)
    anna.open("/", "[data-test=play-azul]:enabled")
    wait_for(anna, lambda: len(anna.page.evaluate(HELD)) >= FILES)
    anna.context.set_offline(True)
    begin(anna, game)
    play_on_the_board(anna)
    try_another(anna)
    anna.page.click("[data-test=save]")
    anna.page.wait_for_selector("[data-test=study-said]")
    anna.open("/analysis", "[data-test=study]")
    anna.page.click("[data-test=study]")
    anna.page.wait_for_selector("[data-test=node]")
    assert len(nodes(anna)) == 2
    anna.page.wait_for_selector("[data-test=judged]")
