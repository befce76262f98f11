"""Tournaments at the server: entries, rounds whose games the server makes, results that it reads from them.

A tournament changes by steps, written one after another; of two at the same time one is refused and tries again. Results are taken from
the games when somebody looks. Everybody's browser adds to the draws as in any other game, so a game begins when all its people are there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select, update

from ..core.game import find_game
from ..core.table import Table
from ..tournaments.event import COMPUTER, Event, Plan, Seating, TournamentError, is_computer
from ..tournaments.pairing import next_round
from ..tournaments.standings import standings
from . import tournament_answers as told
from .errors import Forbidden, Full, NotFound, Refusal, Taken
from .guests import person_name
from .house import House, now
from .names import player_level, player_names
from .opening import new_row, open_room
from .results import rank
from .seat import AWAITED, Seat
from .tables import games
from .tokens import new_id
from .tournament_tables import tournament_names, tournament_steps, tournaments
from .who import Who
from .writing import Conflict

MOST_OF_GUEST = 20  # tournaments of a director
TRIES = 5


@dataclass
class Found:
    """A tournament as it was read."""

    row: dict[str, Any]
    event: Event
    names: dict[str, str]
    setup: dict[str, Any]

    def number(self, player: str) -> int:
        """How others know an entry."""
        return 0 if is_computer(player) else 1 + next(at for at, entry in enumerate(self.event.entries) if entry.player == player)


async def create(house: House, who: Who, given: told.NewTournament) -> str:
    """A new tournament; whoever makes it directs it."""
    assert who.guest is not None
    game = find_game(given.game)
    plan = Plan(given.format, given.size, given.rounds, given.advance, given.fill is not None)
    if given.fill is not None and (given.fill not in player_names() or player_level(given.fill) is None):
        raise Refusal("no_player", player=given.fill, players=", ".join(name for name in player_names() if player_level(name)))
    seated = {"players": given.size} if "players" in game.options.ALLOWED else {}
    options = game.options_from(seated | given.options, strict=True)
    if Table(game, options, (0, 0, 0, 1)).players != given.size:
        raise Refusal("seat_count", players=Table(game, options, (0, 0, 0, 1)).players)
    theirs = await house.store.rows(select(tournaments.c.id).where(tournaments.c.director == who.guest).limit(MOST_OF_GUEST))
    if len(theirs) >= MOST_OF_GUEST:
        raise Full("too_many_tournaments", most=MOST_OF_GUEST)
    clock = json.dumps(msgspec.to_builtins(given.clock)) if given.clock else None
    setup = {"game": game.name, "options": msgspec.to_builtins(options), "clock": clock, "fill": given.fill}
    row: dict[str, Any] = {"id": new_id(), "director": who.guest, "title": person_title(given.title), "setup": json.dumps(setup)}
    row |= {"event": msgspec.json.encode(Event(plan)).decode(), "step": 0, "created": now()}
    await house.log.write(statements=[tournaments.insert().values(**row)])
    return str(row["id"])


def person_title(title: str) -> str:
    """A title without anything that does not print."""
    clean = " ".join("".join(letter for letter in title if letter.isprintable()).split())
    if not clean:
        raise Refusal("bad_title")
    return clean


async def read(house: House, id: str) -> Found:
    """A tournament by its id."""
    rows = await house.store.rows(select(tournaments).where(tournaments.c.id == id))
    if not rows:
        raise NotFound("no_tournament")
    row = rows[0]
    known = await house.store.rows(select(tournament_names).where(tournament_names.c.tournament == id))
    names = {each["guest"]: each["name"] for each in known}
    return Found(row, msgspec.json.decode(row["event"], type=Event), names, json.loads(row["setup"]))


async def change(house: House, id: str, kind: str, act: Callable[[Found], Any]) -> Found:
    """Read, change, write; again if somebody else was first."""
    for _ in range(TRIES):
        found = await read(house, id)
        try:
            data = act(found)
        except TournamentError as error:
            raise Refusal("tournament", why=str(error)) from None
        if data is None:
            return found
        step = found.row["step"] + 1
        values = {"event": msgspec.json.encode(found.event).decode(), "step": step}
        entry = {"tournament": id, "step": step, "kind": kind, "data": json.dumps(data), "time": now()}
        try:
            await house.log.write(
                statements=[tournament_steps.insert().values(**entry), update(tournaments).where(tournaments.c.id == id).values(**values)]
            )
        except Conflict:
            continue
        found.row |= values
        return found
    raise Taken("tournament_busy")


async def enter(house: House, id: str, who: Who, name: str) -> Found:
    """Take part, also late; who enters is named on its page."""
    guest, called = who.guest, person_name(name)
    assert guest is not None

    def act(found: Found) -> dict[str, Any]:
        found.event.enter(guest)
        return {"player": found.number(guest)}

    await change(house, id, "entered", act)
    there = tournament_names.c.tournament == id, tournament_names.c.guest == guest
    row = {"tournament": id, "guest": guest, "name": called}
    await house.log.write(statements=[tournament_names.delete().where(*there), tournament_names.insert().values(**row)])
    return await read(house, id)


async def withdraw(house: House, id: str, who: Who, player: int | None) -> Found:
    """Leave; the director may also remove somebody who did not show up."""

    def act(found: Found) -> dict[str, Any]:
        if player is None:
            found.event.withdraw(who.guest or "")
            return {"player": found.number(who.guest or "")}
        require_director(found, who)
        if player > len(found.event.entries):
            raise TournamentError("they do not take part")
        found.event.withdraw(found.event.entries[player - 1].player)
        return {"player": player, "by": "director"}

    return await change(house, id, "withdrew", act)


def require_director(found: Found, who: Who) -> None:
    """Only who made it may go on."""
    if not who.guest or found.row["director"] != who.guest:
        raise Forbidden("not_director")


async def refresh(house: House, id: str) -> Found:
    """A tournament with the results of all its games that are over."""
    found = await read(house, id)
    waiting = [table.game for tables in found.event.rounds for table in tables if table.game and not table.over]
    if not waiting:
        return found
    columns = select(games.c.id, games.c.result, games.c.stand_ins).where(games.c.id.in_(waiting), games.c.status == "over")
    ended = {
        row["id"]: rank(json.loads(row["result"])["places"], {int(seat) for seat in json.loads(row["stand_ins"] or "{}")})
        for row in await house.store.rows(columns)
    }

    def act(found: Found) -> dict[str, Any] | None:
        fresh = {}
        for table in (table for tables in found.event.rounds for table in tables):
            if table.game in ended and not table.over:
                table.places = fresh[table.game] = ended[table.game]
        return {"results": fresh} if fresh else None

    return await change(house, id, "results", act) if ended else found


async def decide(house: House, id: str, who: Who, given: told.TableResult) -> Found:
    """The director says how a table ended."""

    def act(found: Found) -> dict[str, Any]:
        require_director(found, who)
        if given.round > len(found.event.rounds) or given.table > len(found.event.rounds[given.round - 1]):
            raise TournamentError("there is no such table")
        found.event.record(given.round - 1, given.table - 1, given.places)
        return msgspec.to_builtins(given)  # type: ignore[no-any-return]

    return await change(house, id, "decided", act)


async def begin_round(house: House, id: str, who: Who) -> Found:
    """Pair the next round and make its games; only the director may. First the round is written, then its games are made."""
    await refresh(house, id)
    found = await read(house, id)
    require_director(found, who)
    try:
        tables = await asyncio.to_thread(next_round, found.event)
    except TournamentError as error:
        raise Refusal("tournament", why=str(error)) from None
    ids = [None if table.bye else new_id() for table in tables]
    known = found.row["step"]

    def act(found: Found) -> dict[str, Any]:
        require_director(found, who)
        if found.row["step"] != known:
            raise TournamentError("somebody entered or left meanwhile: pair again")
        for table, game in zip(tables, ids, strict=True):
            table.game = game
        found.event.rounds.append(tables)
        return {"round": len(found.event.rounds)}

    found = await change(house, id, "round", act)
    for table in tables:
        if table.game is not None:
            await _open(house, found, table, who)
    return found


async def _open(house: House, found: Found, table: Seating, who: Who) -> None:
    """The game of a table. It waits until everybody's browser has added to the draws."""
    seated = []
    for at, player in enumerate(table.players):
        if player.startswith(COMPUTER):
            seated.append(Seat(at, "computer", "", found.setup["fill"], None, None, None, None))
            continue
        seat = Seat(at, "link", found.names.get(player, ""), None, player, None, None, None)
        seat.commitment = AWAITED
        seated.append(seat)
    row = new_row(found.setup["game"], found.setup["options"], found.row["director"], clock=found.setup["clock"], id=table.game)
    await open_room(house, row, seated, who)


def show(found: Found, who: Who) -> told.Tournament:
    """As somebody sees it; entries are known by their numbers and names."""
    event = found.event
    tables = [
        [told.TournamentTable([found.number(player) for player in table.players], table.places, table.game, table.bye) for table in tables]
        for tables in event.rounds
    ]
    lines = []
    for line in standings(event):
        name, you = found.names.get(line.player, ""), line.player == who.guest
        lines.append(told.TournamentLine(line.place, found.number(line.player), name, *line[2:], you=you))
    mine = [table.game for tables in event.rounds for table in tables if not table.over and who.guest in table.players]
    return told.Tournament(
        id=found.row["id"],
        title=found.row["title"],
        game=found.setup["game"],
        format=event.plan.format,
        size=event.plan.size,
        rounds=event.plan.rounds,
        fill=found.setup["fill"],
        director=bool(who.guest) and found.row["director"] == who.guest,
        entered=any(entry.player == who.guest and not entry.left for entry in event.entries),
        begun=bool(event.rounds),
        playing=event.waiting,
        yours=mine[-1] if mine else None,
        tables=tables,
        standings=lines,
    )
