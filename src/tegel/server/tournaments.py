"""Tournaments at the server: who made them, who takes part, and how they change.

A tournament changes by steps, written one after another; of two at the same time one is refused and tries again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import ColumnElement, Executable, func, or_, select, update

from ..core.errors import BadOption, TegelError
from ..core.game import find_game
from ..core.table import Table
from ..tournaments.draws import new_draws
from ..tournaments.event import Event, Plan, Seating, TournamentError, is_computer
from . import tournament_answers as told
from .days import require_choice
from .errors import Forbidden, Full, NotFound, Refusal, Taken
from .guests import person_name
from .house import House, now
from .names import player_level, player_names
from .tokens import new_id
from .tournament_tables import tournament_names, tournament_steps, tournaments
from .who import Who
from .writing import Conflict

MOST_OF_GUEST = 20  # tournaments of a director
MOST_LISTED = 50
TRIES = 5
BYTES_A_READ = 5000  # so much of a tournament takes about as long as a plain read
MOST_READS = 100  # that one request counts
ARENA_MINUTES, ARENA_PATIENCE = 60, 60  # unless its maker says otherwise; the second in seconds
UNTENDED, SLOWLY, CLOSELY = 0, 1, 2  # how closely the server looks after a tournament
Act = Callable[["Found"], dict[str, Any] | None]

# So that a hundred who come at once do not exhaust their tries.
_locks: WeakValueDictionary[tuple[House, str], asyncio.Lock] = WeakValueDictionary()


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

    def numbers(self) -> dict[str, int]:
        """The same of all; computers have none."""
        return {entry.player: at for at, entry in enumerate(self.event.entries, 1)}

    @property
    def finished(self) -> bool:
        """Whether nothing more will be played."""
        if self.event.plan.format == "arena":
            return self.event.ends is not None and now() >= self.event.ends and not self.event.waiting
        return self.event.finished


async def create(house: House, who: Who, given: told.NewTournament) -> str:
    """A new tournament; whoever makes it directs it."""
    assert who.guest is not None
    game = find_game(given.game)
    if given.fill is not None and (given.fill not in player_names() or player_level(given.fill) is None):
        raise Refusal("no_player", player=given.fill, players=", ".join(name for name in player_names() if player_level(name)))
    seated = {"players": given.size} if "players" in game.options.ALLOWED else {}
    options = game.options_from(seated | given.options, strict=True)
    if Table(game, options, (0, 0, 0, 1)).players != given.size:
        raise Refusal("seat_count", players=Table(game, options, (0, 0, 0, 1)).players)
    require_choice(given.clock)
    theirs = await house.store.rows(select(tournaments.c.id).where(tournaments.c.director == who.guest).limit(MOST_OF_GUEST))
    if len(theirs) >= MOST_OF_GUEST:
        raise Full("too_many_tournaments", most=MOST_OF_GUEST)
    clock = json.dumps(msgspec.to_builtins(given.clock)) if given.clock else None
    setup = {"game": game.name, "options": msgspec.to_builtins(options), "clock": clock, "fill": given.fill}
    row: dict[str, Any] = {"id": new_id(), "director": who.guest, "title": person_title(given.title), "setup": json.dumps(setup)}
    row |= {"event": msgspec.json.encode(Event(plan_of(given))).decode(), "step": 0, "created": now(), "tended": UNTENDED}
    await house.log.write(statements=[tournaments.insert().values(**row)])
    return str(row["id"])


def plan_of(given: told.NewTournament) -> Plan:
    """What is played, as asked for. An arena always ends, and waits for nobody."""
    arena = given.format == "arena"
    return Plan(
        given.format,
        given.size,
        given.rounds,
        given.advance,
        fill=given.fill is not None,
        duplicate=given.duplicate,
        auto=given.auto and not arena,
        minutes=(given.minutes or ARENA_MINUTES) if arena else None,
        patience=given.patience or (ARENA_PATIENCE if arena else None),
    )


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


async def step_of(house: House, id: str) -> int:
    """The number of its last change."""
    rows = await house.store.rows(select(tournaments.c.step).where(tournaments.c.id == id))
    if not rows:
        raise NotFound("no_tournament")
    return int(rows[0]["step"])


async def weight(house: House, which: ColumnElement[bool]) -> float:
    """As how many reads it counts to read, change or show some tournaments."""
    rows = await house.store.rows(select(func.sum(func.length(tournaments.c.event)).label("bytes")).where(which))
    return min(MOST_READS, int(rows[0]["bytes"] or 0) / BYTES_A_READ)


def is_mine(guest: str) -> ColumnElement[bool]:
    """Which tournaments somebody directs or takes part in."""
    mine = select(tournament_names.c.tournament).where(tournament_names.c.guest == guest)
    return or_(tournaments.c.director == guest, tournaments.c.id.in_(mine))


async def list_mine(house: House, guest: str) -> list[Found]:
    """The tournaments that somebody directs or takes part in, the newest first."""
    query = select(tournaments).where(is_mine(guest)).order_by(tournaments.c.created.desc()).limit(MOST_LISTED)
    found = []
    for row in await house.store.rows(query):
        found.append(Found(row, msgspec.json.decode(row["event"], type=Event), {}, json.loads(row["setup"])))
        await asyncio.sleep(0)  # large ones take a while, and others wait
    return found


async def change(house: House, id: str, kind: str, act: Act, beside: Callable[[Found], list[Executable]] = lambda _: []) -> Found:
    """Read, change, write; again if somebody else was first. What `beside` gives is written with it."""
    async with _locks.setdefault((house, id), asyncio.Lock()):
        for _ in range(TRIES):
            found = await read(house, id)
            try:
                data = act(found)
            except (TournamentError, BadOption) as error:
                raise Refusal("tournament", why=str(error)) from None
            if data is None:
                return found
            step = found.row["step"] + 1
            values = {"event": msgspec.json.encode(found.event).decode(), "step": step, "tended": closeness(found)}
            entry = {"tournament": id, "step": step, "kind": kind, "data": json.dumps(data), "time": now()}
            written = tournament_steps.insert().values(**entry), update(tournaments).where(tournaments.c.id == id).values(**values)
            try:
                await house.log.write(statements=[*written, *beside(found)])
            except Conflict:
                continue
            found.row |= values
            return found
    raise Taken("tournament_busy")


def closeness(found: Found) -> int:
    """How closely to look after a tournament: whether something in it happens by itself."""
    event = found.event
    hidden = any(not draws.open for draws in event.draws)
    if not event.waiting and not hidden and (found.finished or not ((event.plan.auto and event.rounds) or event.ends)):
        return UNTENDED
    return CLOSELY if event.plan.auto or event.plan.patience or event.ends else SLOWLY


async def enter(house: House, id: str, who: Who, name: str) -> Found:
    """Take part, also late; who enters is named on its page."""
    guest, called = who.guest, person_name(name)
    assert guest is not None

    def act(found: Found) -> dict[str, Any] | None:
        if found.finished:
            raise TournamentError("it is over")
        if found.names.get(guest) == called and any(entry.player == guest and not entry.left for entry in found.event.entries):
            return None
        found.event.enter(guest)
        found.names[guest] = called
        return {"player": found.number(guest)}

    def named(_: Found) -> list[Executable]:
        there = tournament_names.c.tournament == id, tournament_names.c.guest == guest
        row = {"tournament": id, "guest": guest, "name": called}
        return [tournament_names.delete().where(*there), tournament_names.insert().values(**row)]

    return await change(house, id, "entered", act, named)


async def withdraw(house: House, id: str, who: Who, player: int | None) -> Found:
    """Leave; the director may also remove somebody who did not show up."""

    def act(found: Found) -> dict[str, Any] | None:
        if player is not None:
            require_director(found, who)
            if player > len(found.event.entries):
                raise TournamentError("they do not take part")
        leaving = found.event.entry(who.guest or "") if player is None else found.event.entries[player - 1]
        if leaving.left:  # and no step: nothing has changed
            return None
        found.event.withdraw(leaving.player)
        return {"player": found.number(leaving.player)} | ({} if player is None else {"by": "director"})

    return await change(house, id, "withdrew", act)


async def entered_by(house: House, *guests: str) -> list[str]:
    """The tournaments in which all of these take part."""
    entered = select(tournament_names.c.tournament).distinct()
    for guest in guests:
        names = tournament_names.alias()
        entered = entered.where(tournament_names.c.tournament.in_(select(names.c.tournament).where(names.c.guest == guest)))
    return [row["tournament"] for row in await house.store.rows(entered)]


async def leave(house: House, guest: str, ids: Sequence[str]) -> None:
    """Withdraw somebody who is no more: nobody is paired with them."""
    for id in ids:
        with suppress(TegelError):
            await withdraw(house, id, Who(guest), None)


def require_director(found: Found, who: Who) -> None:
    """Only who made it may go on."""
    if not who.guest or found.row["director"] != who.guest:
        raise Forbidden("not_director")


async def decide(house: House, id: str, who: Who, given: told.TableResult) -> Found:
    """The director says how a table ended."""

    def act(found: Found) -> dict[str, Any]:
        require_director(found, who)
        if given.round > len(found.event.rounds) or given.table > len(found.event.rounds[given.round - 1]):
            raise TournamentError("there is no such table")
        found.event.record(given.round - 1, given.table - 1, given.places)
        deal_anew(found.event, given.round - 1, house.uptime.now())
        return msgspec.structs.asdict(given)

    return await change(house, id, "decided", act)


def deal_anew(event: Event, at: int, present: int) -> None:
    """A duplicate round that is not dealt yet goes on without the tables that are decided: with a new promise, which everybody sees."""
    if event.plan.duplicate and not event.draws[at].dealt:
        event.draws[at] = new_draws([(table.players, asked(table)) for table in event.rounds[at] if not table.bye], present)
        event.draws[at].dealt = not event.draws[at].missing


def asked(table: Seating) -> list[bool]:
    """Who of a table adds to the deals of its round."""
    return [not table.over and not is_computer(player) for player in table.players]
