"""Ports for servers that are processes of their own and must be told one before they start."""

from __future__ import annotations

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path
from typing import IO

PORTS = range(20_000, 32_768)  # below those that systems give to whoever asks for any: nobody else is given one before it is used
_held: list[IO[str]] = []


def free_port() -> int:
    """A port that is free, and kept for this process: no other test of this machine is given the same."""
    folder = Path(tempfile.gettempdir()) / f"tegel-test-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(PORTS, 1000):
        lock = (folder / str(port)).open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
            continue
        _held.append(lock)
        return port
    raise AssertionError("no port is free")
