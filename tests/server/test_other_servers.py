"""The application under another ASGI server: nothing depends on the one that `tegel serve` uses."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tegel.server.app import make_app
from tegel.server.settings import Settings
from tests.server.client import Client

hypercorn_config = pytest.importorskip("hypercorn.config")
hypercorn_asyncio = pytest.importorskip("hypercorn.asyncio")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where Hypercorn serves the application."""
    config = hypercorn_config.Config()
    config.bind = ["127.0.0.1:0"]
    sockets = config.create_sockets()
    config.bind = [f"fd://{sockets.insecure_sockets[0].detach()}"]
    config.graceful_timeout = 1
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    app: Any = make_app(Settings(data=tmp_path, limits=1000.0))

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(hypercorn_asyncio.serve(app, config, shutdown_trigger=stop.wait))
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    port = _port_of(config.bind[0])
    yield f"http://127.0.0.1:{port}"
    loop.call_soon_threadsafe(stop.set)
    thread.join(60)
    assert not thread.is_alive()


def _port_of(bind: str) -> int:
    with socket.socket(fileno=os.dup(int(bind.removeprefix("fd://")))) as listening:
        return int(listening.getsockname()[1])


def test_a_game_over_sockets(address: str) -> None:
    client = Client(address)
    deadline = time.monotonic() + 60
    while True:
        try:
            game = client.create("azul", "here", "here")["game"]
            break
        except httpx.TransportError:
            assert time.monotonic() < deadline, "it does not answer"
            time.sleep(0.05)
    sockets = [client.sit(game, seat) for seat in range(2)]
    source = random.Random(1)
    for ply in range(10):
        turn = sockets[0].state["turn"]
        for seated in sockets:
            seated.until(lambda state, ply=ply: state["ply"] == ply)
        assert sockets[turn].move(source.choice(sockets[turn].state["legal"])["move"])["type"] == "ack"
        sockets[0].until(lambda state, ply=ply: state["ply"] == ply + 1)
    client.close()
