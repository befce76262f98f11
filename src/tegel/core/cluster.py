"""A Ray cluster at an address, or one that Ray starts on this machine."""

from __future__ import annotations

import importlib.util
import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any

from .errors import BadOption

CLIENT = "ray://"  # begins the address of a cluster that this machine is not part of
AHEAD = 2  # jobs waiting for each core, so that none idles
PATIENCE = 10.0  # seconds for a cluster to answer
TRIES, PAUSE = 3, 2.0  # seconds between them
_connecting = threading.Lock()


def connect(address: str | None, what: str) -> Any:
    """The module `ray`, connected to the cluster at an address (Ray's own rules decide where there is none); `what` needs it.

    A connection that there is already stays, unless the cluster at its other end is gone.
    """
    if importlib.util.find_spec("ray") is None:
        raise BadOption(f"{what} needs Ray: pip install 'tegel[cluster]'")
    os.environ.setdefault("RAY_ENABLE_AUTO_CONNECT", "0")  # else Ray starts a cluster of its own where one is lost
    import ray

    with _connecting:
        try:
            if not ray.is_initialized():
                ray.shutdown()  # of a cluster that was lost
                _knock(address or "")
                _join(ray, address)
        except ImportError as error:  # ray:// needs more of it
            raise BadOption(f"{what} needs Ray's client: pip install 'tegel[cluster]'") from error
        except (OSError, ValueError, RuntimeError) as error:
            raise BadOption(f"no Ray cluster at {address or 'this machine'}: {_why(error)}") from error
    return ray


def _join(ray: Any, address: str | None) -> None:
    """Connect. A cluster that is busy or has just been started turns whoever comes first away, so it is asked again."""
    for tries_left in reversed(range(TRIES)):
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
            return
        except ConnectionAbortedError:
            if not tries_left:
                raise
            time.sleep(PAUSE)


def _why(error: Exception) -> str:
    """What happened, and its cause: Ray sends the traceback of another process, which ends with that."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[0] if len(lines) == 1 else f"{lines[0]} {lines[-1]}"


def _knock(address: str) -> None:
    """Fail at once where nobody answers at a HOST:PORT; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def results_of(ray: Any, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any, None, None]:
    """The results of work on many jobs, on all cores of the cluster, in the order in which they end. Then the cluster is let go.

    Ray does a job again when the machine it was done on is lost.
    """
    remote = ray.remote(max_retries=3)(work)
    waiting: list[Any] = []
    try:
        for job in jobs:
            waiting.append(remote.remote(job))
            if len(waiting) >= AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))):
                done, waiting = ray.wait(waiting)
                yield ray.get(done[0])
        while waiting:
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    finally:
        ray.shutdown()
