"""Push messages: endpoints that are not public though they do not look private, and more browsers than there may be."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from tegel.server.push_delivery import is_public
from tegel.server.push_subscriptions import MOST_OF_GUEST
from tegel.server.push_tables import subscriptions
from tests.server.conftest import Running
from tests.server.push_service import Browser
from tests.server.test_bot_accounts import person, rows

HIDDEN = (
    "::127.0.0.1",  # IPv4 inside IPv6, in five ways
    "::10.0.0.1",
    "::ffff:0:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b:1::10.0.0.1",
    "64:ff9b::192.168.1.1",
    "fec0::1",  # a site's own
    "fe80::1%1",
    "fd00:ec2::254",
    "4000::1",  # nobody's
    "5f00::1",
    "ff0e::1",
    "2002:a00:1::",
)


@pytest.mark.parametrize("address", HIDDEN)
def test_no_form_of_a_private_address_is_taken_for_a_public_one(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::93.184.215.14"])
def test_public_addresses_are(address: str) -> None:
    assert is_public(address)


def test_many_browsers_at_once_are_no_more_than_there_may_be(database: str, serve: Callable[..., Running]) -> None:
    server = serve(database=database)
    anna = person(server, "Anna")
    clients = [server.client() for _ in range(8)]
    for client in clients:
        client.http.cookies.update(anna.http.cookies)

    def subscribe(number: int) -> int:
        subscription = Browser(f"b{number}").subscription()
        status: int = clients[number % 8].http.put("/api/me/push", json=subscription).status_code
        return status

    with ThreadPoolExecutor(8) as at_once:
        assert set(at_once.map(subscribe, range(24))) == {200}
    assert len(rows(server, select(subscriptions.c.id))) == MOST_OF_GUEST
