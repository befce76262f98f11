"""A line on standard error when compiling takes noticeably long, so that nobody wonders what the machine is doing.

Code that lies compiled on disk is loaded without a word. The line comes once in a process and in those it starts afterwards.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from numba.core import event

AFTER = 0.7  # seconds of compiling until something is said
TOLD = "TEGEL_COMPILING_TOLD"  # set in the environment of a process that need not say it, or has
LINE = "tegel: compiling (once on this machine, a minute or so) ..."


class CompileNotice(event.Listener):
    """Hears when Numba begins and ends to compile; functions compile others meanwhile, so these come nested."""

    def __init__(self) -> None:
        self._depth = 0
        self._begun = 0.0
        self._spent = 0.0
        self._timer: threading.Timer | None = None

    def on_start(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._depth += 1
        if self._depth == 1 and TOLD not in os.environ:
            self._begun = time.monotonic()
            self._timer = threading.Timer(max(0.0, AFTER - self._spent), tell)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.monotonic() - self._begun


def _is_ours(event: Any) -> bool:
    """Whether a function of this package is compiled, and not somebody else's."""
    return str(event.data["dispatcher"].py_func.__module__).startswith("tegel.")


def tell() -> None:
    """Say it, unless it was said."""
    if TOLD not in os.environ:
        hush()
        print(LINE, file=sys.stderr, flush=True)


def hush() -> None:
    """Say nothing here, nor in processes started from here."""
    os.environ[TOLD] = "1"


def install() -> None:
    """Listen from now on."""
    register: Any = event.register
    register("numba:compile", CompileNotice())
