"""Work shared out to several processes; results come in the order of the work, so that they can be repeated."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from ..core.children import end_with_parent
from ..core.commands import defer_codegen
from ..core.errors import BadOption

AHEAD = 3  # pieces of work for each process that wait while one takes long


def work_on(task: Callable[[Any], Any], pieces: Iterable[Any], jobs: int) -> Iterator[Any]:
    """A task done for each of some things, in as many processes; the results in order."""
    if jobs < 1:
        raise BadOption("the number of processes must be at least 1")
    if jobs == 1:
        yield from map(task, pieces)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    waiting: deque[Future[Any]] = deque()
    try:
        for piece in pieces:
            waiting.append(pool.submit(task, piece))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # whoever asked may have enough


def _begin() -> None:
    end_with_parent()
    defer_codegen()
