"""What a player costs: the time of processors it used, by whatever clock and on however many cores."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
SESSION = 3  # fields of /proc/PID/stat behind the name: the session,
TIMES = slice(11, 15)  # and the ticks of the process and of children it waited for


def session_seconds(session: int) -> float | None:
    """Core-seconds of all processes of a session, so of a program and what it started; None where the system does not tell.

    >>> session_seconds(2**30) is None
    True
    """
    found = [ticks for path in PROCESSES.glob("[0-9]*/stat") if (ticks := _ticks(path, session)) is not None]
    return sum(found) / os.sysconf("SC_CLK_TCK") if found else None


def _ticks(path: Path, session: int) -> int | None:
    with suppress(OSError):  # it may end while we look
        fields = path.read_bytes().rpartition(b")")[2].split()
        if int(fields[SESSION]) == session:
            return sum(map(int, fields[TIMES]))
    return None
