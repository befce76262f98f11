"""Games played on a Ray cluster, or on one that Ray starts on this machine."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any

from ..core.errors import BadOption
from .bots import Bench
from .playing import Played, play_game
from .schedule import Job

AHEAD = 2  # games waiting for each core, so that none idles
PATIENCE = 10.0  # seconds for a cluster to answer


@cache
def _bench() -> Bench:
    """The programs of this Ray worker, kept between games; they end with it."""
    return Bench()


def _play(job: Job) -> Played:
    return play_game(job, _bench())


def _knock(address: str) -> None:
    """Fail at once where nobody answers at a HOST:PORT; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def play_on_cluster(jobs: Iterator[Job], address: str | None) -> Generator[Played, None, None]:
    """Play all games on the cluster at an address (Ray's own rules decide where there is none), in the order in which they end.

    Ray plays a game again when the machine it was played on is lost.
    """
    if importlib.util.find_spec("ray") is None:
        raise BadOption("--cluster needs Ray: pip install 'tegel[cluster]'")
    import ray

    try:
        _knock(address or "")
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level="error")
    except (OSError, ValueError, RuntimeError) as error:
        raise BadOption(f"no Ray cluster at {address or 'this machine'}: {str(error).splitlines()[0]}") from error
    play = ray.remote(max_retries=3)(_play)
    waiting: list[Any] = []
    try:
        for job in jobs:
            waiting.append(play.remote(job))
            if len(waiting) >= AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))):
                done, waiting = ray.wait(waiting)
                yield ray.get(done[0])
        while waiting:
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    finally:
        ray.shutdown()
