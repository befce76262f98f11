"""What can be played already. On a new machine the server serves at once and compiles in the background; this says how far it is.

Other processes compile, with low priority. The rules of a game are then loaded here, in a thread: the event loop waits for no compiler.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from contextlib import suppress
from typing import Any

from ..core.game import find_game, game_names
from . import health_answers as told
from . import preparing
from .errors import Preparing
from .names import player_names
from .preparing import Part
from .worker import Outcome, Skill, Worker

NICE = 10  # how far compiling stands back for everything else
MOST = 4  # processes that compile: each takes some 300 MB
PATIENCE = 3600.0  # seconds a part may take
LONGEST_PAUSE = 60.0  # seconds until a part that could not be compiled is tried again
GRACE = 5.0
WATCH = 2.0  # seconds between looks at what another process compiles

Key = tuple[str, Part]

logger = logging.getLogger("tegel.server")


def _nothing(*question: Any) -> None:
    """Compiling needs no loading before."""


class Readiness:
    """Which parts of which games are compiled, and which games' rules are loaded here."""

    def __init__(self, compiles: bool = True) -> None:
        self._compiles = compiles  # else another process of this machine does
        self._compiled: dict[Key, asyncio.Event] = {}
        self._loaded = {name: asyncio.Event() for name in game_names()}
        self._waiting: list[Key] = []
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._codes: dict[str, dict[str, Part]] | None = None  # for each game its players', known once somebody has to wait
        self._started: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._failures = 0

    def start(self) -> None:
        """Compile what is missing, and load what is there."""
        self._started = asyncio.create_task(self._start())

    async def _start(self) -> None:
        keys = await asyncio.to_thread(preparing.parts)
        for key in keys:
            self._compiled[key] = asyncio.Event()
            if preparing.is_compiled(*key):
                self._compiled[key].set()
            else:
                self._waiting.append(key)
        self._load_rules()
        if self._waiting and not self._compiles:
            self._codes = await asyncio.to_thread(_codes)
            self._watching = asyncio.create_task(self._watch())
        elif self._waiting:
            self._codes = await asyncio.to_thread(_codes)
            logger.info("compiling in the background", extra={"parts": len(self._waiting)})
            for _ in range(min(MOST, os.cpu_count() or 1, len(self._waiting))):
                self._idle.append(Worker(Skill(_nothing, preparing.compile_part, NICE)))
            self._workers = list(self._idle)
            self._hand_out()

    async def _watch(self) -> None:
        """Wait for what another process compiles."""
        while self._waiting:
            await asyncio.sleep(WATCH)
            for key in [key for key in self._waiting if preparing.is_compiled(*key)]:
                self._waiting.remove(key)
                self._compiled[key].set()
            self._load_rules()

    def _hand_out(self) -> None:
        """Give processes that have nothing to do the next part; players need the rules of their game first."""
        loop = asyncio.get_running_loop()
        while self._idle and (key := next((key for key in self._waiting if self._can_begin(key)), None)) is not None:
            worker = self._idle.pop()
            self._waiting.remove(key)

            def tell(outcome: Outcome, worker: Worker = worker, key: Key = key) -> None:
                with suppress(RuntimeError):  # the loop may have been closed meanwhile
                    loop.call_soon_threadsafe(self._hear, worker, key, outcome)

            worker.ask(key, PATIENCE, tell)
        if self.done:
            for worker in self._workers:
                worker.stop()

    def _can_begin(self, key: Key) -> bool:
        return key[1] is Part.RULES or self._compiled[key[0], Part.RULES].is_set()

    def _hear(self, worker: Worker, key: Key, outcome: Outcome) -> None:
        """A process has compiled a part, or failed."""
        self._idle.append(worker)
        if outcome.failure is None:
            self._compiled[key].set()
            self._load_rules()
        else:
            self._failures += 1
            logger.error("a part could not be compiled", extra={"game": key[0], "part": key[1], "why": outcome.failure})
            pause = min(LONGEST_PAUSE, 2.0 ** min(self._failures, 10))
            asyncio.get_running_loop().call_later(pause, self._again, key)
        self._hand_out()

    def _again(self, key: Key) -> None:
        self._waiting.append(key)
        self._hand_out()

    def _load_rules(self) -> None:
        """Load the rules that are compiled, unless that is being done."""
        if self._loading is None or self._loading.done():
            self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        while (
            name := next((name for name in self._loaded if self._is_compiled(name) and not self._loaded[name].is_set()), None)
        ) is not None:
            try:
                await asyncio.to_thread(preparing.warm_up, find_game(name))
            except Exception:
                logger.exception("the rules of a game could not be loaded", extra={"game": name})
            gc.freeze()  # compiled code stays for good: the garbage collector need not look at it
            self._loaded[name].set()

    def _next_to_load(self) -> str | None:
        return next((name for name, loaded in self._loaded.items() if self._is_compiled(name) and not loaded.is_set()), None)

    def _is_compiled(self, name: str) -> bool:
        return (name, Part.RULES) in self._compiled and self._compiled[name, Part.RULES].is_set()

    @property
    def done(self) -> bool:
        """Whether everything is compiled."""
        return bool(self._compiled) and all(event.is_set() for event in self._compiled.values())

    async def rules(self, name: str) -> None:
        """Return once a game's rules can be used, if they are compiled; else raise `Preparing`. Unknown games are not refused here."""
        loaded = self._loaded.get(name)
        if loaded is None or loaded.is_set():
            return
        if self._started is not None:
            await asyncio.shield(self._started)
        if not self._is_compiled(name):
            raise Preparing(name, self.percent)
        await loaded.wait()

    async def wait_for_rules(self, name: str) -> None:
        """Return once a game's rules can be used, however long it takes."""
        await self._loaded[name].wait()

    async def wait_for_player(self, name: str, player: str) -> None:
        """Return once a computer player's code is compiled."""
        if self._started is not None:
            await asyncio.shield(self._started)
        if not self.done:
            part = await asyncio.to_thread(preparing.code_of, name, player)
            await self._compiled[name, part].wait()

    async def wait_for_all(self) -> None:
        """Return once everything is compiled."""
        if self._started is not None:
            await asyncio.shield(self._started)
        for event in self._compiled.values():
            await event.wait()

    @property
    def percent(self) -> int:
        """How far compiling is."""
        compiled = sum(event.is_set() for event in self._compiled.values())
        return 100 * compiled // max(1, len(self._compiled))

    def show(self) -> told.Readiness:
        """For the page."""
        games = [told.GameReadiness(name, self._is_compiled(name), self._players(name)) for name in self._loaded]
        return told.Readiness(self.done, self.percent, games)

    def _players(self, name: str) -> list[str]:
        """The computer players that can think already."""
        if self.done:
            return player_names()
        codes = self._codes[name] if self._codes is not None else {}
        return [player for player, part in codes.items() if self._compiled[name, part].is_set()]

    async def stop(self) -> None:
        """End the processes."""
        tasks = [task for task in (self._started, self._loading, self._watching) if task is not None]
        for task in tasks:
            task.cancel()
        for worker in self._workers:
            worker.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(worker.join, GRACE) for worker in self._workers))
        self._workers.clear()


def _codes() -> dict[str, dict[str, Part]]:
    """The part each player of each game needs."""
    return {name: {player: preparing.code_of(name, player) for player in player_names()} for name in game_names()}
