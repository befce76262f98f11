"""Games played on a Ray cluster, or on one that Ray starts on this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache

from ..core.cluster import connect, results_of
from .bots import Bench
from .playing import Played, play_game
from .schedule import Job


@cache
def _bench() -> Bench:
    """The programs of this Ray worker, kept between games; they end with it."""
    return Bench()


def _play(job: Job) -> Played:
    return play_game(job, _bench())


def play_on_cluster(jobs: Iterator[Job], address: str | None) -> Generator[Played, None, None]:
    """Play all games on the cluster at an address (Ray's own rules decide where there is none), in the order in which they end."""
    yield from results_of(connect(address, "--cluster"), _play, jobs)
