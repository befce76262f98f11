"""Telling people who are elsewhere that it is their turn, in games over days and in games without a clock.

Every few seconds each process looks which of its games wait for somebody who wants to be told, and were not told of yet. That is worked
out from the database, so nothing is forgotten in a stop, and a flood of moves is one message. What is told says which game it is and
who plays, and nothing of what happened in it. It is written down before it is sent: nobody is told twice.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import and_, exists, or_, select, update

from ..core.words import say
from .account_tables import sessions
from .brief import Brief
from .days import is_over_days
from .errors import Storage
from .house import House, logger, now
from .push_crypto import Vapid, encrypt, read_keys
from .push_delivery import AT_ONCE, Delivery, Undeliverable
from .push_tables import subscription_ended, subscriptions, told_turns
from .quiet_hours import is_quiet
from .tables import games, guests, seats
from .writing import Conflict, required

EVERY = 10.0  # seconds between looks
GAP = 10 * 60 * 1000  # milliseconds between two messages about one game
KEPT = 24 * 3600  # seconds for which a push service keeps a message for a browser that is not there
MOST_WAITING = 500  # messages on their way; what does not fit waits in the database
MOST_TURNS = 2000  # turns looked at at once
MOST_FAILURES = 6  # in a row, ever further apart, until a browser is given up
GONE = (404, 410)  # a browser that has unsubscribed
Row = dict[str, Any]


class Message(NamedTuple):
    """What is to be sent to a browser, and about which games."""

    subscription: Row
    body: bytes
    topic: str
    games: tuple[str, ...]


class Pushing:
    """Looks who is to be told, and sends."""

    def __init__(self, house: House, vapid: Vapid) -> None:
        self.vapid = vapid
        self.delivery = Delivery()
        self._house = house
        self._waiting: asyncio.Queue[Message] = asyncio.Queue(MOST_WAITING)
        self._after = ""  # the last browser looked at, so that all have their turn, whoever has to wait
        self._failures: dict[str, tuple[int, float]] = {}  # of a subscription: how many in a row, and when to try again

    async def run(self) -> None:
        """As long as the server runs."""
        senders = [asyncio.create_task(self._send_all(), name=f"push {number}") for number in range(AT_ONCE)]
        try:
            while True:
                try:
                    await self.look()
                except Storage as error:
                    logger.warning("who wants to be told cannot be read", extra={"why": error.why})
                except Exception:
                    logger.exception("nobody could be told")
                await asyncio.sleep(EVERY)
        finally:
            for sender in senders:
                sender.cancel()
            await asyncio.gather(*senders, return_exceptions=True)
            self.delivery.close()

    async def look(self) -> None:
        """Tell whoever is to be told now."""
        await self._end_signed_out()
        while True:
            rows = await self._house.store.rows(self._turns())
            turns: dict[str, list[Row]] = defaultdict(list)
            for row in rows:
                turns[row["id"]].append(row)
            if len(rows) == MOST_TURNS and len(turns) > 1:
                turns.popitem()  # there may be more of it: the next time
            for id, found in turns.items():
                if self._waiting.full():
                    return
                await self._tell([row for row in found if row["game_clock"] is None or is_over_days(row["game_clock"])])
                self._after = id
            if len(rows) < MOST_TURNS:
                self._after = ""
                return

    def _turns(self) -> Any:
        """The next games in which somebody who wants to be told is to move, and was not told yet."""
        other = seats.alias("other")
        company = exists(select(other.c.seat).where(other.c.game == games.c.id, other.c.kind != "computer", other.c.guest != seats.c.guest))
        told = and_(told_turns.c.subscription == subscriptions.c.id, told_turns.c.game == games.c.id)
        new = or_(told_turns.c.last.is_(None), told_turns.c.last < games.c.last)
        about = games.c.id.label("game"), games.c.clock.label("game_clock"), games.c.last.label("game_last"), games.c.changed
        return (
            select(subscriptions, *about, told_turns.c.last.label("told_last"), told_turns.c.time.label("told_time"))
            .join(seats, seats.c.guest == subscriptions.c.guest)
            .join(games, and_(games.c.id == seats.c.game, games.c.turn == seats.c.seat))
            .outerjoin(told_turns, told)
            .where(games.c.status == "running", games.c.bot == 0, company, new, self._house.store.mine)
            .where(subscriptions.c.id > self._after)
            .order_by(subscriptions.c.id, games.c.changed)
            .limit(MOST_TURNS)
        )

    async def _end_signed_out(self) -> None:
        """A browser that was signed out, or has another cookie, is told no more."""
        same = subscriptions.c.cookie_hash
        guest = exists(select(guests.c.id).where(guests.c.id == subscriptions.c.guest, guests.c.cookie_hash == same))
        session = exists(select(sessions.c.guest).where(sessions.c.guest == subscriptions.c.guest, sessions.c.cookie_hash == same))
        for row in await self._house.store.rows(select(subscriptions.c.id).where(~guest, ~session)):
            await self.end(row["id"])

    async def end(self, subscription: str) -> None:
        """Tell a browser no more."""
        self._failures.pop(subscription, None)
        await self._house.log.write(statements=subscription_ended(subscription))

    async def _tell(self, turns: Sequence[Row]) -> None:
        """Tell one browser of its turns, as one message; some may have to wait."""
        if not turns:
            return
        time_now, mine = now(), turns[0]
        if is_quiet(mine["zone"], mine["quiet_from"], mine["quiet_to"], time_now):
            return
        if self._failures.get(mine["id"], (0, 0.0))[1] > time.monotonic():
            return
        due = [row for row in turns if row["told_time"] is None or not 0 <= time_now - row["told_time"] < GAP]
        if not due:
            return
        try:
            await self._house.log.write(statements=[_noted(row, time_now) for row in due])
        except Conflict:
            return  # another process has told them, or will
        away = [row for row in due if not self._is_there(row)]
        if away:
            self._waiting.put_nowait(await self._message(away))

    def _is_there(self, row: Row) -> bool:
        """Whether somebody has the game open: then they see that it is their turn."""
        room = self._house.rooms.get(row["game"])
        return room is not None and any(listener.who.guest == row["guest"] for listener in room.listeners)

    async def _message(self, turns: Sequence[Row]) -> Message:
        mine, language = turns[0], turns[0]["language"]
        waiting = await self._count(mine["guest"])
        about: Row = {"url": "/games", "tag": "games", "title": say(language, "server.push.several", count=len(turns))}
        if len(turns) == 1:
            found = (await self._house.store.briefs([(mine["changed"], mine["game"])]))[0]
            title = _one_game(found, mine["guest"], language) if isinstance(found, Brief) else about["title"]
            about = {"url": f"/game/{mine['game']}", "tag": mine["game"], "title": title}
        body = json.dumps({**about, "lang": language, "waiting": waiting}, ensure_ascii=False).encode()
        return Message(mine, body, about["tag"], tuple(row["game"] for row in turns))

    async def _count(self, guest: str) -> int:
        """How many games with others wait for somebody."""
        other = seats.alias("other")
        company = exists(select(other.c.seat).where(other.c.game == games.c.id, other.c.kind != "computer", other.c.guest != guest))
        waits = games.c.id == seats.c.game, games.c.turn == seats.c.seat, games.c.status == "running", games.c.bot == 0
        return len(await self._house.store.rows(select(games.c.id).where(seats.c.guest == guest, *waits, company).limit(100)))

    async def _send_all(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._send(message)
            except Storage as error:
                logger.warning("what came of a message could not be noted", extra={"why": error.why})
            except Exception:
                logger.exception("a message could not be sent")

    async def _send(self, message: Message) -> None:
        id, endpoint = message.subscription["id"], message.subscription["endpoint"]
        try:
            keys = read_keys(message.subscription["public_key"], message.subscription["secret"])
            parts = urlsplit(endpoint)
            headers = {
                "Authorization": self.vapid.authorize(f"{parts.scheme}://{parts.hostname}"),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": f"{KEPT}",
                "Topic": message.topic,
                "Urgency": "normal",
            }
            status = await self.delivery.post(endpoint, headers, encrypt(message.body, keys))
        except Undeliverable as error:
            logger.info("a push service did not answer", extra={"why": str(error)})
            status = 0
        self._house.metrics.count("tegel_push_total")
        if status in GONE:
            await self.end(id)
        elif 200 <= status < 300:
            self._failures.pop(id, None)
        else:
            await self._failed(message)
            self._house.metrics.count("tegel_push_failures_total")

    async def _failed(self, message: Message) -> None:
        """Try again later, ever later; who never answers is given up."""
        id = message.subscription["id"]
        failures = self._failures.get(id, (0, 0.0))[0] + 1
        if failures >= MOST_FAILURES:
            await self.end(id)
            return
        self._failures[id] = failures, time.monotonic() + 60 * 2**failures
        again = told_turns.c.subscription == id, told_turns.c.game.in_(message.games)
        await self._house.log.write(statements=[told_turns.delete().where(*again)])


def _noted(row: Row, time: int) -> Any:
    """The statement that writes down what somebody is told; of two processes one writes it."""
    values = {"last": row["game_last"], "time": time}
    if row["told_last"] is None:
        return told_turns.insert().values(subscription=row["id"], game=row["game"], **values)
    mine = told_turns.c.subscription == row["id"], told_turns.c.game == row["game"], told_turns.c.last == row["told_last"]
    return required(update(told_turns).where(*mine).values(**values))


def _one_game(room: Brief, guest: str, language: str) -> str:
    """Which game, and against whom: what everybody at the table sees anyway."""
    names = room.marked_names(language)
    others = [names[seat.seat] for seat in room.seats if seat.guest != guest]
    return say(language, "server.push.turn", title=say(language, f"{room.game.name}.title"), others=", ".join(others))
