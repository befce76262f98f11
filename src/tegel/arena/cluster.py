"""Games played on a Ray cluster, or on one that Ray starts on this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from typing import Any

from ..core.cluster import connect
from .bots import Bench
from .playing import Played, play_game
from .schedule import Job

AHEAD = 2  # games waiting for each core, so that none idles


@cache
def _bench() -> Bench:
    """The programs of this Ray worker, kept between games; they end with it."""
    return Bench()


def _play(job: Job) -> Played:
    return play_game(job, _bench())


def play_on_cluster(jobs: Iterator[Job], address: str | None) -> Generator[Played, None, None]:
    """Play all games on the cluster at an address (Ray's own rules decide where there is none), in the order in which they end.

    Ray plays a game again when the machine it was played on is lost.
    """
    ray = connect(address, "--cluster")
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
