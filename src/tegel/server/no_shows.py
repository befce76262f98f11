"""Those who do not come to their table: after a while they come last there and are paired no more, so that nobody waits for them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import select

from ..core.errors import TegelError
from .errors import Illegal
from .house import House, now
from .opening import read_room
from .playing import commit
from .tables import games
from .tournament_rounds import make_games
from .tournaments import Found, change, deal_anew


async def forfeit_late(house: House, found: Found) -> Found:
    """Decide the tables to which somebody has not come in time."""
    patience = (found.event.plan.patience or 0) * 1000
    if not patience or not found.event.waiting:
        return found
    if found.event.plan.duplicate and not found.event.draws[-1].dealt:
        return await _forfeit_places(house, found, patience)
    waiting = [table.game for tables in found.event.rounds for table in tables if table.game and not table.over]
    late = games.c.id.in_(waiting), games.c.status.in_(("waiting", "closed")), games.c.created < now() - patience
    for row in await house.store.rows(select(games.c.id).where(*late)):
        with suppress(TegelError):  # what cannot be done now is tried again
            found = await _forfeit_table(house, found, row["id"], await close_unbegun(house, row["id"]))
    return found


async def close_unbegun(house: House, game: str) -> set[int]:
    """Close a game that has not begun; returns the seats it waited for."""
    room = await read_room(house, game)
    async with room.lock:
        if room.table is not None:
            raise Illegal("begun")
        uncommitted, unshown = ({seat.seat for seat in room.seats if seat.owes == owed} for owed in ("commitment", "nonce"))
        if not room.closed:
            await commit(house, room, [room.next_entry("closed", -1, now())])
    return uncommitted or unshown


async def close_decided(house: House, game: str | None) -> None:
    """A table was decided before its game began: nobody need wait in it."""
    if game is not None:
        with suppress(TegelError):  # it has begun, or another process has it
            await close_unbegun(house, game)


async def _forfeit_table(house: House, found: Found, game: str, missing: set[int]) -> Found:
    def act(found: Found) -> dict[str, Any] | None:
        for at, tables in enumerate(found.event.rounds):
            for number, table in enumerate(tables):
                if table.game == game and not table.over:
                    found.event.forfeit(at, number, {table.players[seat] for seat in missing})
                    return {"round": at + 1, "table": number + 1}
        return None

    return await change(house, found.row["id"], "forfeit", act)


async def _forfeit_places(house: House, found: Found, patience: int) -> Found:
    """Before a duplicate round is dealt: it goes on without the tables of those who did not come."""

    def act(found: Found) -> dict[str, Any] | None:
        draws, at = found.event.draws[-1], len(found.event.rounds) - 1
        missing = set(draws.missing)
        if not missing or now() < draws.since + patience:
            return None
        for number, table in enumerate(found.event.rounds[at]):
            if not table.over and missing & set(table.players):
                found.event.forfeit(at, number, missing & set(table.players))
        deal_anew(found.event, at)
        return {"round": at + 1, "missing": len(missing)}

    return await make_games(house, await change(house, found.row["id"], "forfeit", act))
