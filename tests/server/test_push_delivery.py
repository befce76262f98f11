"""Where push messages go: to public push services, and nobody lets the server send them anywhere else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tegel.server.errors import Refusal
from tegel.server.push_delivery import Delivery, Names, Undeliverable, check_endpoint, is_public
from tests.server.push_service import HOST, Service
from tests.server.test_push import service as service


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://push.example.org:443@127.0.0.1/a",
        "https://user:word@push.example.org/a",
        "https://127.0.0.1/a",
        "https://127.1/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://printer.local/a",
        "https://metadata.google.internal/a",
        "https://push.example.org./a",
        "https://push.example.org",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nX: y",
        "https://push.example.org\\@127.0.0.1/a",
        "https://PUSH.example.org/a\n",
        "file:///etc/passwd",
        "gopher://push.example.org/a",
        "",
    ],
)
def test_no_endpoint_but_a_public_https_one(endpoint: str) -> None:
    with pytest.raises(Refusal):
        check_endpoint(endpoint)


def test_endpoints_of_browsers_are_taken() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQ",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
    ):
        assert check_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001:80e::200a", True),
        ("64:ff9b::808:808", True),
        ("10.0.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("192.168.1.1", False),
        ("172.16.0.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
    ],
)
def test_only_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_leads_inside_is_not_sent_to(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only one of its addresses does; and the address that was looked at is the one that is called."""
    inside: list[list[str]] = [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], []]

    def look(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in inside[0]]

    monkeypatch.setattr("tegel.server.push_delivery.socket.getaddrinfo", look)
    while inside:
        delivery = Delivery(None, service.context, service.port)
        with pytest.raises(Undeliverable, match="public address"):
            asyncio.run(delivery.post(f"https://{HOST}/a", {}, b""))
        delivery.close()
        inside.pop(0)
    assert service.got == []
    called: list[Any] = []

    async def connect(address: str, port: int, **more: Any) -> Any:
        called.append((address, port, more["server_hostname"]))
        raise OSError

    inside.append(["8.8.8.8"])
    names = Names()
    monkeypatch.setattr("tegel.server.push_delivery.asyncio.open_connection", connect)
    delivery = Delivery(names)
    with pytest.raises(Undeliverable):
        asyncio.run(delivery.post(f"https://{HOST}/a", {}, b""))
    names.close()
    assert called == [("8.8.8.8", 443, HOST)]


def test_a_certificate_of_another_is_not_taken(service: Service) -> None:
    async def here(host: str) -> str:
        return "127.0.0.1"

    other = Delivery(here, service.context, service.port)
    with pytest.raises(Undeliverable, match="CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(other.post("https://other.example.org/a", {}, b""))
    untrusted = Delivery(here, None, service.port)
    with pytest.raises(Undeliverable, match="CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(untrusted.post(f"https://{HOST}/a", {}, b""))
    assert service.got == []
