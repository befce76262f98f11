"""A process on a Ray cluster in which computer players think: `tegel serve --workers ray://HOST:PORT`."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from typing import Any

import tegel

from ..core.cluster import connect
from ..core.errors import BadOption
from .worker import LOADING, Outcome, Skill

MOST = 64  # processes for each that serves
ANSWERING = 60.0  # seconds in which a process of the cluster must have started
ADDRESS = re.compile(r"(ray://[^/]+:\d+)(?:/(\d+))?")


def read_cluster(given: str, processes: int) -> tuple[str, int]:
    """The address of a cluster, and how many processes of it think for each that serves: as many as were asked for, or as it has cores."""
    if not (found := ADDRESS.fullmatch(given)):
        raise BadOption(f"a cluster is ray://HOST:PORT, or ray://HOST:PORT/N for N of its cores, not {given!r}")
    address, asked = found[1], found[2]
    version, cores = look_at(address)
    if version != tegel.__version__:
        raise BadOption(f"the cluster at {address} has Tegel {version}; this is {tegel.__version__}")
    workers = int(asked) if asked else min(MOST, cores // processes)
    if not 1 <= workers <= MOST or workers * processes > cores:
        raise BadOption(f"the cluster at {address} has {cores} cores: it cannot give each of {processes} processes {asked or 1}")
    return address, workers


def look_at(address: str) -> tuple[str, int]:
    """Which Tegel a cluster has, and how many cores."""
    ray = connect(address, "thinking on a cluster")
    try:
        return ray.get(ray.remote(num_cpus=0)(_version).remote(), timeout=ANSWERING), int(ray.cluster_resources().get("CPU", 0))
    except ray.exceptions.RayError as error:
        raise BadOption(f"Tegel does not run on the cluster at {address}: {str(error).splitlines()[-1]}") from error
    finally:
        ray.shutdown()


def _version() -> str:
    """On the cluster: which Tegel is there."""
    return tegel.__version__


class Thinker:
    """On the cluster: a process with a skill."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def load(self, question: tuple[Any, ...]) -> None:
        self._skill.load(*question)

    def answer(self, question: tuple[Any, ...]) -> Any:
        return self._skill.answer(*question)


class RayChild:
    """A process of the cluster, with a core of its own, as `worker.Child` has it."""

    pid = None

    def __init__(self, address: str, skill: Skill) -> None:
        self._ray = connect(address, "thinking on a cluster")
        self._thinker = self._ray.remote(num_cpus=1)(Thinker).remote(skill)

    def ask(self, question: tuple[Any, ...], patience: float) -> Outcome:
        begun = None
        try:
            self._ray.get(self._thinker.load.remote(question), timeout=LOADING)
            begun = time.monotonic()
            answer = self._ray.get(self._thinker.answer.remote(question), timeout=patience)
            return Outcome(answer, None, time.monotonic() - begun)
        except self._ray.exceptions.RayTaskError as error:
            why, broken = repr(error.cause), False
        except self._ray.exceptions.GetTimeoutError:
            why, broken = "it took too long", True
        except Exception as error:  # a process or a machine that is gone, a line that was cut: Ray has many names for it
            why, broken = f"its process is gone: {type(error).__name__}", True
        return Outcome(None, why, time.monotonic() - begun if begun is not None else 0.0, broken)

    def kill(self) -> None:
        threading.Thread(target=self.end, daemon=True).start()  # where the cluster is gone it takes Ray a while to notice

    def end(self) -> None:
        with suppress(Exception):  # where the cluster is gone, so is its process
            self._ray.kill(self._thinker)
