"""Processes that work for another one, and end when it does."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """Called in a child process: let it end when its parent is gone, even if that was killed and could tell nobody."""
    threading.Thread(target=_wait, daemon=True).start()


def _wait() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
