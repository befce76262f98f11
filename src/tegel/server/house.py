"""Everything a running server holds, and the games in memory. Games nobody looks at are put away and read again when wanted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncEngine

from .bots import Bots
from .caps import Crowd
from .limits import Limits
from .listener import GOING_AWAY
from .log import Log
from .metrics import Metrics
from .readiness import Readiness
from .room import Room
from .settings import Settings
from .store import Store
from .tokens import Known, Promises

logger = logging.getLogger("tegel.server")

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
        self.log = Log(engine, self.metrics)
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
            loading = self._loading[game] = asyncio.create_task(self.store.room(game))
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
