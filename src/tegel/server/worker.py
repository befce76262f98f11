"""A process that answers questions, one at a time, and the thread that talks to it.

A process that dies, or takes longer than it may, is ended and started anew by itself; the others do not notice. It runs on this machine, or
on a cluster (`ray_child.py`).
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
from typing import Any, NamedTuple, Protocol

from ..core.children import end_with_parent
from ..core.errors import BadOption

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


class Child(Protocol):
    """A process that answers."""

    @property
    def pid(self) -> int | None:
        """Its number, if it is one of this machine."""

    def ask(self, question: tuple[Any, ...], patience: float) -> Outcome:
        """Wait for the answer, or for reasons not to wait any longer."""

    def kill(self) -> None:
        """Let it stop, whatever it is doing; does not wait."""

    def end(self) -> None:
        """Make sure that it is gone."""


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


class LocalChild:
    """A process of this machine."""

    def __init__(self, skill: Skill) -> None:
        self._pipe, there = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(there, skill), daemon=True)
        self._process.start()
        there.close()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def ask(self, question: tuple[Any, ...], patience: float) -> Outcome:
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
            self._process.join(1.0)
            kind, said = "broken", f"its process ended with {self._process.exitcode}"
        seconds = time.monotonic() - begun if begun is not None else 0.0
        return Outcome(said, None, seconds) if kind == "answer" else Outcome(None, str(said), seconds, kind == "broken")

    def _hear(self, patience: float) -> tuple[str, Any]:
        if not self._pipe.poll(patience):
            raise TimeoutError
        heard: tuple[str, Any] = self._pipe.recv()
        return heard

    def kill(self) -> None:
        with suppress(OSError, ValueError):
            self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


class Worker:
    """A process that is there when it is needed. `ask` never waits; the outcome is told in this worker's thread."""

    def __init__(self, skill: Skill, restarted: Callable[[], None] = lambda: None, start: Callable[[Skill], Child] = LocalChild) -> None:
        self._skill = skill
        self._restarted = restarted
        self._start = start
        self._questions: queue.SimpleQueue[tuple[tuple[Any, ...], float, Callable[[Outcome], None]] | None] = queue.SimpleQueue()
        self._child: Child | None = None
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
        return child.pid if child is not None else None

    def stop(self) -> None:
        """End the process, whatever it is doing; does not wait."""
        self._stopping.set()
        self._questions.put(None)
        child = self._child
        if child is not None:
            child.kill()

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
            self._child = child = self._child or self._start(self._skill)
        except (OSError, BadOption) as error:
            return Outcome(None, f"its process did not start: {error}", 0.0)
        if self._stopping.is_set():  # `stop` may have been called before there was a process to end
            return Outcome(None, "it was stopped", 0.0)
        outcome = child.ask(question, patience)
        if outcome.broken:
            self._child = None
            child.end()
        return outcome
