"""Which computer player thinks next: fair between people, the shortest first, games somebody watches before the others.

Nothing here knows of processes or of time passing but what it is told, so that every rule can be tested by itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

UNKNOWN = 0.5  # seconds a player is expected to think before it was ever measured
LATEST = 0.3  # how much the latest measurement counts
AGEING = 0.1  # a job that waited ten seconds longer may be a second longer
UNWATCHED_SHARE = 8  # one turn in so many goes first to games nobody watches: they are slow, but never stand still
REMEMBERED = 1000  # people whose use is remembered while they ask for nothing


class Task(StrEnum):
    """What is asked."""

    MOVE = "move"
    JUDGE = "judge"
    REVIEW = "review"


class Question(NamedTuple):
    """What a player is asked: its move in a position as its seat sees it, or its judgement of it; or a ply of a game that is over."""

    game: str
    player: str
    hidden: bytes  # of a review: the record
    seat: int  # of a review: the ply
    task: Task = Task.MOVE


class Asker(NamedTuple):
    """For which game a player thinks, who waits for it, and whether they are looking."""

    room: str
    people: tuple[str, ...]
    watched: Callable[[], bool]


@dataclass(eq=False)
class Job:
    """A question until it is answered."""

    number: int
    question: Question
    asker: Asker
    answer: asyncio.Future[Any]
    since: float  # when it joined the queue
    failures: int = 0
    expected: float = field(default=0.0, init=False)  # seconds, when it was begun


@dataclass
class Account:
    """What one person has had."""

    used: float  # seconds of thinking, shared between those who play a game together
    expected: float = 0.0  # seconds more, once what is being thought about is done
    served: int = 0  # the turn at which they were last served: of two who have had the same, who waits longer is first

    @property
    def rank(self) -> tuple[float, int]:
        """The lowest is next."""
        return self.used + self.expected, self.served


class ThinkingQueue:
    """Jobs that wait, and how much thinking each person has had."""

    def __init__(self, at_once: int, clock: Callable[[], float]) -> None:
        self._at_once = at_once  # games of one person that may be thought about at the same time
        self._clock = clock
        self._waiting: dict[str, dict[Job, None]] = {}  # by person, in order of arrival
        self._running: Counter[str] = Counter()
        self._accounts: dict[str, Account] = {}
        self._floor = 0.0  # the use from which newcomers count: an absence earns nothing
        self._measured: dict[tuple[str, str], float] = {}
        self._picks = 0

    def __len__(self) -> int:
        return len({job for jobs in self._waiting.values() for job in jobs})

    def add(self, job: Job) -> None:
        """Let a job wait for its turn."""
        active = self._waiting.keys() | self._running.keys()
        self._floor = max(self._floor, min((self._accounts[person].used for person in active), default=self._floor))
        for person in job.asker.people:
            account = self._accounts.setdefault(person, Account(self._floor))
            if person not in active:
                account.used = max(account.used, self._floor)
            self._waiting.setdefault(person, {})[job] = None
        self._forget_some()

    def remove(self, job: Job) -> None:
        """Nobody wants this job any more; one that does not wait is left alone."""
        for person in job.asker.people:
            jobs = self._waiting.get(person, {})
            jobs.pop(job, None)
            if not jobs:
                self._waiting.pop(person, None)

    def take(self) -> Job | None:
        """The job to think about next, if any may be; until `release` it counts as running."""
        allowed = [person for person in self._waiting if self._running[person] < self._at_once]
        if not allowed:
            return None
        self._picks += 1
        watched_first = self._picks % UNWATCHED_SHARE != 0
        allowed.sort(key=lambda person: self._accounts[person].rank)
        job = self._find(allowed, watched_first) or self._find(allowed, not watched_first)
        assert job is not None
        self.remove(job)
        job.expected = self.expected(job.question)
        for person in job.asker.people:
            self._running[person] += 1
            self._accounts[person].expected += job.expected / len(job.asker.people)
            self._accounts[person].served = self._picks
        return job

    def _find(self, people: list[str], watched: bool) -> Job | None:
        """The shortest job of the first person who has one in a game that is watched, or is not."""
        now = self._clock()
        for person in people:
            found = [job for job in self._waiting[person] if job.asker.watched() is watched]
            if found:
                return min(found, key=lambda job: (self.expected(job.question) - AGEING * (now - job.since), job.number))
        return None

    def release(self, job: Job, seconds: float, answered: bool) -> None:
        """A job was thought about for so long."""
        for person in job.asker.people:
            self._accounts[person].used += seconds / len(job.asker.people)
            self._accounts[person].expected -= job.expected / len(job.asker.people)
            self._running[person] -= 1
            if not self._running[person]:
                del self._running[person]
        if answered:
            before = self.expected(job.question, seconds)
            self._measured[job.question.game, job.question.player] = before + LATEST * (seconds - before)

    def expected(self, question: Question, unknown: float = UNKNOWN) -> float:
        """How many seconds a question will probably take."""
        return self._measured.get((question.game, question.player), unknown)

    def _forget_some(self) -> None:
        """Keep the memory small: those who ask for nothing and owe nothing are forgotten, if need be also those who owe."""
        active = self._waiting.keys() | self._running.keys()
        if len(self._accounts) > REMEMBERED + len(active):
            owing = {person: account for person, account in self._accounts.items() if person in active or account.used > self._floor}
            self._accounts = owing if len(owing) <= REMEMBERED + len(active) else {person: owing[person] for person in active}
