"""A game over days with push: what a person clicks, what the server sends, and what the service worker makes of it are all real.

Only where a browser's own push service would stand there is one of the test's: the page is given a subscription that leads there, and
what comes is handed to the service worker through the browser's developer tools. A browser without a window shows no notifications, so
what it is asked to show is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar")

from tegel.server import pushing
from tegel.server.push_crypto import to_text
from tegel.server.settings import Settings
from tests.server.conftest import Running
from tests.server.push_service import Browser, Service, push_service
from tests.server.test_push import Club
from tests.server.test_rooms import wait_for
from tests.server.test_vacation import move
from tests.web.axe import faults_of
from tests.web.people import Person
from tests.web.test_words import sentences

SUBSCRIBE = """(([endpoint, point, secret]) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0)).buffer;
    let made = null;
    Object.defineProperty(Notification, "permission", { get: () => (window.agreed ? "granted" : "default") });
    Notification.requestPermission = async () => ((window.agreed = true), "granted");
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async (options) => (made = {
        endpoint, options: { applicationServerKey: bytes(options.applicationServerKey) },
        getKey: (name) => bytes(name === "auth" ? secret : point), unsubscribe: async () => { made = null; return true; } });
})"""
KEEP = """() => {
    self.told = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.told.push([title, options]);
    navigator.setAppBadge = async (count) => void (self.badge = count);
    navigator.clearAppBadge = async () => void (self.badge = 0);
    self.clients.openWindow = async (address) => void (self.opened = address);
}"""
CLICK = """() => new Promise((done) => {
    const notification = { data: self.told[0][1].data, close: () => (self.closed = true) };
    const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: done });
    self.dispatchEvent(event);
})"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with push_service(tmp_path) as found:
        yield found


@pytest.fixture
def club(tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(pushing, "EVERY", 3600.0)
    server = Running(Settings(port=0, data=tmp_path, limits=1000.0))
    yield Club(server, service)
    server.stop()


def test_a_game_over_days_with_push(browser: Any, club: Club) -> None:
    keys = Browser()
    anna = Person(browser, club.server.url, worker=True)
    given = [keys.endpoint, to_text(keys.point), to_text(keys.secret)]
    anna.context.add_init_script(f"{SUBSCRIBE}({given})")
    cookies = [{"name": name, "value": value, "url": anna.address} for name, value in club.anna.http.cookies.items()]
    anna.context.add_cookies(cookies)
    page = anna.page
    anna.open("/settings", "[data-test=push]")
    assert page.locator("[data-test=quiet]").count() == 0
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.click("[data-test=push]")
    page.wait_for_selector("[data-test=quiet]:checked")
    page.click("[data-test=quiet]")
    page.wait_for_selector("[data-test=quiet-from]", state="detached")
    assert faults_of(page) == []

    worker = anna.context.service_workers[0]
    worker.evaluate(KEEP)
    tools = anna.context.new_cdp_session(page)
    found: list[str] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(each["registrationId"] for each in told["registrations"]))
    tools.send("ServiceWorker.enable")
    club.look()
    club.sent(1)
    wait_for(lambda: page.evaluate("1") == 1 and bool(found))
    message = keys.read(club.service.got[0][2]).decode()
    tools.send("ServiceWorker.deliverPushMessage", {"origin": anna.address, "registrationId": found[0], "data": message})
    wait_for(lambda: bool(worker.evaluate("() => self.badge === 1")))
    title, options = worker.evaluate("() => self.told[0]")
    assert (title, options["tag"], options["lang"]) == ("It is your turn in Azul against Sebastiaan", f"/game/{club.game}", "en")
    worker.evaluate(CLICK)
    assert worker.evaluate("() => [self.closed, self.opened, self.badge]") == [True, f"/game/{club.game}", 0]

    anna.open(f"/game/{club.game}", ".play[data-ply]")
    tools.send("ServiceWorker.deliverPushMessage", {"origin": anna.address, "registrationId": found[0], "data": message})
    wait_for(lambda: bool(worker.evaluate("() => self.badge === 1")))
    assert worker.evaluate("() => self.told.length") == 1, "who looks at the game is not told"
    anna.open("/settings", "[data-test=push]:checked")
    page.click("[data-test=push]")
    page.wait_for_selector("[data-test=quiet]", state="detached")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('tegel.settings')).push === ''")
    move(club.anna, club.game, "1")
    move(club.ben, club.game, "2")
    club.look()
    club.sent(1)
    assert anna.faults == []
    anna.context.close()


def test_nothing_is_asked_before_a_click(browser: Any, club: Club) -> None:
    anna = Person(browser, club.server.url, worker=True, language="nl")
    anna.context.add_init_script("""window.asked = 0;
        Notification.requestPermission = async () => { window.asked += 1; return "denied"; };""")
    anna.open("/settings", "[data-test=push]")
    anna.page.wait_for_selector(f"text={sentences('notify.nl')['notify.on']}")
    assert anna.page.evaluate("() => window.asked") == 0
    anna.context.close()
