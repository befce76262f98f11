"""Hours in which somebody wants to hear nothing, by the clock on their wall."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

DAY = 24 * 60  # minutes


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # some are folders
        return False
    return True


def is_quiet(zone: str, begin: int | None, end: int | None, time: int) -> bool:
    """Whether a moment (milliseconds since 1970) lies between two minutes of the day there; the second may be on the next day."""
    if begin is None or end is None or begin == end:
        return False
    there = datetime.fromtimestamp(time / 1000, UTC).astimezone(ZoneInfo(zone) if is_zone(zone) else UTC)
    minute = there.hour * 60 + there.minute
    return (minute - begin) % DAY < (end - begin) % DAY
