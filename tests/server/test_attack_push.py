"""Where a push endpoint could send the server: addresses that are not public though they do not look private."""

from __future__ import annotations

import pytest

from tegel.server.push_delivery import is_public

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
