"""The rounds of a tournament: pairing, making its games, and reading what came of them.

First a round is written, then its games are made; what a stop in between left undone is done by whoever looks next. Everybody's browser
adds to the draws: of a game that begins when all its people are there, or of a duplicate round before any of its games is made.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import or_, select, update

from ..core.fairness import NO_NONCE, Proof
from ..tournaments.draws import new_draws
from ..tournaments.event import Event, Seating, TournamentError, is_computer
from ..tournaments.pairing import next_round
from .counting import unsealed
from .errors import Refusal, Taken
from .house import House, now
from .opening import new_row, open_room
from .results import rank
from .seat import AWAITED, Seat
from .tables import games
from .tokens import new_id
from .tournaments import Found, asked, change, read, require_director
from .who import Who

MINUTE = 60_000  # milliseconds
LEFT = 24 * 60 * MINUTE  # after which nobody plays on in a game without a clock whose table was decided


async def refresh(house: House, id: str) -> Found:
    """A tournament with the results of all its games that are over; a duplicate round whose last game is over is shown to everybody."""
    found = await read(house, id)
    waiting = [table.game for tables in found.event.rounds for table in tables if table.game and not table.over]
    if waiting:
        columns = select(games.c.id, games.c.result, games.c.stand_ins).where(games.c.id.in_(waiting), games.c.status == "over")
        ended = {row["id"]: row for row in await house.store.rows(columns)}
        if ended:
            found = await change(house, id, "results", lambda found: _take_results(found, ended))
    return await _unseal(house, found)


def _take_results(found: Found, ended: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    fresh = {}
    for table in (table for tables in found.event.rounds for table in tables):
        if table.game in ended and not table.over:
            result = json.loads(ended[table.game]["result"])
            table.left = sorted(int(seat) for seat in json.loads(ended[table.game]["stand_ins"] or "{}"))
            table.points = result["points"]
            table.places = fresh[table.game] = rank(result["places"], table.left)
    return {"results": fresh} if fresh else None


async def _unseal(house: House, found: Found) -> Found:
    """Show the games of duplicate rounds to everybody once all of them are over."""
    event = found.event
    for at, draws in enumerate(event.draws):
        if draws.open or not draws.dealt or not all(table.over for table in event.rounds[at]):
            continue
        if not await _still_played(house, [table.game for table in event.rounds[at] if table.game]):
            found = await _open_round(house, found, at)
    return found


async def _still_played(house: House, made: list[str]) -> bool:
    """Whether a game goes on whose table was decided otherwise. One with a clock ends by itself; one without may have been left."""
    goes_on = or_(games.c.clock.is_not(None), games.c.changed > now() - LEFT)
    unfinished = games.c.id.in_(made), games.c.status.in_(("waiting", "running")), goes_on
    return bool(await house.store.rows(select(games.c.id).where(*unfinished).limit(1)))


async def _open_round(house: House, found: Found, at: int) -> Found:
    def act(found: Found) -> dict[str, Any] | None:
        if found.event.draws[at].open:
            return None
        found.event.draws[at].open = True
        return {"round": at + 1}

    made = [table.game for table in found.event.rounds[at] if table.game]
    shown = [update(games).where(games.c.id.in_(made)).values(sealed=0), *unsealed(made, now())]
    found = await change(house, found.row["id"], "opened", act, lambda _: shown)
    house.rater.wake()
    return found


async def begin_round(house: House, id: str, who: Who) -> Found:
    """Pair the next round and make its games; only the director may. An arena begins, and pairs by itself from then on."""
    found = await refresh(house, id)
    require_director(found, who)
    if found.event.plan.format != "arena":
        return await pair(house, found)

    def act(found: Found) -> dict[str, Any]:
        require_director(found, who)
        if found.event.ends is not None:
            raise TournamentError("an arena pairs by itself until its time is up")
        found.event.ends = now() + (found.event.plan.minutes or 0) * MINUTE
        return {"ends": found.event.ends}

    found = await change(house, id, "began", act)
    with suppress(Refusal):  # too few are there yet
        return await pair(house, found)
    return found


async def pair(house: House, found: Found) -> Found:
    """Write the next round of a tournament that was read just now, and make its games."""
    try:
        tables = await asyncio.to_thread(next_round, found.event)
    except TournamentError as error:
        raise Refusal("tournament", why=str(error)) from None
    paired = len(found.event.rounds)
    for table in tables:
        table.game, table.since = (None, None) if table.bye else (new_id(), house.uptime.now())

    def act(found: Found) -> dict[str, Any]:
        if len(found.event.rounds) != paired:  # who entered or left meanwhile is paired from the next round on, or no more
            raise TournamentError("this round is paired already")
        found.event.rounds.append(tables)
        if found.event.plan.duplicate:
            found.event.draws.append(new_draws([(table.players, asked(table)) for table in tables if not table.bye], house.uptime.now()))
        return {"round": len(found.event.rounds)}

    found = await change(house, found.row["id"], "round", act)
    return await make_games(house, found)


async def make_games(house: House, found: Found) -> Found:
    """Make the games of all tables that have none yet; those of a duplicate round once everybody has added to its deals."""
    due = [
        (at, table)
        for at, tables in enumerate(found.event.rounds)
        for table in tables
        if table.game and not table.over and (not found.event.plan.duplicate or found.event.draws[at].dealt)
    ]
    wanted = [table.game for _, table in due]
    there = {row["id"] for row in await house.store.rows(select(games.c.id).where(games.c.id.in_(wanted)))} if wanted else set()
    for at, table in due:
        if table.game not in there:
            with suppress(Taken):  # another was first
                await _open(house, found, table, at)
    return found


async def _open(house: House, found: Found, table: Seating, at: int) -> None:
    """The game of a table. It waits until everybody's browser has added to the draws; one of a duplicate round begins."""
    shared = found.event.plan.duplicate
    seated = []
    for seat, player in enumerate(table.players):
        if is_computer(player):
            seated.append(Seat(seat, "computer", "", found.setup["fill"], None, None, None, None))
            continue
        seated.append(Seat(seat, "link", found.names.get(player, ""), None, player, None, None, None))
        seated[-1].commitment = None if shared else AWAITED
    options = dict(found.setup["options"])
    if "players" in options:
        options["players"] = len(table.players)
    more: dict[str, Any] = {"clock": found.setup["clock"], "id": table.game, "tournament": found.row["id"]}
    if shared:
        more |= {"draws": msgspec.json.encode(proof_of(found.event, at, table)).decode(), "sealed": 1}
    await open_room(house, new_row(found.setup["game"], options, "", **more), seated, Who(found.row["director"]))


def proof_of(event: Event, at: int, table: Seating) -> Proof:
    """How the key that a table shares with its round was made."""
    draws, first = event.draws[at], 0
    for other in event.rounds[at]:
        if other is table:
            break
        first += 0 if other.bye else len(other.players)
    nonces = tuple(nonce or NO_NONCE for nonce in draws.nonces)
    return Proof(draws.promise, nonces, draws.secret, tuple(draws.commitments), first)
