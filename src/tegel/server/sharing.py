"""What a process has more when several serve one database: a lease, lines to the others, and a door for theirs."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from .database import DatabaseError, read_or_write
from .leases import Leases, join
from .line import Line, read_address
from .linked import App, Linked
from .relay import Links
from .settings import Settings
from .uptime import Uptime

KEY = "link_key"  # by which the processes of one database know each other
ONE_FILE = "SQLite serves one process: for several, or several machines, name a PostgreSQL database (--database postgresql://...)"
SWEEP = 5.0  # seconds between looks for games that nobody owns although they must go on


def require_shareable(settings: Settings) -> None:
    """Refuse to share what cannot be shared."""
    if settings.address.startswith("sqlite"):
        raise DatabaseError(ONE_FILE)


class Sharing:
    """A lease, and lines both ways."""

    def __init__(self, leases: Leases, key: bytes, server: asyncio.Server, door: Door) -> None:
        self.leases = leases
        self.links = Links(leases, key)
        self.door = door
        self._server = server
        self.freed = asyncio.Event()  # games may have become free
        leases.freed = self.freed.set

    async def run(self) -> None:
        """Keep the lease."""
        await self.leases.run()

    async def close(self) -> None:
        """Hang up."""
        self._server.close()
        self.links.close()
        self.door.close()
        await self.leases.close()


class Door:
    """Where the other processes call."""

    def __init__(self, app: App, key: bytes) -> None:
        self._app = app
        self._key = key
        self.number = 0
        self.answers: dict[str, Any] = {}  # by the name of the question
        self._lines: set[Line] = set()

    def __call__(self) -> Line:
        linked = Linked(self._app, lambda name, value: self.answers[name](value) if name in self.answers else None)
        line = Line(self._key, self.number, False, linked.take)
        self._lines.add(line)

        def lose(line: Line) -> None:
            self._lines.discard(line)
            linked.lose(line)

        line.lost = lose
        return line

    def close(self) -> None:
        """Hang up."""
        for line in list(self._lines):
            line.abort()


async def share(settings: Settings, engine: AsyncEngine, uptime: Uptime, app: App) -> Sharing:
    """Listen for the others, then take a lease: from then on they call."""
    require_shareable(settings)
    key = bytes.fromhex(await read_or_write(engine, KEY, secrets.token_hex(32)))
    door = Door(app, key)
    server = await asyncio.get_running_loop().create_server(door, settings.link, 0)
    leases = await join(engine, read_address(server), uptime)
    door.number = leases.number
    await leases.beat()
    return Sharing(leases, key, server, door)
