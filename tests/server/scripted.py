"""A computer player for tests, in real processes: what it does is in its name, and files say when.

The name is `ACTION:FOLDER`. Each call leaves a file in the folder, so that a test can wait for it; nothing here depends on time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tegel.core.errors import BadOption
from tegel.server.bots import decide as real_decide
from tegel.server.thinking_queue import Task

PATIENCE = 120.0  # of the tests, not of anything tested
NAP = 0.02


def load(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> None:
    """Nothing to load."""


def decide(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> Any:
    """Do what the player's name says, and answer with the seat."""
    action, _, where = player.partition(":")
    folder = Path(where)
    calls = len(list(folder.glob("call-*")))
    (folder / f"call-{calls}").write_text(str(os.getpid()))
    first = calls == 0
    if action == "wait":
        wait_for(lambda: (folder / "go").exists())
    elif action == "nap":
        time.sleep(NAP)
    elif action == "wait_first" and first:
        wait_for(lambda: False)
    elif action == "raise" and not (folder / "go").exists():
        raise ValueError("scripted")
    elif action == "die_first" and first:
        os._exit(7)
    return seat


def refuse_once(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> Any:
    """Raise one of our own errors the first time, then move at random."""
    try:
        Path(os.environ["TEGEL_SCRIPT"]).touch(exist_ok=False)
    except FileExistsError:
        return real_decide(name, player, hidden, seat)
    raise BadOption("scripted")


def never_first(name: str, player: str, hidden: bytes, seat: int, task: Task = Task.MOVE) -> Any:
    """Think for ever the first time, then move at random."""
    try:
        Path(os.environ["TEGEL_SCRIPT"]).touch(exist_ok=False)
    except FileExistsError:
        return real_decide(name, player, hidden, seat)
    while True:
        time.sleep(1)


def compile_when_told(name: str, part: str) -> None:
    """Note that a part is being compiled, and be done when a file says so."""
    folder = Path(os.environ["TEGEL_SCRIPT"])
    (folder / f"begun-{name}-{part}").write_text(str(os.nice(0)))
    wait_for(lambda: (folder / "all").exists() or (folder / f"{name}-{part}").exists())
    if (folder / f"fail-{name}-{part}").exists():
        (folder / f"fail-{name}-{part}").unlink()
        raise ValueError("scripted")


def wait_for(ready: Callable[[], Any]) -> Any:
    """What `ready` says once it says something."""
    end = time.monotonic() + PATIENCE
    while not (found := ready()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)
    return found
