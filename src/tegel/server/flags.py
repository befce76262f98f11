"""The clocks of all running games, outside the games: one task waits for the next flag to fall.

When a clock runs out is written with the game (`due`, in the time of `uptime`), in the same transaction as what set it going. Here are
only those that run out soon, read from the database again and again. So a clock of days costs no memory, and survives a restart.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from .errors import Storage
from .log import Log
from .store import Store
from .uptime import Uptime

logger = logging.getLogger("tegel.server")

SOON = 60_000  # milliseconds ahead that are known here
EVERY = 5.0  # seconds between looks at the database, each with a note of the time
AT_ONCE = 8  # flags that fall at the same time: after a restart there may be many
RETRY = 5_000  # milliseconds until a flag that could not be written is tried again


class Flags:
    """What is due soon, the next first."""

    def __init__(self, store: Store, log: Log, uptime: Uptime, fall: Callable[[str], Awaitable[None]]) -> None:
        self._store = store
        self._log = log
        self._uptime = uptime
        self._fall = fall
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []  # what is no longer in `_due` is passed over
        self._sooner = asyncio.Event()
        self._falling: set[asyncio.Task[None]] = set()
        self._few = asyncio.Semaphore(AT_ONCE)

    def set(self, game: str, due: int | None) -> None:
        """A game's clock runs out then; None: none runs."""
        if due is None or due > self._uptime.now() + SOON:
            self._due.pop(game, None)
        elif self._due.get(game) != due:
            self._due[game] = due
            heapq.heappush(self._heap, (due, game))
            if self._heap[0] == (due, game):
                self._sooner.set()

    async def run(self) -> None:
        """Let flags fall, for ever."""
        while True:
            try:
                await self.look()
            except Storage as error:
                logger.warning("the clocks cannot be read", extra={"why": error.why})
            except Exception:
                logger.exception("the clocks cannot be looked after")
            until = asyncio.get_running_loop().time() + EVERY
            while (wait := until - asyncio.get_running_loop().time()) > 0:
                await self._wait(min(wait, self._next()))
                self.ring()

    async def look(self) -> None:
        """Read what is due soon; write the time down if any clock runs at all."""
        for game, due in await self._store.due(self._uptime.now() + SOON):
            self.set(game, due)
        if await self._store.any_due():
            await self._log.write(statements=[self._uptime.written()])

    def ring(self) -> None:
        """Let the flags fall that are due."""
        while self._heap and self._heap[0][0] <= self._uptime.now():
            due, game = heapq.heappop(self._heap)
            if self._due.get(game) == due:
                del self._due[game]
                task = asyncio.create_task(self._let_fall(game), name=f"flag {game}")
                self._falling.add(task)
                task.add_done_callback(self._falling.discard)

    async def _let_fall(self, game: str) -> None:
        try:
            async with self._few:
                await self._fall(game)
        except Exception as error:
            if isinstance(error, Storage):
                logger.warning("a flag could not fall", extra={"game": game, "why": error.why})
            else:
                logger.exception("a flag could not fall", extra={"game": game})
            self.set(game, self._uptime.now() + RETRY)

    async def close(self) -> None:
        """No flag falls any more."""
        for task in list(self._falling):
            task.cancel()
        await asyncio.gather(*self._falling, return_exceptions=True)

    def _next(self) -> float:
        """Seconds to the next flag."""
        return max(0.0, (self._heap[0][0] - self._uptime.now()) / 1000) + 0.001 if self._heap else EVERY

    async def _wait(self, seconds: float) -> None:
        self._sooner.clear()
        try:
            await asyncio.wait_for(self._sooner.wait(), seconds)
        except TimeoutError:
            return
