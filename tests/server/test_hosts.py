"""Under which names the server answers, and what it logs of a request."""

from __future__ import annotations

import json
import logging
import socket
from typing import Any

import pytest

from tegel.server.hosts import Hosts, read_host
from tegel.server.redact import redact
from tegel.server.running import JsonLines
from tegel.server.settings import Settings
from tegel.server.tokens import new_token
from tests.server import plain_http
from tests.server.conftest import Running

MALFORMED = ["", "a b", "[", "[::1", "a:b", "a:99999", "a/b", "user@host", "a..b", "-", "ü.example", "a\tb", "[zz]", "x" * 300]


@pytest.mark.parametrize("host", MALFORMED)
def test_a_malformed_host_is_refused(server: Running, host: str) -> None:
    answer = ask(server, f"GET /api/me HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert answer.startswith("HTTP/1.1 400"), answer
    if "application/json" in answer:
        assert json.loads(answer.split("\r\n\r\n", 1)[1])["error"] == "bad"
    assert read_host(host) is None


def test_two_hosts_or_none_are_refused(server: Running) -> None:
    for head in ("Host: localhost\r\nHost: localhost\r\n", ""):
        assert ask(server, f"GET /api/me HTTP/1.1\r\n{head}Connection: close\r\n\r\n").startswith("HTTP/1.1 400")


def ask(server: Running, request: str) -> str:
    """What is answered to these very bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
        raw.sendall(request.encode())
        answer = b""
        while more := raw.recv(65536):
            answer += more
    return answer.decode()


def test_a_name_of_another_site_is_not_answered(server: Running) -> None:
    assert plain_http.get(f"{server.url}/api/me", headers={"Host": "LocalHost:1"}).status_code == 200
    refused = plain_http.get(f"{server.url}/api/me", headers={"Host": "rebound.example", "Accept-Language": "nl"})
    assert refused.status_code == 403
    assert refused.json()["error"] == "forbidden"
    assert "rebound.example" in refused.json()["say"]
    assert "luistert" in refused.json()["say"]


def test_which_names_are_ours() -> None:
    here = Hosts(Settings(host="127.0.0.1", host_names=("Tegel.Example",)))
    assert all(map(here.answers_to, ("localhost", "127.0.0.1", "::1", "tegel.example")))
    assert not any(map(here.answers_to, ("rebound.example", "192.168.1.5", "2001:db8::1")))
    network = Hosts(Settings(host="0.0.0.0"))
    assert all(map(network.answers_to, ("localhost", "192.168.1.5", "2001:db8::1", socket.gethostname().lower())))
    assert not network.answers_to("rebound.example")
    assert Hosts(Settings(host_names=("*",))).answers_to("anything.example")
    assert read_host("[2001:DB8::1]:80") == "2001:db8::1"
    assert read_host("Example.org.") == "example.org"


def test_logs_keep_no_secrets() -> None:
    token = new_token()
    lines = [
        f"> cookie: a=b; tegel_guest={token}",
        f"Authorization: Bearer {token}",
        f"(b'cookie', b'tegel_guest={token}')",
        f'127.0.0.1 - "GET /api/invitations/{token} HTTP/1.1" 200',
        f"GET /join/{token}?language=nl",
        f'< TEXT \'{{"type":"hello","token":"{token}"}}\'',
        f'{{"invitation": "{token}"}}',
        f"it was {token}.",
        "tegel_guest=short; x",
        "Authorization: Basic c2hvcnQ6c2hvcnQ=",
    ]
    for line in lines:
        shown = redact(line)
        assert token not in shown, line
        assert "short" not in shown
        assert "c2hvcn" not in shown
    assert redact("a game abcdefghijkmnpqr was made") == "a game abcdefghijkmnpqr was made"


def test_every_part_of_a_log_line_is_cleaned() -> None:
    token = new_token()
    record = logging.makeLogRecord(
        {"msg": "> %s", "args": (f"cookie: tegel_guest={token}",), "levelname": "DEBUG", "path": f"/join/{token}"}
    )
    try:
        raise ValueError(token)
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    assert token not in json.dumps(line)
    assert line["path"] == "/join/[hidden]"
