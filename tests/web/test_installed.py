"""As an app of its own: the browser finds it fit to be installed, and without the server it opens and says so."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from tests.web.axe import faults_of
from tests.web.people import COMPUTER
from tests.web.test_words import sentences

KEPT = """async () => {
    const names = await caches.keys();
    const kept = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    return [names.length, kept.map((each) => new URL(each.url).pathname)];
}"""


def test_fit_to_be_installed(person: Any) -> None:
    anna = person()
    anna.open("/")
    browser = anna.context.new_cdp_session(anna.page)
    found = [each["errorId"] for each in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in found if error != "in-incognito"] == []
    manifest = anna.context.request.get(f"{anna.address}/manifest.webmanifest").json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    sizes = []
    for icon in manifest["icons"]:
        answer = anna.context.request.get(anna.address + icon["src"])
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            sizes.append(Image.open(io.BytesIO(answer.body())).size)
            assert icon["sizes"] == "{}x{}".format(*sizes[-1])
    assert sizes == [(192, 192), (512, 512)]


def test_without_the_server_it_opens_and_says_so(person: Any) -> None:
    anna = person(worker=True)
    anna.open("/", "[data-test=play-azul]:enabled")
    anna.page.wait_for_function("async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
    game = anna.start("azul", COMPUTER)
    anna.context.set_offline(True)
    anna.page.goto(f"{anna.address}/game/{game}")
    anna.page.wait_for_selector("[data-test=unreachable]")
    assert faults_of(anna.page) == []
    anna.page.click("[data-test=unreachable] a")
    anna.page.wait_for_selector(f"h1:text-is('{sentences('en')['nav.rules']}')")  # those can be read
    anna.page.go_back()
    anna.page.wait_for_selector("[data-test=unreachable]")
    anna.context.set_offline(False)
    anna.next_choice()  # by itself
    shelves, kept = anna.page.evaluate(KEPT)
    assert shelves <= 2, "one for the app, one for engines"
    assert "/" in kept
    assert [path for path in kept if path.startswith("/api")] == [], "nothing of a game is ever kept"
    anna.faults.clear()  # what could not be reached is an error in the console
