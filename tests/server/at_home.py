"""Browsers where passkeys are possible, and what is in a server's database."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.client import Client
from tests.server.conftest import Running


def at_home(server: Running) -> Client:
    """A new browser at localhost, where passkeys are possible."""
    client = Client(server.url.replace("127.0.0.1", "localhost"))
    server._clients.append(client)
    return client


def rows(server: Running, query: Any) -> list[dict[str, Any]]:
    """What is in the database."""
    return asyncio.run_coroutine_threadsafe(server.house.store.rows(query), server.loop).result(20)


def write(server: Running, *statements: Any) -> None:
    asyncio.run_coroutine_threadsafe(server.house.log.write(statements=statements), server.loop).result(20)
