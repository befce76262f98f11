"""The lobby: open tables, pools and games to watch, told to everybody who looks, as long as they look.

It is read from the database now and then, so it is right after a restart; what people do in it is told at once. Where several processes
serve, one has the lobby; the others tell it of their tables when it asks.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, select, true

from ..core.errors import TegelError
from ..core.words import say
from . import lobby_answers as told
from .answers import ClockSettings, encoded
from .audience import present
from .brief import Brief
from .errors import NoShow, Storage, sentence, short_name
from .house import House, Which, logger
from .listener import GOING_AWAY, NOT_YOURS, Listener
from .offers import offer_of
from .open_tables import is_away, takes_days, tend
from .pools import POOL_CLOCKS, Pools, Seeker, seat_together
from .room import Room
from .showing import encode
from .socket_answers import RefusedFrame
from .tables import games, unfinished
from .who import Who

SHOWN = 50  # tables, and games to watch
SHOWN_OF_GUEST, SHOWN_OF_NETWORK = 3, 25  # of those
LOOKED_AT = 600  # to choose them from: more than one network has unfinished
EVERY = 2.0  # seconds between looks at the database
TENDED = 200  # tables looked after each time
HERE = 10.0  # seconds for which who made a table counts as there after they were last seen
BANNED = 120.0  # seconds without tables and pools for whoever kept others waiting
MOST_BANNED = 10_000


class OtherTables(NamedTuple):
    """Of what the other processes own: tables at which one can sit down, and how many watch a game."""

    free: set[str]
    watchers: dict[str, int]


NO_OTHERS = OtherTables(set(), {})


class Seen(NamedTuple):
    """What there was at the last look."""

    tables: list[Brief]
    games: list[Brief]
    others: OtherTables


class LobbyRoom:
    """Everybody who looks at the lobby, and what they are told."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._seen = Seen([], [], NO_OTHERS)
        self._told: dict[Listener, bytes] = {}
        self._tended = ""  # the last table looked after
        self._wanted = asyncio.Event()
        self._late: OrderedDict[str, float] = OrderedDict()  # guests who kept others waiting, and until when they stay out
        self.pools = Pools(int(house.settings.caps.seekers_of_network))
        if house.sharing is not None:
            house.sharing.door.answers |= {"tables": self._tell_tables, "late": self._hear_late}

    def require_here(self) -> None:
        """There is one lobby: raises `Elsewhere` if another process has it."""
        if self._house.sharing is not None:
            self._house.sharing.leases.require_first()

    async def run(self) -> None:
        """Look after tables and tell what has changed, for ever."""
        while True:
            try:
                await self._tend()
                if self._told:
                    await self.look()
                    self._tell()
            except Storage as error:
                logger.warning("the lobby cannot be read", extra={"why": error.why})
            except Exception:
                logger.exception("the lobby cannot be looked after")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), EVERY)
            self._wanted.clear()

    def touch(self) -> None:
        """Something has changed: look soon."""
        self._wanted.set()

    async def look(self) -> None:
        """Read what there is."""
        waiting = await self._briefs("waiting", games.c.offer.is_not(None))
        running = await self._briefs("running", true())
        others = await self._ask_others([brief.id for brief in waiting + running])
        self._seen = Seen([brief for brief in waiting if self._is_free(brief, others)], running, others)

    async def _ask_others(self, games: list[str]) -> OtherTables:
        """What only the processes know that own these games."""
        if self._house.sharing is None:
            return NO_OTHERS
        answers = await self._house.sharing.links.ask_all("tables", games)
        free = {game for each in answers for game in each["free"]}
        return OtherTables(free, {game: number for each in answers for game, number in each["watchers"].items()})

    def _tell_tables(self, games: list[str]) -> dict[str, Any]:
        """The answer to another process that has the lobby."""
        ours = [room for game in games if (room := self._house.rooms.get(game)) is not None]
        free = [room.id for room in ours if room.status == "waiting" and self._expects(room)]
        return {"free": free, "watchers": {room.id: present(room).watchers for room in ours}}

    def _hear_late(self, guests: list[str]) -> bool:
        """Another process has seen who kept others waiting."""
        self._ban(set(guests))
        return True

    async def _briefs(self, status: str, which: ColumnElement[bool]) -> list[Brief]:
        """The last that changed; nobody's games take the room of others'."""
        opened = games.join(unfinished, unfinished.c.game == games.c.id)
        query = select(games.c.changed, games.c.id, unfinished.c.guest, unfinished.c.network).select_from(opened)
        query = query.where(games.c.public == 1, games.c.status == status, which).order_by(games.c.changed.desc()).limit(LOOKED_AT)
        of_one: Counter[str] = Counter()
        places: list[tuple[int, str]] = []
        for row in await self._house.store.rows(query):
            of_one[row["guest"] or ""] += 1
            of_one[row["network"]] += 1
            if len(places) < SHOWN and of_one[row["guest"] or ""] <= SHOWN_OF_GUEST and of_one[row["network"]] <= SHOWN_OF_NETWORK:
                places.append((row["changed"], row["id"]))
        found = await self._house.store.briefs(places)
        return [brief for brief in found if isinstance(brief, Brief) and brief.status == status]

    def _is_free(self, brief: Brief, others: OtherTables) -> bool:
        """Whether one can sit down, and whoever made the table is there."""
        if all(seat.taken for seat in brief.seats):
            return False
        room = self._house.rooms.get(brief.id)
        return self._expects(room) if room is not None else takes_days(brief) or brief.id in others.free

    def _expects(self, room: Room) -> bool:
        """Whether whoever made a table of ours is there, or need not be."""
        maker = next((seat for seat in room.seats if seat.guest and seat.guest == room.row["creator"]), None)
        return maker is not None and (takes_days(room) or not is_away(self._house, room, maker, HERE))

    async def _tend(self) -> None:
        """Tables that wait: seats of those who left are free again, computers sit down, and who keeps others waiting is noted.

        If there are very many, the next ones the next time: all have their turn.
        """
        waits = games.c.public == 1, games.c.status == "waiting", games.c.offer.is_not(None), games.c.id > self._tended
        rows = await self._house.store.rows(select(games.c.id).where(*waits).order_by(games.c.id).limit(TENDED))
        self._tended = rows[-1]["id"] if len(rows) == TENDED else ""
        for row in rows:
            with suppress(TegelError):  # what cannot be done now is tried again
                room = await self._house.room(row["id"])
                if room is not None:
                    await self._tell_late(await tend(self._house, room))

    async def _tell_late(self, guests: set[str]) -> None:
        """Whoever kept others waiting stays out at every process."""
        self._ban(guests)
        if guests and self._house.sharing is not None:
            await self._house.sharing.links.ask_all("late", sorted(guests))

    def _ban(self, guests: set[str]) -> None:
        for guest in guests:
            self._late[guest] = time.monotonic() + BANNED
            self._late.move_to_end(guest)
        while len(self._late) > MOST_BANNED:
            self._late.popitem(last=False)

    def require_welcome(self, guest: str | None) -> None:
        """Who kept others waiting waits for a while."""
        wait = self._late.get(guest or "", 0.0) - time.monotonic()
        if wait > 0:
            raise NoShow(wait)

    def show(self, language: str) -> bytes:
        """What is the same for all who look."""
        shown = [_show_game(brief, self._watchers(brief), language) for brief in self._seen.games]
        featured = max(shown, key=lambda game: game.watchers, default=None)
        return encode(
            told.Lobby(
                tables=[_show_table(brief, language) for brief in self._seen.tables],
                games=shown,
                featured=featured.game if featured else None,
                pools=self.pools.show(),
                pool_clocks=POOL_CLOCKS,
                people=len({listener.who.sender for listener in self._told if listener.who.owner is None}),
            )
        )

    def _watchers(self, brief: Brief) -> int:
        room = self._house.rooms.get(brief.id)
        return present(room).watchers if room is not None else self._seen.others.watchers.get(brief.id, 0)

    def frame(self, lobby: bytes, who: Who) -> bytes:
        """The same for one of them."""
        mine = [brief.id for brief in self._seen.tables if brief.seats_of(who)]
        return encode(told.LobbyTold(lobby=encoded(told.Lobby, lobby), mine=mine, seeking=self.pools.pool_of(who.guest)))

    def _tell(self) -> None:
        """Tell everybody who has not been told the same."""
        shown: dict[str, bytes] = {}
        for listener, before in list(self._told.items()):
            if listener.language not in shown:
                shown[listener.language] = self.show(listener.language)
            frame = self.frame(shown[listener.language], listener.who)
            if frame != before:
                self._told[listener] = frame
                listener.send(frame)

    def enter(self, listener: Listener) -> None:
        """Somebody looks."""
        self._told[listener] = b""
        self.touch()

    def leave(self, listener: Listener) -> None:
        """And no more: who leaves the lobby leaves the pools."""
        self._told.pop(listener, None)
        if listener.who.guest:
            self.pools.leave(listener.who.guest, listener)
        self.touch()

    def forget(self, guest: str) -> None:
        """A guest is no more."""
        self.pools.leave(guest)
        self.let_go(lambda who: who.guest == guest, NOT_YOURS)

    def let_go(self, which: Which, code: int) -> None:
        """Close the sockets of some people."""
        for listener in list(self._told):
            if which(listener.who):
                listener.end(code)

    async def seek(self, pool: told.Pool, seeker: Seeker) -> None:
        """Wait in a pool, or play at once if enough wait."""
        seekers = self.pools.enter(pool, seeker)
        self.touch()
        if not seekers:
            return
        try:
            room = await seat_together(self._house, pool, seekers)
        except TegelError as error:  # whoever asked last is told by whoever called
            for each in seekers:
                if each.listener is not seeker.listener:
                    each.listener.send(refused(error, None, each.listener.language))
            raise
        for seat, each in enumerate(seekers):
            each.listener.send(encode(told.Paired(game=room.id, seat=seat)))

    def close(self) -> None:
        """The server stops."""
        for listener in list(self._told):
            listener.end(GOING_AWAY)


def refused(error: TegelError, id: str | None, language: str) -> bytes:
    """The frame that says why not."""
    return encode(RefusedFrame(id=id, error=short_name(error), say=sentence(error, language)))


def _show_seats(room: Room, language: str) -> list[told.TableSeat]:
    names = room.names(language)
    return [told.TableSeat(names[seat.seat] if seat.taken else "", seat.bot, not seat.taken, seat.is_bot) for seat in room.seats]


def _show_clock(room: Room) -> ClockSettings | None:
    return ClockSettings(**json.loads(room.row["clock"])) if room.row["clock"] else None


def _show_public(room: Room, language: str) -> dict[str, Any]:
    """The fields of a `PublicTable`."""
    return {
        "game": room.id,
        "name": room.game.name,
        "title": say(language, f"{room.game.name}.title"),
        "options": msgspec.to_builtins(room.options),
        "seats": _show_seats(room, language),
        "clock": _show_clock(room),
    }


def _show_table(room: Room, language: str) -> told.OpenTable:
    offer = offer_of(room)
    fill = offer.fill
    return told.OpenTable(
        **_show_public(room, language),
        promise=room.row["promise"],
        created=room.row["created"],
        fill_at=room.row["created"] + fill.after * 1000 if fill else None,
        fill_player=fill.player if fill else None,
        bots=offer.bots,
    )


def _show_game(brief: Brief, watchers: int, language: str) -> told.PublicGame:
    return told.PublicGame(**_show_public(brief, language), ply=brief.ply, watchers=watchers)
