"""The app as a folder of files, below a path of a plain web server: whole games are played, and what needs a server says so."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tegel.core.errors import BadOption
from tegel.core.game import game_names
from tegel.server.site import write_site
from tests.rotation import rotates
from tests.web.conftest import STATIC, people_at
from tests.web.people import Person
from tests.web.test_words import sentences

BELOW = "/club/tiles/"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, engine: Any) -> Iterator[str]:
    """The address of a site."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the browser app is not built: `python web/build.py`")
    for name in game_names():
        engine(name)
    root = tmp_path_factory.mktemp("site")
    write_site(root / BELOW.strip("/"), jobs=1)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{BELOW}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def anna(browser: Any, site: str) -> Iterator[Person]:
    with people_at(browser, site) as come:
        yield come()


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_whole_game_without_any_server(anna: Person, game: str) -> None:
    anna.open(f"#/new?game={game}", "[data-test='person-level:3']")
    anna.page.click("[data-test='person-level:3']")
    anna.page.click("[data-test=start]:enabled")
    anna.page.wait_for_selector(".play[data-ply]")
    assert f"{BELOW}#/game/here-" in anna.page.url
    anna.play(8)
    before = anna.ply
    anna.page.reload()
    anna.page.wait_for_selector(".play[data-ply]")
    assert anna.ply >= before
    anna.play()
    assert anna.over
    with anna.page.expect_download() as downloading:
        anna.page.click("[data-test=record]")
    record = Path(downloading.value.path()).read_text()
    assert record.startswith(f"tegel record 3\ngame {game}")
    assert "\nplayed device\n" in record
    assert "\nover " in record


def test_rules_are_read_and_what_needs_a_server_says_so(anna: Person) -> None:
    anna.open("#/rules/azul", "article .table > *")
    anna.page.click("header nav a >> nth=0")
    anna.page.wait_for_selector("main h1")
    assert anna.page.url.endswith(f"{BELOW}#/games")
    anna.open("#/join/somewhere", "[data-test=unreachable]")
    assert anna.page.locator("h1").inner_text() == sentences("en")["site.title"]


def test_one_learns_without_any_server(anna: Person) -> None:
    """Puzzles, lessons and the explorer."""
    anna.open("#/puzzles/azul/daily", "[data-test=reveal]")
    anna.page.click("[data-test=reveal]")
    anna.page.wait_for_selector("[data-test=shown]")
    assert anna.page.locator("[data-test=rated]").count() == 1
    anna.open("#/learn/blockers", "[data-test=lesson]")
    anna.page.locator("[data-test=lesson]").first.click()
    anna.page.wait_for_selector("[data-lesson][data-busy=false] button.spot")
    anna.open("#/explore/duel", "[data-test=question]")
    assert "0" not in anna.page.locator("[data-test=explore-games]").inner_text().split()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(BadOption, match="name a new or an empty folder"):
        write_site(tmp_path, jobs=1)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_everything_a_page_needs_lies_beside_it(site: str, anna: Person) -> None:
    files = anna.context.request.get(f"{site}files.json").json()
    assert all(anna.context.request.get(site + file).ok for file in files)
    manifest = json.loads(anna.context.request.get(f"{site}manifest.webmanifest").text())
    assert manifest["start_url"] == "./"
    assert all(anna.context.request.get(site + icon["src"]).ok for icon in manifest["icons"])
