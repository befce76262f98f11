"""Telling everybody in a game what happened, once whoever did it has been answered.

To make what everybody sees takes longer than a move itself. So it waits while others wait for an answer: each turn of the event loop
reads and answers whatever has come, then tells of a few of the games that wait. Nothing is told out of order: what a game has not
told yet is told before anything more happens in it, and before anybody joins.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import islice

from . import socket_answers as told
from .answers import Event, State, encoded
from .entry import Entry
from .metrics import Metrics
from .room import Room
from .showing import VisibleEntry, encode, entry_is_about, show_state, summary, tell_entry, visible_entry

logger = logging.getLogger("tegel.server")

AT_ONCE = 3  # games that are told of before whoever waits for an answer gets one: about a millisecond
SUMMARISED = (
    "joined",
    "vacated",
    "filled",
    "committed",
    "revealed",
    "closed",
    "started",
    "takeover",
    "resigned",
    "returned",
    "hint",
    "over",
)


def broadcast(room: Room, entry: Entry) -> None:
    """Tell every listener what happened, with the state it may see; each form is written once."""
    frames: dict[tuple[int, int, str], bytes] = {}
    visible: dict[int, VisibleEntry] = {}
    for listener in room.listeners:
        viewer = room.addressed(listener.who)
        if not entry_is_about(entry, viewer):
            viewer = -1
        form = listener.seat, viewer, listener.language
        if form not in frames:
            eyes = listener.seat if room.game.private_events else -1
            if eyes not in visible:
                visible[eyes] = visible_entry(room, entry, (eyes,))
            event = encoded(Event, tell_entry(room, visible[eyes], listener.language, viewer))
            frames[form] = encode(told.EventTold(event=event, state=encoded(State, show_state(room, listener.seat, listener.language))))
        listener.send(frames[form])
        if entry.kind in SUMMARISED:
            listener.send(encode(told.SummaryTold(summary=summary(room, listener.who, listener.language))))
    room.scene = None  # what was made of it stays; a thousand scenes are many objects for the search for garbage


class Teller:
    """The last entries of games that have not been told yet, the oldest first."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._waiting: dict[str, tuple[Room, Entry]] = {}

    def later(self, room: Room, entry: Entry) -> None:
        """Tell the last entry of a game soon."""
        if not room.listeners:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)
        self._waiting[room.id] = room, entry

    def now(self, room: Room) -> None:
        """Tell at once what a game has not told yet: more is about to happen in it."""
        if room.id in self._waiting:
            self._tell(room.id)

    def _turn(self) -> None:
        """Tell of the first games that wait, and go on in the next turn of the loop."""
        for game in list(islice(self._waiting, AT_ONCE)):
            self._tell(game)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)

    def _tell(self, game: str) -> None:
        room, entry = self._waiting.pop(game)
        try:
            broadcast(room, entry)
        except Exception:  # a fault of our own; what was done stands, and whoever comes back is told
            self._metrics.count("tegel_failures_total")
            logger.exception("telling failed", extra={"game": game})
            for listener in list(room.listeners):
                listener.end()
