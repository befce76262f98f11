"""Everything the server keeps of somebody, as one JSON document that is sent piece by piece, however many games there are.

Games come as their records, which say no more than their page does: of a game that goes on without the key. Reading them takes
computing, so it is done one game at a time for all who ask, with a pause as long as each took.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from sqlalchemy import select

from ..core.game import game_names
from .account_tables import passkeys, recovery_codes, sessions
from .bot_accounts import show as show_bots
from .errors import Damaged
from .house import House, now
from .players import my_player
from .push_tables import subscriptions
from .rating_tables import rating_points, ratings
from .room import Room
from .statistics import finished_games
from .tables import guests, studies
from .tournament_tables import tournament_names, tournaments
from .vacation_tables import vacations
from .who import Who

MOST_GAMES = 100_000
FORMAT = 1


async def require_rules(house: House) -> None:
    """Records are written by the rules: all of them must be ready before the first piece is sent."""
    for name in game_names():
        await house.readiness.rules(name)


async def pieces_of(house: House, who: Who, name: str) -> AsyncGenerator[bytes, None]:
    """The document, piece by piece."""
    about = await _about(house, who, name)
    yield msgspec.json.encode(about)[:-1] + b',"games":['
    first = True
    for _, game in await house.store.games_of(who.guest or "", (2**53, ""), MOST_GAMES):
        async with house.exporting:
            begun = time.monotonic()
            told = await _game(house, who, game)
            await asyncio.sleep(time.monotonic() - begun)
        yield (b"\n" if first else b",\n") + msgspec.json.encode(told)
        first = False
    yield b"]}\n"


async def _about(house: House, who: Who, name: str) -> dict[str, Any]:
    guest = who.guest or ""

    async def rows(query: Any) -> list[dict[str, Any]]:
        return await house.store.rows(query)

    created = await rows(select(guests.c.created).where(guests.c.id == guest))
    devices = select(passkeys.c.name, passkeys.c.created, passkeys.c.used).where(passkeys.c.guest == guest).order_by(passkeys.c.created)
    browsers = select(sessions.c.created).where(sessions.c.guest == guest).order_by(sessions.c.created)
    hours = subscriptions.c.zone, subscriptions.c.quiet_from, subscriptions.c.quiet_to
    notified = select(subscriptions.c.created, subscriptions.c.language, *hours).where(subscriptions.c.guest == guest)
    entered = select(tournaments.c.id, tournaments.c.title, tournament_names.c.name)
    entered = entered.join(tournament_names, tournament_names.c.tournament == tournaments.c.id).where(tournament_names.c.guest == guest)
    directed = select(tournaments.c.id, tournaments.c.title, tournaments.c.created).where(tournaments.c.director == guest)
    curve = select(rating_points).where(rating_points.c.player == guest).order_by(rating_points.c.time)
    return {
        "tegel": FORMAT,
        "written": now(),
        "profile": {"name": name, "created": created[0]["created"] if created else None},
        "consent": msgspec.to_builtins(await my_player(house, who)),
        "devices": await rows(devices),
        "browsers": await rows(browsers),
        "notifications": await rows(notified.order_by(subscriptions.c.created)),
        "bots": msgspec.to_builtins((await show_bots(house, who)).bots),
        "recovery_codes": len(await rows(select(recovery_codes.c.hash).where(recovery_codes.c.guest == guest))),
        "ratings": [_without_player(row) for row in await rows(select(ratings).where(ratings.c.player == guest))],
        "rating_points": [_without_player(row) for row in await rows(curve)],
        "tournaments": {"entered": await rows(entered), "directed": await rows(directed)},
        "studies": await rows(select(studies.c.id, studies.c.game, studies.c.created, studies.c.text).where(studies.c.guest == guest)),
        "vacations": await rows(
            select(vacations.c.begun, vacations.c.until).where(vacations.c.guest == guest).order_by(vacations.c.number)
        ),
        "statistics": msgspec.to_builtins(await finished_games(house, who)),
    }


def _without_player(row: dict[str, Any]) -> dict[str, Any]:
    """Guests' own ids stay inside."""
    return {name: value for name, value in row.items() if name != "player"}


async def _game(house: House, who: Who, game: str) -> dict[str, Any]:
    """One game; a damaged one is named."""
    try:
        room = await house.store.room(game)
    except Damaged:
        room = None
    if room is None or room.damage:
        return {"game": game, "status": "damaged", "record": None}
    mine = room.seats_of(who)
    seated = [
        {"name": called, "computer": seat.player if seat.kind == "computer" else None, "mine": seat.seat in mine, "bot": seat.is_bot}
        for seat, called in zip(room.seats, room.names("en"), strict=True)
    ]
    return {
        "game": game,
        "name": room.game.name,
        "options": json.loads(room.row["options"]),
        "status": room.status,
        "created": room.row["created"],
        "changed": room.row["changed"],
        "seats": seated,
        "record": _record(room),
    }


def _record(room: Room) -> str | None:
    """As `GET /api/games/ID/record` gives it, or nothing where that would be refused."""
    if room.table is None or (not room.open and room.row["viewer"] not in (None, -1)):
        return None
    return room.record().dumps()
