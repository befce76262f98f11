"""Finished games as open data. docs/data.md has the schema.

Games that people played at this server from the beginning, each with its record, which verifies. A person is named only if they agreed;
otherwise they are the number of their seat. Games are known by their promise, which leads to no page of the server.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import select, tuple_

from ..core.words import say
from ..ratings.pool import is_computer
from .counting import SEALED
from .errors import Damaged
from .names import player_title
from .rating_tables import players, rated, rated_seats
from .room import Room
from .store import Store
from .tables import guests

AT_ONCE = 50


class ExportedSeat(msgspec.Struct):
    """Who sat there, and what came of it."""

    name: str | None  # null: a person who did not agree to be named
    computer: str | None  # which one
    place: int
    points: int
    left: str | None  # why the computer played on
    luck: float | None  # in chances to win, where it was measured


class ExportedGame(msgspec.Struct):
    """A finished game."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    started: int  # milliseconds since 1970
    ended: int
    clock: dict[str, Any] | None
    rated: bool
    seats: list[ExportedSeat]
    moves: list[int]
    record: str


async def finished_games(store: Store, after: int = 0) -> AsyncIterator[ExportedGame]:
    """All of them that ended after a moment, the first ended first; a damaged one is left out."""
    place = after, "~"
    while rows := await store.rows(
        select(rated)
        .where(tuple_(rated.c.ended, rated.c.game) > tuple_(*place), rated.c.game.in_(select(rated_seats.c.game)))
        .where(rated.c.verdict != SEALED)
        .order_by(rated.c.ended, rated.c.game)
        .limit(AT_ONCE)
    ):
        agreed = await _agreed(store, [row["game"] for row in rows])
        for row in rows:
            try:
                room = await store.room(row["game"])
            except Damaged:
                continue
            if room is not None and room.over and room.open and not room.damage:
                seated = await store.rows(select(rated_seats).where(rated_seats.c.game == room.id).order_by(rated_seats.c.seat))
                yield _exported(room, row, seated, agreed)
        place = rows[-1]["ended"], rows[-1]["game"]


async def _agreed(store: Store, games: list[str]) -> dict[str, str]:
    """The names of those who agreed, by guest."""
    query = (
        select(players.c.guest, guests.c.name)
        .join(guests, guests.c.id == players.c.guest)
        .join(rated_seats, rated_seats.c.player == players.c.guest)
        .where(players.c.shown == 1, rated_seats.c.game.in_(games))
        .distinct()
    )
    return {row["guest"]: row["name"] for row in await store.rows(query)}


def _exported(room: Room, row: dict[str, Any], seated: list[dict[str, Any]], agreed: dict[str, str]) -> ExportedGame:
    result = room.result or {}
    seats, names = [], []
    for seat, found in zip(room.seats, seated, strict=True):
        computer = found["player"] if is_computer(found["player"]) else None
        name = player_title(computer, "en") if computer else agreed.get(found["player"]) or None
        names.append(name or say("en", "server.seat.unnamed", number=seat.seat + 1))
        seats.append(ExportedSeat(name, computer, found["place"], result["points"][seat.seat], seat.left, found["luck"]))
    record = replace(room.record(), names=tuple(names))
    started = next((entry.time for entry in room.entries if entry.kind == "started"), int(room.row["created"]))
    return ExportedGame(
        id=room.row["promise"],  # its own also where the tables of a round share their key
        game=room.game.name,
        rules=room.row["rules"],
        options=json.loads(room.row["options"]),
        started=started,
        ended=row["ended"],
        clock=json.loads(room.row["clock"]) if room.row["clock"] else None,
        rated=row["verdict"] == "counts",
        seats=seats,
        moves=list(record.moves),
        record=record.dumps(),
    )
