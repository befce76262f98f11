"""Which process owns which game, where several serve one database.

Every process has a row in `processes` under a number that is never used again. The row is its lease, and the number its fencing number:
a transaction begins by locking the row against removal, and writes nothing if it is gone (`database_writer`). A lease is renewed twice a
second. Whose lease stands still for three seconds, by the watch of another, or whose door is closed, is deposed: the other removes the
row, which waits for what is being written at that moment. From then on its games are free: a game's row names its owner, and a game
whose owner has no row belongs to the process that first writes its own number there. No clocks are compared, and thirty thousand games
cost as much as one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, Executable, Integer, bindparam, cast, func, insert, literal_column, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .errors import Elsewhere, Storage
from .faults import BUSY, why
from .log import Log
from .tables import games, notices, processes
from .uptime import Uptime

BEAT = 0.5  # seconds between renewals
LEASE = 3.0  # seconds a lease may stand still
WITHIN = 2.0  # seconds for a renewal
HEARD_WITHIN = 8.0  # seconds until all have taken a notice in; whoever has not by then has lost its lease
TICK = 1500  # milliseconds since a renewal that are believed of the database's clock, which may be set
REMEMBERED = 50_000  # owners of other games
TRIES = 5
NOTICES = 0x7E6E3  # the advisory lock under which notices get their numbers, so that they are seen in order
NOW: ColumnElement[int] = literal_column("(extract(epoch FROM clock_timestamp()) * 1000)::bigint")

logger = logging.getLogger("tegel.server")


async def join(engine: AsyncEngine, address: str, uptime: Uptime) -> Leases:
    """Take a lease; the time games are played by goes on from that of the others, or from where a crash left it."""
    async with engine.begin() as connection:
        told = (await connection.execute(select(processes.c.uptime, processes.c.seen, NOW.label("now")))).all()
        heard = [select(func.coalesce(func.max(column), 0)).scalar_subquery() for column in (notices.c.number, processes.c.heard)]
        row = {"address": address, "beats": 0, "uptime": uptime.now(), "seen": NOW, "heard": func.greatest(*heard)}
        number = (await connection.execute(insert(processes).values(row).returning(processes.c.number, processes.c.heard))).one()
    for other in told:
        uptime.catch_up(other.uptime + min(TICK, max(0, other.now - other.seen)))
    return Leases(engine, number[0], uptime, number[1])


class Leases:
    """This process's lease, those of the others, and who owns what."""

    def __init__(self, engine: AsyncEngine, number: int, uptime: Uptime, heard: int) -> None:
        self.number = number
        self.peers: dict[int, str] = {}  # where the others are reached
        self.deposed = False  # whether the lease was lost, or given back
        self.lost: Callable[[], None] = lambda: None  # what happens then
        self.freed: Callable[[], None] = lambda: None  # another has gone: its games may be taken
        self.hear: Callable[[str, Any], Awaitable[None]] | None = None  # takes a notice in
        self._engine = engine
        self._uptime = uptime
        self._heard = heard
        self._beats: dict[int, tuple[int, float]] = {}  # of the others: how many, and when that changed
        self._renewed = time.monotonic()
        self._owners: OrderedDict[str, int] = OrderedDict()
        self._connection: AsyncConnection | None = None
        self._soon = asyncio.Event()
        self._leaving = False

    @property
    def free(self) -> ColumnElement[bool]:
        """Games that nobody owns."""
        return or_(games.c.owner.is_(None), games.c.owner.not_in(select(processes.c.number)))

    @property
    def mine(self) -> ColumnElement[bool]:
        """Games that nobody else owns."""
        return or_(games.c.owner == self.number, self.free)

    def require_first(self) -> None:
        """What there is only once, such as the lobby, is at the process that has served longest."""
        living = [*self.peers] if self.deposed else [self.number, *self.peers]
        first = min(living, default=self.number)
        if first != self.number:
            raise Elsewhere(first)

    async def run(self) -> None:
        """Renew the lease until it is lost."""
        while not self.deposed:
            try:
                async with asyncio.timeout(WITHIN):
                    await self.beat()
            except Exception as error:
                logger.warning("the lease could not be renewed", extra={"why": repr(error)})
                await self._drop()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), BEAT)
            self._soon.clear()

    async def beat(self) -> None:
        """Renew the lease, look at the others, take in what they did."""
        if self._connection is None:
            self._connection = await self._connect()
        renewed = {"beats": processes.c.beats + 1, "uptime": self._uptime.now(), "seen": NOW, "heard": self._heard}
        mine = update(processes).where(processes.c.number == self.number).values(renewed).returning(processes.c.number)
        if (await self._connection.execute(mine)).first() is None:
            self.lose()
            return
        others = (await self._connection.execute(select(processes, NOW.label("now")).where(processes.c.number != self.number))).all()
        await self._judge(others)
        fresh = select(notices).where(notices.c.number > self._heard).order_by(notices.c.number)
        for notice in (await self._connection.execute(fresh)).all():
            if self.hear is not None:
                await self.hear(notice.kind, json.loads(notice.data))
            self._heard = notice.number
            self._soon.set()  # whoever gave it waits until everybody has it

    async def _judge(self, others: Sequence[Any]) -> None:
        """Depose whoever has not renewed its lease for too long: as long as we could renew ours, so could they."""
        now = time.monotonic()
        if now - self._renewed > LEASE / 2:
            self._beats.clear()  # we have slept, or the database has
        self._renewed = now
        gone = set(self.peers) - {other.number for other in others}
        self.peers = {other.number: other.address for other in others}
        for other in others:
            self._uptime.catch_up(other.uptime + min(TICK, max(0, other.now - other.seen)))
            beats, since = self._beats.get(other.number, (-1, now))
            if beats != other.beats:
                self._beats[other.number] = other.beats, now
            elif now - since > LEASE:
                await self.depose(other.number, other.beats)
        for number in gone:
            self._beats.pop(number, None)
        if gone:
            self.freed()

    async def depose(self, number: int, beats: int | None = None) -> None:
        """End another's lease, unless it was renewed meanwhile. It is always safe: it may cost that process a restart."""
        try:
            async with asyncio.timeout(WITHIN), self._engine.begin() as connection:
                row = processes.c.number == number if beats is None else (processes.c.number == number) & (processes.c.beats == beats)
                ended = (await connection.execute(processes.delete().where(row).returning(processes.c.number))).first()
        except Exception as error:  # it writes at this moment, or the database is away: next time
            logger.warning("a lease could not be ended", extra={"number": number, "why": repr(error)})
            return
        if ended is not None:
            logger.warning("another process has gone", extra={"number": number})
            self.peers.pop(number, None)
            self._beats.pop(number, None)
            self.freed()

    def lose(self) -> None:
        """The lease is gone; nothing can be written any more."""
        if self._leaving:  # it was given back
            self.deposed = True
        if not self.deposed:
            self.deposed = True
            logger.error("the lease is lost: another process has taken the games over", extra={"number": self.number})
            self.lost()

    async def take(self, game: str, log: Log) -> bool:
        """Own a game that is free; False if there is no such game; raises `Elsewhere` if another process owns it."""
        known = self._owners.get(game)
        if known in self.peers:
            raise Elsewhere(known)
        for _ in range(TRIES):
            found = await self._ask(select(games.c.owner).where(games.c.id == game))
            if not found:
                return False
            owner = found[0].owner
            if owner == self.number and not self.deposed:
                return True
            if owner not in self.peers and owner is not None:
                await self._look()
            if owner in self.peers:
                self._remember(game, owner)
                raise Elsewhere(owner)
            if self.deposed:
                break
            unchanged = games.c.owner.is_not_distinct_from(bindparam("seen", owner, Integer))
            await log.write(statements=[update(games).where(games.c.id == game, unchanged, self.free).values(owner=self.number)])
        if self.deposed and self.peers:
            raise Elsewhere(random.choice(list(self.peers)))  # whoever is asked first takes it
        raise Storage(BUSY)

    def _remember(self, game: str, owner: int) -> None:
        """As long as a process lives it loses no game."""
        self._owners[game] = owner
        if len(self._owners) > REMEMBERED:
            self._owners.popitem(last=False)

    def notice(self, kind: str, data: Any) -> list[Executable]:
        """The statements that tell every process something, to be written together with what it is about; then wait for `all_heard`."""
        lock = text(f"SELECT pg_advisory_xact_lock({NOTICES})")
        return [lock, notices.insert().values(kind=kind, data=json.dumps(data))]

    async def all_heard(self) -> None:
        """Return when every process has taken in the notices there are."""
        self._soon.set()
        last = (await self._ask(select(func.max(notices.c.number).label("last"))))[0].last
        until = time.monotonic() + HEARD_WITHIN
        while (await self._ask(select(func.min(processes.c.heard).label("least"))))[0].least < last:
            if time.monotonic() > until:
                raise Storage(BUSY)
            await asyncio.sleep(BEAT / 10)
        async with self._engine.begin() as connection:
            await connection.execute(notices.delete().where(notices.c.number < cast(last, Integer)))

    async def leave(self, log: Log) -> None:
        """Give the lease back: everything is on disk, and the others may go on."""
        if not self.deposed:
            self._leaving = True
            await log.write(statements=[processes.delete().where(processes.c.number == self.number)])
            self.deposed = True

    async def close(self) -> None:
        """Nothing more is asked."""
        self.deposed = True
        await self._drop()

    async def _look(self) -> None:
        """Who lives at this moment."""
        found = await self._ask(select(processes.c.number, processes.c.address).where(processes.c.number != self.number))
        self.peers = {other.number: other.address for other in found}

    async def _ask(self, query: Any) -> list[Any]:
        try:
            async with asyncio.timeout(WITHIN), self._engine.connect() as connection:
                return list((await connection.execute(query)).all())
        except Exception as error:
            raise Storage(why(error)) from error

    async def _connect(self) -> AsyncConnection:
        """A connection of the lease's own: renewing it waits for nobody."""
        connection = await self._engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        return connection

    async def _drop(self) -> None:
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                async with asyncio.timeout(WITHIN):
                    await broken.invalidate()
                    await broken.close()
