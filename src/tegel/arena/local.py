"""Games played on this machine, one worker process a core."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Generator, Iterator

import msgspec

from ..core.errors import TegelError
from .lines import Child, Inbox
from .playing import Played
from .schedule import Job

TRIES = 3  # for a game whose worker is killed from outside, for want of memory perhaps
COMMAND = [sys.executable, "-m", "tegel.arena.worker"]


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(jobs: Iterator[Job], workers: int) -> Generator[Played, None, None]:
    """Play all games, in the order in which they end; workers that die are replaced, and their game is played again."""
    inbox: Inbox = queue.Queue()
    busy: dict[Child, tuple[Job, int]] = {}

    def give(child: Child, job: Job, tries: int) -> None:
        busy[child] = job, tries
        child.say(msgspec.json.encode(job))

    idle: list[Child] = []
    try:
        for _, job in zip(range(workers), jobs, strict=False):
            give(Child(COMMAND, inbox), job, 1)
        while busy:
            child, line = inbox.get()
            if child is None or child not in busy:
                continue
            job, tries = busy.pop(child)
            if line is None:
                why = child.obituary()
                if tries == TRIES:
                    raise TegelError(f"game {job.number + 1} ({', '.join(job.seats)}) ended its worker {TRIES} times; the last time: {why}")
                give(Child(COMMAND, inbox), job, tries + 1)
                continue
            following = next(jobs, None)
            if following is None:
                idle.append(child)
            else:
                give(child, following, 1)
            yield msgspec.json.decode(line, type=Played)
    finally:
        for child in [*busy, *idle]:
            child.end()
