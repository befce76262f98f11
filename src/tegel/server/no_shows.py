"""Those who do not come to their table: after a while they come last there and are paired no more, so that nobody waits for them.

How long they have taken is counted in the server's uptime, as clocks are: nobody loses a seat while the server is down.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import select

from ..core.errors import TegelError
from ..tournaments.event import Seating
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
    present = house.uptime.now()
    if any(_is_uncounted(table.since, present, patience) for table in _waiting(found)):
        found = await change(house, found.row["id"], "counting", lambda found: _count(found, present, patience))
    late = [table.game for table in _waiting(found) if table.since is not None and table.since + patience <= present]
    unbegun = games.c.id.in_(late), games.c.status.in_(("waiting", "closed"))
    for row in await house.store.rows(select(games.c.id).where(*unbegun)) if late else []:
        with suppress(TegelError):  # what cannot be done now is tried again
            found = await _forfeit_table(house, found, row["id"], await close_unbegun(house, row["id"]))
    return found


def _waiting(found: Found) -> list[Seating]:
    return [table for tables in found.event.rounds for table in tables if table.game and not table.over]


def _is_uncounted(since: int | None, present: int, patience: int) -> bool:
    """Whether nothing can be said of how long somebody has taken: older versions noted nothing, or the time of day."""
    return since is None or since > present + patience


def _count(found: Found, present: int, patience: int) -> dict[str, Any] | None:
    """Count from now on."""
    for table in _waiting(found):
        if _is_uncounted(table.since, present, patience):
            table.since = present
    return {}


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
    present = house.uptime.now()

    def act(found: Found) -> dict[str, Any] | None:
        draws, at = found.event.draws[-1], len(found.event.rounds) - 1
        missing = set(draws.missing)
        if _is_uncounted(draws.since, present, patience):
            draws.since = present
            return {}
        if not missing or present < draws.since + patience:
            return None
        for number, table in enumerate(found.event.rounds[at]):
            if not table.over and missing & set(table.players):
                found.event.forfeit(at, number, missing & set(table.players))
        deal_anew(found.event, at, present)
        return {"round": at + 1, "missing": len(missing)}

    return await make_games(house, await change(house, found.row["id"], "forfeit", act))
