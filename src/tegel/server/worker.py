"""A process that answers questions, one at a time, and the thread that talks to it.

A process that dies, or takes longer than it may, is ended and started anew by itself; the others do not notice.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..core.children import end_with_parent

CONTEXT = multiprocessing.get_context("spawn")
LOADING = 600.0  # seconds in which a process must have started and loaded what a question needs


class Skill(NamedTuple):
    """What a process can do. `load` gets ready for a question and is not timed, `answer` is; both get the question's parts."""

    load: Callable[..., None]
    answer: Callable[..., Any]
    nice: int = 0  # how far it stands back for other processes


class Outcome(NamedTuple):
    """What became of a question: an answer, or why there is none; and how long it was worked on."""

    answer: Any
    failure: str | None
    seconds: float
    broken: bool = False  # whether the process is of no use any more


def _work(pipe: Connection, skill: Skill) -> None:
    """In the process: answer questions until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    end_with_parent()
    if skill.nice and hasattr(os, "nice"):
        os.nice(skill.nice)
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            skill.load(*question)
            pipe.send(("loaded", None))
            said = "answer", skill.answer(*question)
        except Exception as error:
            said = "failure", repr(error)
        pipe.send(said)


class _Child:
    """The process."""

    def __init__(self, skill: Skill) -> None:
        self._pipe, there = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_work, args=(there, skill), daemon=True)
        self.process.start()
        there.close()

    def ask(self, question: tuple[Any, ...], patience: float) -> Outcome:
        """Wait for the answer, or for reasons not to wait any longer."""
        begun = None
        try:
            self._pipe.send(question)
            kind, said = self._hear(LOADING)
            if kind == "loaded":
                begun = time.monotonic()
                kind, said = self._hear(patience)
        except TimeoutError:
            kind, said = "broken", "it took too long"
        except (EOFError, OSError):
            self.process.join(1.0)
            kind, said = "broken", f"its process ended with {self.process.exitcode}"
        seconds = time.monotonic() - begun if begun is not None else 0.0
        return Outcome(said, None, seconds) if kind == "answer" else Outcome(None, str(said), seconds, kind == "broken")

    def _hear(self, patience: float) -> tuple[str, Any]:
        if not self._pipe.poll(patience):
            raise TimeoutError
        heard: tuple[str, Any] = self._pipe.recv()
        return heard

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._pipe.close()


class Worker:
    """A process that is there when it is needed. `ask` never waits; the outcome is told in this worker's thread."""

    def __init__(self, skill: Skill, restarted: Callable[[], None] = lambda: None) -> None:
        self._skill = skill
        self._restarted = restarted
        self._questions: queue.SimpleQueue[tuple[tuple[Any, ...], float, Callable[[Outcome], None]] | None] = queue.SimpleQueue()
        self._child: _Child | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def ask(self, question: tuple[Any, ...], patience: float, tell: Callable[[Outcome], None]) -> None:
        """Have a question answered within so many seconds of thinking."""
        self._questions.put((question, patience, tell))

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        child = self._child
        return child.process.pid if child is not None else None

    def stop(self) -> None:
        """End the process, whatever it is doing; does not wait."""
        self._stopping.set()
        self._questions.put(None)
        child = self._child
        if child is not None:
            with suppress(OSError, ValueError):
                child.process.kill()

    def join(self, patience: float) -> None:
        """Wait until it has stopped."""
        self._thread.join(patience)

    def _run(self) -> None:
        while (asked := self._questions.get()) is not None and not self._stopping.is_set():
            question, patience, tell = asked
            outcome = self._ask(question, patience)
            if self._stopping.is_set():
                break
            tell(outcome)
            if outcome.broken:
                self._restarted()
        if self._child is not None:
            self._child.end()

    def _ask(self, question: tuple[Any, ...], patience: float) -> Outcome:
        try:
            self._child = child = self._child or _Child(self._skill)
        except OSError as error:
            return Outcome(None, f"its process did not start: {error}", 0.0)
        if self._stopping.is_set():  # `stop` may have been called before there was a process to end
            return Outcome(None, "it was stopped", 0.0)
        outcome = child.ask(question, patience)
        if outcome.broken:
            self._child = None
            child.end()
        return outcome
