"""Everything a running server holds, and the games in memory. Games nobody looks at are put away and read again when wanted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from .bots import Bots
from .caps import Crowd
from .errors import Damaged, Preparing, Storage
from .limits import Limits
from .listener import GOING_AWAY
from .log import Log
from .metrics import Metrics
from .progress import forecast
from .readiness import Readiness
from .room import Room
from .settings import Settings
from .store import Store
from .tables import games
from .tokens import Known, Promises

logger = logging.getLogger("tegel.server")

FROZEN = {"status": "damaged", "bot": 0}  # what the row of a damaged game says
LONGEST_PAUSE = 10.0  # seconds between tries to read a game again
KEPT = 3000  # games in memory before idle ones are put away


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The server's parts, by name."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.metrics = Metrics()
        self.log = Log(engine, self.metrics, alone=not settings.shared)
        self.readiness = Readiness()
        self.store = Store(engine, self.readiness.rules)
        self.limits = Limits(settings.limits)
        self.bots = Bots(settings.workers, settings.patience, self.metrics)
        self.promises = Promises()
        self.seat_tokens = Known()
        self.crowd = Crowd(settings.caps)
        self.guests: OrderedDict[str, tuple[str, str]] = OrderedDict()  # by the hash of the cookie
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.wake: Callable[[Room], None] = lambda room: None  # lets what happens by itself go on in a room just read
        self.look: Callable[[Room], None] = lambda room: None  # somebody looks at a room in memory: its computer must not stand still
        self.stopping = False
        self.tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.metrics.gauge("tegel_rooms", lambda: len(self.rooms))
        self.metrics.gauge("tegel_sockets", lambda: sum(len(room.listeners) for room in self.rooms.values()))

    async def room(self, game: str) -> Room | None:
        """A game, from memory or from the database; two who ask at once get the same one."""
        room = self.rooms.get(game)
        if room is not None:
            self.rooms.move_to_end(game)
            self.look(room)
            return room
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._load(game))
        try:
            room = await asyncio.shield(loading)
        finally:
            self._loading.pop(game, None)
        if room is None:
            return None
        kept = self.keep(room)
        if kept is room:
            self.wake(room)
        return kept

    async def _load(self, game: str) -> Room | None:
        """Read a game; what its row says of it is put right if it is not what the log leads to."""
        try:
            room = await self.store.room(game)
        except Damaged:
            logger.error("a game cannot be read", extra={"game": game})
            await self._correct(game, FROZEN)
            raise
        if room is not None and room.damage != "other_rules":
            if room.damage:
                logger.error("a game is damaged and frozen", extra={"game": game, "after": room.number})
            right = FROZEN if room.damage else forecast(room, [])
            if any(room.row[name] != value for name, value in right.items()):
                await self._correct(game, right, games.c.last == room.row["last"])
                room.row |= right
        return room

    async def _correct(self, game: str, values: dict[str, Any], *conditions: Any) -> None:
        with suppress(Storage):  # it will be put right the next time
            await self.log.write(statements=[update(games).where(games.c.id == game, *conditions).values(**values)])

    def keep(self, room: Room) -> Room:
        """Hold a room in memory, unless it already is."""
        kept = self.rooms.setdefault(room.id, room)
        if len(self.rooms) > KEPT:
            self._put_away()
        return kept

    def forget(self, room: Room) -> None:
        """Drop a room whose memory may differ from the disk; it is read anew when next wanted."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        for listener in list(room.listeners):
            listener.end()
        if room.turn is not None and not self.stopping:
            self.spawn(asyncio.create_task(self._read_again(room.id), name=f"read again {room.id}"))

    async def _read_again(self, game: str) -> None:
        """A game that may have to go on by itself does, as soon as the database answers."""
        pause = 0.5
        while not self.stopping:
            await asyncio.sleep(pause)
            try:
                await self.room(game)
                return
            except (Storage, Preparing):
                pause = min(LONGEST_PAUSE, 2 * pause)
            except Damaged:
                return

    def _put_away(self) -> None:
        """Let go of the rooms that were used longest ago and in which nothing can happen by itself."""
        for game, room in list(self.rooms.items()):
            if len(self.rooms) <= KEPT:
                return
            if not room.listeners and room.thinking is None and room.flag is None and not room.lock.locked():
                del self.rooms[game]

    def spawn(self, work: asyncio.Task[None]) -> asyncio.Task[None]:
        """Keep a task alive until it is done."""
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        return work

    async def close(self) -> None:
        """Stop thinking, let everybody go, finish writing."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for room in self.rooms.values():
            if room.flag is not None:
                room.flag.cancel()
            for listener in list(room.listeners):
                listener.end(GOING_AWAY)
        await self.readiness.stop()
        await self.bots.stop()
        await self.log.close()
        await self.engine.dispose()
