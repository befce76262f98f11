"""What a list says of a game, from its row alone: nothing is played again."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ..core.record import hash_key
from .room import Room

STATUSES = ("", "waiting", "running", "over", "record", "closed", "damaged")  # empty: not worked out yet


class Unreadable(NamedTuple):
    """A game of a list that cannot be read."""

    changed: int
    game: str


class Brief(Room):
    """A room without its log: its summary can be told, and nothing else."""

    def __post_init__(self) -> None:
        super().__post_init__()
        row = self.row
        if row["status"] not in STATUSES or not self.seats:
            raise ValueError("the row of the game is damaged")
        if row["rules"] != self.game.version:
            self.damage = "other_rules"
        self.over = row["result"] is not None and row["status"] in ("over", "record")
        self.rematch = row["rematch"]
        for seat, (left, stand_in) in json.loads(row["stand_ins"] or "{}").items():
            self.seats[int(seat)].left, self.seats[int(seat)].stand_in = left, stand_in
        self.require_readable()

    @property
    def status(self) -> str:
        return "damaged" if self.damage else str(self.row["status"]) or "running"  # not worked out yet: it is as soon as its log is read

    @property
    def changed(self) -> int:
        return int(self.row["changed"])

    @property
    def number(self) -> int:
        return int(self.row["last"])

    @property
    def ply(self) -> int:
        return int(self.row["ply"])

    @property
    def turn(self) -> int | None:
        return None if self.damage else self.row["turn"]

    @property
    def result(self) -> dict[str, Any] | None:
        return json.loads(self.row["result"]) if self.row["result"] else None

    @property
    def hints(self) -> list[int]:
        return list((self.result or {}).get("hints", []))

    def key_hash(self) -> str | None:
        return None if self.row["status"] in ("waiting", "closed") or self.keyless else hash_key(self.key)
