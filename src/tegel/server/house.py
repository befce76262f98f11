"""Everything a running server holds, and the games in memory.

A game is one object as long as anybody holds it: a socket, a request, a computer player at work. The last ones used are kept besides;
the others are gone when nobody holds them, and are read again when wanted.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from .bots import Bots
from .caps import Crowd
from .cookies import Cookies
from .engines import Engines
from .errors import Damaged, Elsewhere, Preparing, Storage
from .flags import Flags
from .keeping import Kept
from .limits import Limits
from .listener import COME_BACK, GOING_AWAY
from .log import Log
from .metrics import Metrics
from .progress import forecast
from .puzzle_ratings import KnownRatings
from .rater import Rater
from .ray_child import RayChild
from .readiness import Readiness
from .room import Room
from .settings import Settings
from .sharing import Sharing
from .store import Store
from .tables import games
from .telling import Teller
from .tokens import Known, Promises
from .uptime import Uptime
from .who import Who
from .worker import LocalChild

Which = Callable[[Who], bool]

logger = logging.getLogger("tegel.server")

FROZEN = {"status": "damaged", "bot": 0}  # what the row of a damaged game says
LONGEST_PAUSE = 10.0  # seconds between tries to read a game again
HAND_OVER = 2.0  # seconds for what is being done in a game, when it goes to another process


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def _nothing_to_settle(room: Room) -> None:
    return


class House:
    """The server's parts, by name."""

    def __init__(self, settings: Settings, engine: AsyncEngine, uptime: Uptime, address_key: bytes, sharing: Sharing | None = None) -> None:
        self.settings = settings
        self.address_key = address_key
        self.push_key = ""  # by which browsers know whose messages they get
        self.engine = engine
        self.uptime = uptime
        self.metrics = Metrics()
        self.sharing = sharing  # with other processes that serve the same database; None: this is the only one
        self.number = None if sharing is None else sharing.leases.number  # what the games of this process say of their owner
        self.log = Log(engine, self.metrics, not settings.shared, self.number)
        self.readiness = Readiness(compiles=not settings.slot)
        self.engines = Engines()
        self.store = Store(engine, self.readiness.rules, None if sharing is None else sharing.leases)
        self.puzzle_ratings = KnownRatings(self.store)
        self.rater = Rater(self.store, self.log)
        self.flags = Flags(self.store, self.log, uptime, self._fall)
        self.limits = Limits(settings.limits)
        start = partial(RayChild, settings.cluster) if settings.cluster else LocalChild
        self.bots = Bots(settings.workers, settings.patience, self.metrics, start=start)
        self.exporting = asyncio.Lock()  # whoever reads all games of somebody reads one at a time
        self.promises = Promises()
        self.seat_tokens = Known()
        self.crowd = Crowd(settings.caps)
        self.teller = Teller(self.metrics)
        self.cookies = Cookies()
        self.rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()  # every one there is
        self._kept = Kept()
        self.wake: Callable[[Room], None] = lambda room: None  # lets what happens by itself go on in a room just read
        self.look: Callable[[Room], None] = lambda room: None  # somebody looks at a room: its computer must not stand still
        self.begun: Callable[[Room], None] = lambda room: None  # a game has begun
        self.settle: Callable[[Room], Coroutine[None, None, None]] = _nothing_to_settle  # lets a game know who is on vacation
        self.ended: Callable[[Room], None] = lambda room: None  # a game is over
        self.gone: Callable[[str], None] = lambda guest: None  # a guest is no more: the lobby lets them go
        self.also_let_go: Callable[[Which, int], None] = lambda which, code: None  # the lobby's part of `let_go`
        self.flag: Callable[[Room], Coroutine[None, None, None]] | None = None  # what happens when a clock runs out
        self.stopping = False
        self.tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.metrics.gauge("tegel_rooms", lambda: len(self.rooms))
        self.metrics.gauge("tegel_sockets", lambda: sum(len(room.listeners) for room in list(self.rooms.values())))

    async def room(self, game: str) -> Room | None:
        """A game, from memory or from the database; all who ask get the same one. What stood still in it goes on."""
        room = self.rooms.get(game)
        if room is None:
            room = await self._load(game)
        if room is not None:
            self._kept.use(room)
            self.look(room)
        return room

    async def _load(self, game: str) -> Room | None:
        """Read a game; those who ask meanwhile wait for the same reading."""
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._read(game))
        return await asyncio.shield(loading)

    async def _read(self, game: str) -> Room | None:
        try:
            room = await self._read_sound(game)
            if room is not None:
                self.rooms[game] = room
                self.wake(room)
                await self._settle(room)
            return room
        finally:
            del self._loading[game]

    async def _settle(self, room: Room) -> None:
        """A game that was just read learns what it has missed, or is read again."""
        try:
            await self.settle(room)
        except BaseException:
            self.forget(room)
            raise

    async def _read_sound(self, game: str) -> Room | None:
        """Read a game; what its row says of it is put right if it is not what the log leads to."""
        try:
            if self.sharing is not None and not await self.sharing.leases.take(game, self.log):
                return None
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

    def keep(self, room: Room) -> None:
        """Hold a new game in memory."""
        self.rooms[room.id] = room
        self._kept.use(room)

    def forget(self, room: Room, code: int = COME_BACK) -> None:
        """Drop a room whose memory may differ from the disk; it is read anew when next wanted."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._kept.drop(room.id)
        for listener in list(room.listeners):
            listener.end(code)
        if room.turn is not None and not self.stopping:
            self.spawn(asyncio.create_task(self.read_again(room.id), name=f"read again {room.id}"))

    async def read_again(self, game: str) -> None:
        """A game that may have to go on by itself does, as soon as the database answers."""
        pause = 0.5
        while not self.stopping:
            await asyncio.sleep(pause)
            try:
                await self.room(game)
                return
            except (Storage, Preparing):
                pause = min(LONGEST_PAUSE, 2 * pause)
            except (Damaged, Elsewhere):
                return

    async def _fall(self, game: str) -> None:
        """The clock of a game has run out."""
        with suppress(Elsewhere):  # it falls there
            room = await self.room(game)
            if room is not None and self.flag is not None:
                await self.flag(room)

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Let something be done besides; what goes wrong is logged."""
        if self.stopping:
            work.close()
            return

        async def do() -> None:
            try:
                await work
            except Storage as error:  # the log has said so, once for all that was to be written
                logger.debug("work besides could not be written", extra={"why": error.why})
            except Exception:
                logger.exception("work besides failed")

        self.spawn(asyncio.create_task(do()))

    def knows(self, who: Who) -> bool:
        """Whether the token still holds by which a bot was recognised a moment ago; it may have been ended since."""
        return who.owner is None or self.cookies.get(who.cookie_hash or "") is not None

    def let_go(self, which: Which, code: int) -> None:
        """Close the sockets and streams of some people."""
        for room in list(self.rooms.values()):
            for listener in list(room.listeners):
                if which(listener.who):
                    listener.end(code)
        self.also_let_go(which, code)

    def spawn(self, work: asyncio.Task[None]) -> asyncio.Task[None]:
        """Keep a task alive until it is done."""
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        return work

    async def leave(self) -> None:
        """Hand the games over to the other processes, before anybody is sent away: finish what is being done, then give the lease back."""
        if self.sharing is None or self.stopping:
            return
        self.stopping = True
        with suppress(Storage):
            await asyncio.gather(*(self._hand_over(room) for room in list(self.rooms.values())))
            await self.log.write(statements=[self.uptime.written()])
            await self.sharing.leases.leave(self.log)

    async def _hand_over(self, room: Room) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(room.lock.acquire(), HAND_OVER)
        self.teller.now(room)
        self.forget(room, GOING_AWAY)

    async def close(self) -> None:
        """Stop thinking, let everybody go, finish writing."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.flags.close()
        for room in list(self.rooms.values()):
            for listener in list(room.listeners):
                listener.end(GOING_AWAY)
        await self.readiness.stop()
        await self.bots.stop()
        if self.sharing is None or not self.sharing.leases.deposed:  # else it was written when the games were handed over
            with suppress(Exception):  # what was played is on disk already
                await self.log.write(statements=[self.uptime.written()])
        await self.log.close()
        if self.sharing is not None:
            await self.sharing.close()
        await self.engine.dispose()
