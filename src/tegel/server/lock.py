"""One server for one file: a lock that the operating system holds for the process and lets go when it ends, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

if os.name == "nt":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Held(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock beside a file, in a file of its own that stays: removing it would let two in."""

    def __init__(self, path: str | Path) -> None:
        self._path = f"{path}.lock"
        self._descriptor: int | None = None

    def take(self) -> None:
        """Raises `Held` if somebody else has it."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise Held from error
        self._descriptor = descriptor

    def release(self) -> None:
        """Let others in."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
