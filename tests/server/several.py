"""Several processes on one database, for tests: as one runs them, and who owns what."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from tegel.server.database import open_database
from tegel.server.settings import Settings
from tegel.server.tables import games, processes
from tests.ports import free_port
from tests.server import plain_http
from tests.server.client import Client
from tests.server.conftest import Running


def same_guest(client: Client, server: Running) -> Client:
    """The same browser, at another process."""
    other = server.client()
    other.http.cookies.update(client.http.cookies)
    return other


@contextmanager
def supervised(database: str, *more: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """`tegel serve` with two processes, as one runs it."""
    port = free_port()
    command = [sys.executable, "-m", "tegel", "serve", "--port", str(port), "--database", database, "--processes", "2"]
    running = subprocess.Popen([*command, "--limits", "1000", "--log-level", "warning", *more])
    url = f"http://127.0.0.1:{port}"

    def serves() -> bool:
        return plain_http.get(f"{url}/metrics").text.count("tegel_processes 2.0") == 1

    try:
        wait_for(lambda: running.poll() is not None or serves(), within=240)  # a busy cluster takes long to let anybody in
        assert running.poll() is None, f"it ended with {running.returncode}"
        yield url, running
    finally:
        running.terminate()
        status = running.wait(60)
    assert status == 0


def wait_for(ready: Callable[[], Any], within: float = 120.0) -> Any:
    """Until something is so, whatever fails meanwhile."""
    until = time.monotonic() + within
    while True:
        try:
            if found := ready():
                return found
        except (httpx.HTTPError, OSError, WebSocketException):
            pass
        assert time.monotonic() < until
        time.sleep(0.05)


def owner_of(database: str, game: str) -> tuple[int, str]:
    """The number of the process that owns a game, and where it listens for the others; 0 if nobody does."""

    async def find() -> tuple[int, str]:
        engine = await open_database(Settings(database=database).address)
        async with engine.connect() as connection:
            query = select(processes.c.number, processes.c.address).where(processes.c.number == games.c.owner, games.c.id == game)
            row = (await connection.execute(query)).one_or_none()
        await engine.dispose()
        return (row[0], row[1]) if row is not None else (0, "")

    return asyncio.run(find())
