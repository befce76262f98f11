"""Telling everybody who is here: at once, but not more often than now and then, however many come and go."""

from __future__ import annotations

import asyncio

from .playing import tell_presence
from .room import Room


def announce(room: Room, every: float) -> None:
    """Somebody came or went."""
    if room.announcing is not None:
        room.unannounced = True
        return
    tell_presence(room)
    room.announcing = asyncio.get_running_loop().call_later(every, _go_on, room, every)


def _go_on(room: Room, every: float) -> None:
    room.announcing = None
    if room.unannounced:
        room.unannounced = False
        announce(room, every)
