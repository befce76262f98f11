"""Computer players think in processes of their own. Each is given the hidden state, so it could not cheat if it wanted to."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress

from .metrics import Metrics


def _belong_to_the_server() -> None:
    """In a worker: Ctrl-C is for the server, which then stops its workers; when it is killed, they end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def decide(name: str, player: str, hidden: bytes, seat: int) -> int:
    """In a worker: a player's move in a position."""
    import numpy as np

    from ..core.game import find_game
    from ..core.view import View
    from ..search.players import find_player

    game = find_game(name)
    state = np.frombuffer(bytearray(hidden), game.dtype)[0]
    return int(find_player(player).decide(View(game, game.copy(state), seat)))


class Bots:
    """The worker processes, started when first needed and started anew when one dies or takes too long."""

    def __init__(self, workers: int, patience: float, metrics: Metrics) -> None:
        self._workers = workers
        self._patience = patience
        self._metrics = metrics
        self._pool: ProcessPoolExecutor | None = None

    async def decide(self, name: str, player: str, hidden: bytes, seat: int) -> int:
        """A move; a failure is raised, after the workers have been made ready for the next try."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), _belong_to_the_server)
        pool = self._pool
        try:
            job = asyncio.get_running_loop().run_in_executor(pool, decide, name, player, hidden, seat)
            return await asyncio.wait_for(job, self._patience)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._metrics.count("tegel_bot_failures_total")
            if self._pool is pool:
                self.stop()
            raise

    def stop(self) -> None:
        """End all workers."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for worker in list((pool._processes or {}).values()):
                with suppress(ProcessLookupError):
                    worker.kill()
            pool.shutdown(wait=True, cancel_futures=True)
