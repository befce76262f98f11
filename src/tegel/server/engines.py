"""The engine for browsers: built in the background, once on a machine, and handed out as files that never change.

Until one is there, or where it cannot be built, pages do without.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from ..core.game import game_names
from ..wasm.build import SUFFIXES, find_built
from ..wasm.version import engines_version
from .readiness import WATCH, Readiness

logger = logging.getLogger("tegel.server")


class EngineList(msgspec.Struct):
    """What a page must know to fetch an engine: the version is part of its address."""

    version: str
    games: list[str]


class Engines:
    """Which games have an engine, and where its files are."""

    def __init__(self) -> None:
        self._folders: dict[str, Path] = {}
        self._version = ""

    async def run(self, readiness: Readiness, builds: bool = True) -> None:
        """Offer what was built before; build the rest once nobody waits for a compiler any more, or wait until another process has."""
        self._version = await asyncio.to_thread(engines_version)
        missing = [name for name in game_names() if not self._offer(name)]
        if missing:
            await readiness.wait_for_all()
            while not builds and missing:
                await asyncio.sleep(WATCH)
                missing = [name for name in missing if not self._offer(name)]
        if missing:
            logger.info("building the browser's engine in the background", extra={"games": missing})
        for name in missing:
            failure = await _build(name)
            if not self._offer(name):
                logger.error("the browser's engine could not be built", extra={"game": name, "why": failure})

    def _offer(self, name: str) -> bool:
        folder = find_built(name)
        if folder is not None:
            self._folders[name] = folder
        return folder is not None

    def show(self) -> EngineList:
        """For the page."""
        return EngineList(self._version, sorted(self._folders))

    def find_file(self, version: str, file: str) -> Path | None:
        """A file of an engine that is offered."""
        name, dot, suffix = file.partition(".")
        folder = self._folders.get(name)
        if folder is None or version != self._version or dot + suffix not in SUFFIXES:
            return None
        path = folder / file
        return path if path.is_file() else None


async def _build(name: str) -> str:
    """Build an engine into the cache, in a process that stands back for all others; returns what went wrong."""
    command = [sys.executable, "-m", "tegel.wasm", name]
    quiet = asyncio.subprocess.DEVNULL
    building = await asyncio.create_subprocess_exec(
        *command, stdin=quiet, stdout=quiet, stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        _, said = await building.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            os.killpg(building.pid, signal.SIGTERM) if hasattr(os, "killpg") else building.kill()  # with the process it started
        raise
    return said.decode(errors="replace").strip()
