"""Something that takes a while to start, once for all workers of a test run: the first one starts it, the last one out stops it."""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run have in common."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def shared(folder: Path, start: Callable[[], str], stop: Callable[[str], None]) -> Iterator[str]:
    """What `start` says of the thing that runs (where it is, how to stop it), to everybody who uses it; `stop` is told the same."""
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        if not (folder / "running").exists():
            (folder / "running").write_text(start())
        running = (folder / "running").read_text()
        user = folder / f"user-{uuid.uuid4().hex}"
        user.touch()
    try:
        yield running
    finally:
        with _locked(folder):
            user.unlink()
            if not list(folder.glob("user-*")):
                stop(running)
                (folder / "running").unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
