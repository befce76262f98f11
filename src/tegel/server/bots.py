"""Computer players think in processes of their own. Each is given the hidden state, so it could not cheat if it wanted to.

A process that dies or takes too long is started anew, alone, and its question is asked again, as often as it takes. Only thinking is timed,
never the time in the queue.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .errors import Refusal
from .metrics import Metrics
from .thinking_queue import Asker, Job, Question, Task, ThinkingQueue
from .worker import Child, LocalChild, Outcome, Skill, Worker

if TYPE_CHECKING:
    from ..search.search_result import SearchResult
    from .review_work import Look

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0  # seconds until a question is asked again; the first time it is asked again at once
MOST_FAILURES = 2  # after which no more is thought about what no game waits for
GRACE = 5.0  # seconds in which the processes must have ended

logger = logging.getLogger("tegel.server")


def decide(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> int | SearchResult | Look:
    """In a worker: a player's move in a position, all that it thinks of it, or a look at a ply of a game that is over."""
    import numpy as np

    from ..core.game import find_game
    from ..core.view import View
    from ..search.players import find_player

    if task is Task.REVIEW:
        from .review_work import look_at

        return look_at(hidden, seat)
    game = find_game(name)
    state = np.frombuffer(bytearray(hidden), game.dtype)[0]
    view = View(game, game.copy(state), seat)
    if task is Task.JUDGE:
        return find_player(player, zlib.crc32(hidden)).think(view)  # what may not be known does not change the answer by a digit
    return int(find_player(player).decide(view))


_loaded: set[tuple[str, str]] = set()  # in a worker


def load(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> None:
    """In a worker: load the code a player needs, so that the time this takes does not count as thinking."""
    from .preparing import STAND_INS, code_of

    if task is Task.REVIEW:
        from .review_work import load_review

        load_review(name)
    elif (name, code := code_of(name, player)) not in _loaded:
        decide(name, STAND_INS.get(code, player), hidden, seat)
        _loaded.add((name, code))


class Unanswered(Refusal):
    """A judgement that failed again and again: whoever asked is told so."""

    error = "failed"
    status = 503

    def __init__(self) -> None:
        super().__init__("unanswered")


class Withdrawn(Exception):
    """The position has changed: nobody wants the answer any more."""


class Bots:
    """The workers and the queue in front of them. All methods are called in the event loop, and none of them makes it wait."""

    def __init__(
        self,
        workers: int,
        patience: float,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Skill], Child] = LocalChild,
    ) -> None:
        self._patience = patience
        self._metrics = metrics
        self._clock = clock
        self._start = start
        self._size = workers
        self._idle: list[Worker] = []
        self._busy: dict[Worker, Job] = {}
        self._queue = ThinkingQueue(max(1, workers - 1), clock)
        self._jobs: dict[str, dict[Job, None]] = {}  # by what they are for: a game has one, equal questions of one sender several
        self._resting: dict[Job, asyncio.TimerHandle] = {}
        self._numbers = itertools.count()
        self._stopped = False
        metrics.gauge("tegel_bot_queue", lambda: len(self._queue) + len(self._resting))
        metrics.gauge("tegel_bots_thinking", lambda: len(self._busy))

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [pid for worker in [*self._idle, *self._busy] if (pid := worker.pid) is not None]

    async def decide(self, question: Question, asker: Asker) -> int:
        """A move, however often it takes to get one; raises `Withdrawn` if it is not wanted any more."""
        return int(await self._answer(question, asker))

    async def judge(self, question: Question, asker: Asker) -> SearchResult:
        """What a player thinks of a position, in the same queue."""
        found: SearchResult = await self._answer(question._replace(task=Task.JUDGE), asker)
        return found

    async def look(self, question: Question, asker: Asker) -> Look:
        """A ply of a game that is over, in the same queue."""
        found: Look = await self._answer(question._replace(task=Task.REVIEW), asker)
        return found

    async def _answer(self, question: Question, asker: Asker) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = Job(next(self._numbers), question, asker, answer, self._clock())
        self._jobs.setdefault(asker.room, {})[job] = None
        try:
            self._queue.add(job)
            self._hand_out()
            return await answer
        finally:
            self._drop(job)

    def withdraw(self, room: str) -> None:
        """A game has gone on: what is being thought about for it is not wanted any more."""
        for job in list(self._jobs.get(room, ())):
            if not job.answer.done():
                job.answer.set_exception(Withdrawn())
                self._drop(job)

    def _drop(self, job: Job) -> None:
        """Let a job wait no longer; a process that thinks about it goes on, and its answer is ignored."""
        self._queue.remove(job)
        if (timer := self._resting.pop(job, None)) is not None:
            timer.cancel()
        jobs = self._jobs.get(job.asker.room, {})
        jobs.pop(job, None)
        if not jobs:
            self._jobs.pop(job.asker.room, None)

    def _hand_out(self) -> None:
        """Give the workers that have nothing to do the jobs whose turn it is."""
        while not self._stopped and len(self._busy) < self._size and (job := self._queue.take()) is not None:
            worker = self._idle.pop() if self._idle else self._new_worker()
            self._busy[worker] = job
            worker.ask(job.question, self._patience, self._teller(worker))

    def _new_worker(self) -> Worker:
        return Worker(Skill(load, decide), lambda: self._metrics.count("tegel_bot_restarts_total"), self._start)

    def _teller(self, worker: Worker) -> Callable[[Outcome], None]:
        loop = asyncio.get_running_loop()

        def tell(outcome: Outcome) -> None:
            with suppress(RuntimeError):  # the loop may have been closed meanwhile
                loop.call_soon_threadsafe(self._hear, worker, outcome)

        return tell

    def _hear(self, worker: Worker, outcome: Outcome) -> None:
        """A worker is done with its job, or gave up on it."""
        job = self._busy.pop(worker)
        self._idle.append(worker)
        self._queue.release(job, outcome.seconds, outcome.failure is None)
        self._metrics.count("tegel_bot_thinking_seconds_total", outcome.seconds)
        if outcome.failure is not None:
            self._metrics.count("tegel_bot_failures_total")
            question = {"game": job.asker.room, "player": job.question.player, "why": outcome.failure}
            logger.warning("a computer player failed", extra=question)
        if not job.answer.done():
            if outcome.failure is None:
                job.answer.set_result(outcome.answer)
            elif job.question.task is not Task.MOVE and job.failures >= MOST_FAILURES:
                job.answer.set_exception(Unanswered())
            else:
                self._ask_again(job)
        self._hand_out()

    def _ask_again(self, job: Job) -> None:
        """After a first failure at once (it may have been the process), then ever more slowly."""
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(job.failures, 10)) if job.failures else 0.0
        job.failures += 1
        self._resting[job] = asyncio.get_running_loop().call_later(pause, self._rejoin, job)

    def _rejoin(self, job: Job) -> None:
        del self._resting[job]
        self._queue.add(job)
        self._hand_out()

    async def stop(self) -> None:
        """End all workers; whoever still waits for a move is cancelled."""
        self._stopped = True
        workers = [*self._idle, *self._busy]
        for worker in workers:
            worker.stop()
        for job in [job for jobs in self._jobs.values() for job in jobs]:
            job.answer.cancel()
        await asyncio.gather(*(asyncio.to_thread(worker.join, GRACE) for worker in workers))
