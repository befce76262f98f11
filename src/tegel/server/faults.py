"""What can be wrong with the storage, in one word for programs and operators, from whatever the drivers raise."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

FULL = "full"  # no room on the disk
GONE = "gone"  # the file was removed or replaced
CORRUPT = "corrupt"  # the file is not what was written
BUSY = "busy"  # another program holds it
READ_ONLY = "read_only"
SLOW = "slow"  # no answer in time
UNREACHABLE = "unreachable"  # no connection
WHYS = (FULL, GONE, CORRUPT, BUSY, READ_ONLY, SLOW, UNREACHABLE)

_CODES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: CORRUPT,
    sqlite3.SQLITE_NOTADB: CORRUPT,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: GONE,
}
_STATES = {"53100": FULL, "XX001": CORRUPT, "XX002": CORRUPT, "57014": SLOW, "55P03": BUSY, "25006": READ_ONLY}  # of PostgreSQL
_OF_STORAGE = ("08", "53", "57", "58", "XX")  # classes of states: no connection, no room, stopping or starting up, system, broken


def _wrapped(error: BaseException) -> Iterator[BaseException]:
    """An error, and what it was wrapped around."""
    told: BaseException | None = error
    while told is not None:
        yield told
        told = getattr(told, "orig", None) or told.__cause__


def is_of_server(error: BaseException) -> bool:
    """Whether PostgreSQL itself says that it is in trouble, whatever it was asked."""
    return any(str(getattr(told, "sqlstate", None))[:2] in _OF_STORAGE for told in _wrapped(error))


def why(error: BaseException) -> str:
    """The word for an error, looking through what it was wrapped in."""
    for told in _wrapped(error):
        if isinstance(told, TimeoutError):
            return SLOW
        code = getattr(told, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _CODES:
            return _CODES[code & 0xFF]
        if (state := getattr(told, "sqlstate", None)) in _STATES:
            return _STATES[state]
    return UNREACHABLE
