"""Processes that answer requests, several at a time. One that dies or has to be killed takes nothing with it but its own request."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ..lines import Child, Inbox
from .requests import Cancel, Id, Placed

MOST_WAITING = 10_000  # requests that wait for a free process
GRACE = 2.0  # seconds in which a process must heed a cancel before it is killed

Say = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Task:
    """A request. Inside the engine it has a number of its own, since users' ids may be equal or missing."""

    number: int
    request: Placed
    cancelled: float | None = None  # when


def error(number: Id, kind: str, say: str) -> dict[str, Any]:
    """An error line."""
    return {"id": number, "error": kind, "say": say}


def cancelled(number: Id) -> dict[str, Any]:
    """What a cancelled request is answered with."""
    return error(number, "cancelled", "this request was cancelled")


class Pool:
    """So many processes, started when they are first needed. Their answers arrive in the inbox, and go out through `say`."""

    def __init__(self, size: int, command: Sequence[str], inbox: Inbox, say: Say) -> None:
        self._size = size
        self._command = command
        self._inbox = inbox
        self._say = say
        self._waiting: deque[Task] = deque()
        self._busy: dict[Child, Task] = {}
        self._idle: list[Child] = []
        self._count = 0

    @property
    def working(self) -> bool:
        """Whether there is anything left to answer."""
        return bool(self._busy or self._waiting)

    def add(self, request: Placed) -> None:
        """Answer a request when its turn comes."""
        if len(self._waiting) >= MOST_WAITING:
            self._say(error(request.id, "too_many", f"{MOST_WAITING} requests are waiting already"))
            return
        self._count += 1
        self._waiting.append(Task(self._count, request))
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._size:
            child = self._idle.pop() if self._idle else Child(self._command, self._inbox)
            task = self._waiting.popleft()
            self._busy[child] = task
            child.say(msgspec.json.encode(msgspec.structs.replace(task.request, id=task.number)))

    def hear(self, child: Child, line: bytes | None) -> bool:
        """A process has answered, or died; False if it is none of this pool's."""
        task = self._busy.pop(child, None)
        if task is None and child not in self._idle:
            return False
        if line is None:
            why = child.obituary()
            self._idle = [other for other in self._idle if other is not child]
            if task is not None:
                self._say(error(task.request.id, "failed", f"the process that worked on this ended: {why}"))
        elif task is not None:
            self._idle.append(child)
            self._say(msgspec.json.decode(line) | {"id": task.request.id})
        self._hand_out()
        return True

    def cancel(self, number: int | str) -> int:
        """Drop the requests with this id that wait, and tell the processes at work on one to stop; how many there were."""
        dropped = [task for task in self._waiting if task.request.id == number]
        self._waiting = deque(task for task in self._waiting if task.request.id != number)
        for _ in dropped:
            self._say(cancelled(number))
        stopped = [child for child, task in self._busy.items() if task.request.id == number and task.cancelled is None]
        for child in stopped:
            task = self._busy[child] = replace(self._busy[child], cancelled=time.monotonic())
            child.say(msgspec.json.encode(Cancel(cancel=task.number)))
        return len(dropped) + len(stopped)

    def patience(self) -> float:
        """How long to wait for news: until the next process would have to be killed."""
        asked = [task.cancelled for task in self._busy.values() if task.cancelled is not None]
        return max(0.0, min(asked) + GRACE - time.monotonic()) if asked else float("inf")

    def kill_the_deaf(self) -> None:
        """End the processes that went on after a cancel: a player that is no search cannot be interrupted otherwise."""
        now = time.monotonic()
        for child, task in list(self._busy.items()):
            if task.cancelled is not None and now >= task.cancelled + GRACE:
                del self._busy[child]
                child.end()
                self._say(cancelled(task.request.id))
        self._hand_out()

    def end(self) -> None:
        """Cancel everything and end all processes."""
        for task in [*self._busy.values(), *self._waiting]:
            self._say(cancelled(task.request.id))
        for child in [*self._busy, *self._idle]:
            child.end()
        self._waiting.clear()
        self._busy.clear()
        self._idle.clear()
