"""The engine for browsers as a server offers it: files that never change, under an address that says which version they are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tegel.server import engines
from tegel.server.engines import Engines
from tests.server import plain_http
from tests.server.conftest import Running

Start = Callable[..., Running]


class NothingToCompile:
    """A server whose rules and players are ready."""

    async def wait_for_all(self) -> None:
        """Now."""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which engines are found once they are written there."""
    monkeypatch.setattr(engines, "engines_version", lambda: "abc")
    monkeypatch.setattr(engines, "find_built", lambda name: tmp_path if (tmp_path / f"{name}.wasm").is_file() else None)
    monkeypatch.setattr(engines, "game_names", lambda: ["azul", "duel"])
    return tmp_path


def write(folder: Path, name: str) -> None:
    (folder / f"{name}.wasm").write_bytes(b"\0asm\1\0\0\0")
    (folder / f"{name}.json").write_text("{}")


def run(built_here: Engines) -> None:
    ready: Any = NothingToCompile()
    asyncio.run(built_here.run(ready))


def test_what_is_missing_is_built_and_then_offered(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(built, "azul")
    asked: list[str] = []

    async def build(name: str) -> str:
        asked.append(name)
        write(built, name)
        return ""

    monkeypatch.setattr(engines, "_build", build)
    found = Engines()
    run(found)
    assert asked == ["duel"]
    assert found.show().games == ["azul", "duel"]


def test_what_cannot_be_built_is_not_offered(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def build(name: str) -> str:
        return "the linker failed"

    monkeypatch.setattr(engines, "_build", build)
    found = Engines()
    run(found)
    assert found.show().games == []


def test_only_an_engines_own_files_are_handed_out(built: Path) -> None:
    write(built, "azul")
    write(built, "duel")
    (built / "azul.key").write_text("secret")
    found = Engines()
    run(found)
    assert found.find_file("abc", "azul.wasm") == built / "azul.wasm"
    for version, file in (("old", "azul.wasm"), ("abc", "azul.key"), ("abc", "azul.network"), ("abc", "chess.wasm"), ("abc", "azul")):
        assert found.find_file(version, file) is None, file


def test_a_server_hands_them_out_for_good(built: Path, serve: Start) -> None:
    write(built, "azul")
    write(built, "duel")
    server = serve(engines=True)
    deadline = time.monotonic() + 60
    while not (listed := plain_http.get(f"{server.url}/engine/engines.json")).json()["games"]:
        assert time.monotonic() < deadline, "no engine is offered"
    assert listed.json() == {"version": "abc", "games": ["azul", "duel"]}
    assert listed.headers["cache-control"] == "no-cache"
    code = plain_http.get(f"{server.url}/engine/abc/azul.wasm")
    assert code.content == b"\0asm\1\0\0\0"
    assert code.headers["content-type"] == "application/wasm"
    assert "immutable" in code.headers["cache-control"]
    for path in ("/engine/abc/azul.network", "/engine/old/azul.wasm", "/engine/abc/..%2fazul.wasm", "/engine", "/engine/x"):
        assert plain_http.get(server.url + path).status_code == 404, path


def test_a_server_that_builds_none_says_so(server: Running) -> None:
    listed: Any = plain_http.get(f"{server.url}/engine/engines.json").json()
    assert listed == {"version": "", "games": []}
