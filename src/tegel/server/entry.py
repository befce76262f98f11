"""An entry of a game's log."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ..core.story import Event
from ..core.table import Step


class Entry(msgspec.Struct, gc=False):
    """One line of the log, and what it led to once it is on disk. There are very many: the search for garbage passes them by."""

    number: int
    kind: str
    seat: int
    move: int | None
    id: str | None
    data: dict[str, Any]
    time: int
    hash: str = ""  # over this entry and the hash of the one before
    ply: int = 0
    story: tuple[Event, ...] = ()
    moved: bytes = b""  # the tiles that moved, packed
    step: Step | None = None  # the move worked out, until it is made

    def row(self, game: str) -> dict[str, Any]:
        """As it is written."""
        return {
            "game": game,
            "number": self.number,
            "kind": self.kind,
            "seat": self.seat,
            "move": self.move,
            "id": self.id,
            "data": json.dumps(self.data) if self.data else None,
            "time": self.time,
            "hash": self.hash,
        }
