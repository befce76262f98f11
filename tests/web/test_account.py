"""An account in a real browser, with the browser's own virtual authenticator: sign up, a second device, recovery, export, deletion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.people import COMPUTER, Person

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def home(person: Any, address: str) -> Any:
    """People at localhost, where browsers allow passkeys."""

    def arrive(**settings: Any) -> Person:
        one: Person = person(**settings)
        one.address = address.replace("127.0.0.1", "localhost")
        return one

    return arrive


class Phone:
    """The authenticator of a person's device."""

    def __init__(self, one: Person) -> None:
        self._session = one.context.new_cdp_session(one.page)
        self._session.send("WebAuthn.enable")
        self.id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
        return found

    def share(self, other: Phone) -> None:
        """Passkeys travel between the devices of one person."""
        for credential in self.passkeys():
            other._session.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": credential})


def is_guest(one: Person) -> bool:
    """Whether the server knows this browser."""
    known: bool = one.context.request.get(f"{one.address}/api/me").json()["guest"]
    return known


def create(one: Person, device: str) -> list[str]:
    """Sign up; the recovery codes."""
    one.go("/account", "[data-test=create-passkey]")
    one.page.fill("[data-test=device-name]", device)
    one.page.click("[data-test=create-passkey]")
    one.page.wait_for_selector("[data-test=fresh-codes]")
    return [code.strip() for code in one.page.locator("[data-test=code]").all_inner_texts()]


def test_an_account_from_beginning_to_end(home: Any, tmp_path: Path) -> None:
    anna = home(name="Anna")
    anna.open("/")
    laptop = Phone(anna)
    game = anna.create("azul", COMPUTER)["game"]
    codes = create(anna, "Laptop")
    assert len(set(codes)) == 10
    assert len(laptop.passkeys()) == 1
    with anna.page.expect_download() as download:
        anna.page.click("[data-test=download-codes]")
    assert codes[3] in Path(download.value.path()).read_text()
    anna.page.click("[data-test=codes-kept]")
    anna.page.wait_for_selector("[data-test=fresh-codes]", state="detached")
    assert "Laptop" in anna.page.inner_text("[data-test=device]")
    assert "this device" in anna.page.inner_text("[data-test=device]")

    second = home()
    second.open("/")
    laptop.share(Phone(second))
    mine = second.create("duel", COMPUTER)["game"]
    second.go("/account", "[data-test=sign-in]")
    assert second.page.is_checked("[data-test=bring]"), "whoever has games is asked"
    second.page.click("[data-test=sign-in]")
    second.page.wait_for_selector("[data-test=device]")
    assert second.page.inner_text("[data-test=said]") == "Welcome back, Anna. 1 game came along."
    for one in (second, anna):
        one.go("/games", f"a[href*='{game}']")
        assert one.page.locator(f"a[href*='{mine}']").count() > 0, "the games of both are there"
    second.go("/settings", "#name")
    assert second.page.input_value("#name") == "Anna"

    lost = home()
    lost.open("/")
    lost.go("/account", "[data-test=lost]")
    lost.page.click("[data-test=lost]")
    lost.page.fill("[data-test=code-field]", codes[0].upper())
    lost.page.click("[data-test=recover]")
    lost.page.wait_for_selector("[data-test=add-device]")
    assert lost.page.inner_text("[data-test=codes-left]").startswith("9 codes are left")
    Phone(lost)
    lost.page.click("[data-test=add-device]")
    lost.page.locator("[data-test=device]").nth(1).wait_for()
    lost.page.locator("[data-test=remove-device]").first.click()
    lost.page.click("[data-test=remove-device-yes]")
    lost.page.locator("[data-test=device]").nth(1).wait_for(state="detached")
    anna.go("/account", "[data-test=create-passkey]")  # the lost laptop is signed out

    with lost.page.expect_download() as download:
        lost.page.click("[data-test=export]")
    whole = json.loads(Path(download.value.path()).read_text())
    assert {each["game"] for each in whole["games"]} == {game, mine}
    assert whole["profile"]["name"] == "Anna"

    lost.page.click("[data-test=delete]")
    lost.page.click("[data-test=delete-yes]")
    lost.page.wait_for_selector("[data-test=create-passkey]")
    lost.page.click("[data-test=sign-in]")
    lost.page.wait_for_selector("[data-test=failure]")
    assert is_guest(lost) is False
    assert [fault for fault in lost.faults if "400" not in fault] == []
    lost.faults.clear()  # that the passkey was refused


def test_signing_out_and_in_and_changing_ones_mind(home: Any) -> None:
    anna = home(name="Anna", language="nl")
    anna.open("/")
    device = Phone(anna)
    create(anna, "Telefoon")
    anna.page.click("[data-test=codes-kept]")
    anna.page.click("[data-test=new-codes]")
    anna.page.click("[data-test=new-codes-yes]")
    anna.page.wait_for_selector("[data-test=fresh-codes]")
    anna.page.click("[data-test=codes-kept]")
    anna.page.click("[data-test=sign-out]")
    anna.page.wait_for_selector("[data-test=sign-in]")
    device._session.send("WebAuthn.setUserVerified", {"authenticatorId": device.id, "isUserVerified": False})
    anna.page.click("[data-test=sign-in]")
    anna.page.wait_for_selector("[data-test=sign-in]:enabled")
    assert is_guest(anna) is False, "who does not unlock the device does not get in"
    assert anna.page.locator("[data-test=failure]").count() == 0, "and is not scolded"
    device._session.send("WebAuthn.setUserVerified", {"authenticatorId": device.id, "isUserVerified": True})
    anna.page.click("[data-test=sign-in]")
    anna.page.wait_for_selector("[data-test=device]")
    assert anna.page.inner_text("[data-test=said]") == "Welkom terug, Anna."


def test_where_passkeys_are_not_possible_the_page_says_why(person: Any) -> None:
    anna = person()
    anna.open("/")
    anna.go("/account", "[data-test=not-possible]")
    assert "https" in anna.page.inner_text("[data-test=not-possible]")
    assert anna.page.locator("a[href^='http://localhost']").count() == 1
    anna.page.click("[data-test=make-codes]")
    anna.page.wait_for_selector("[data-test=fresh-codes]")
    anna.page.click("[data-test=codes-kept]")
    assert anna.page.inner_text("[data-test=codes-left]").startswith("10 codes are left")
