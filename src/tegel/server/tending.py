"""Looks after tournaments: takes results in, makes games that a stop left unmade, pairs arenas and rounds that follow by themselves.

At the start every tournament in which something goes on is looked at; then those in which something has happened, those that do
something by themselves every few seconds, and all others now and then. Several processes may do so at once: of two that want the same
step one writes it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sqlalchemy import select

from ..core.errors import TegelError
from .errors import Preparing, Refusal, Storage
from .house import House, logger, now
from .no_shows import forfeit_late
from .room import Room
from .tournament_rounds import make_games, pair, refresh
from .tournament_tables import tournaments
from .tournaments import CLOSELY, SLOWLY, Found, change, closeness

EVERY = 3.0  # seconds between looks at those that do something by themselves
RARELY = 60.0  # and at the others
AT_ONCE = 50  # tournaments of one look; the next ones are looked at the next time


class Tending:
    """What is to be looked at."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._woken: set[str] = set()
        self._wanted = asyncio.Event()
        self._after = {CLOSELY: "", SLOWLY: ""}  # the last one looked at, so that all have their turn
        self._rarely = 0.0  # when to look at the others again

    def wake(self, tournament: str | None) -> None:
        """Something has happened in a tournament, if it is one."""
        if tournament:
            self._woken.add(tournament)
            self._wanted.set()

    def ended(self, room: Room) -> None:
        """A game is over."""
        self.wake(room.row["tournament"])

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            try:
                for id in await self._due():
                    await self._tend(id)
            except Storage as error:
                logger.warning("tournaments cannot be read", extra={"why": error.why})
            except Exception:
                logger.exception("tournaments cannot be looked after")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), EVERY)
            self._wanted.clear()

    async def _due(self) -> list[str]:
        woken, self._woken = self._woken, set()
        found = [*woken, *await self._next(CLOSELY)]
        if time.monotonic() >= self._rarely:
            others = await self._next(SLOWLY)
            found += others
            if len(others) < AT_ONCE:
                self._rarely = time.monotonic() + RARELY
        return list(dict.fromkeys(found))

    async def _next(self, closeness: int) -> list[str]:
        """The next tournaments to be looked at so closely; after the last one the first."""
        after = tournaments.c.tended == closeness, tournaments.c.id > self._after[closeness]
        rows = await self._house.store.rows(select(tournaments.c.id).where(*after).order_by(tournaments.c.id).limit(AT_ONCE))
        self._after[closeness] = rows[-1]["id"] if len(rows) == AT_ONCE else ""
        return [row["id"] for row in rows]

    async def _tend(self, id: str) -> None:
        try:
            await tend(self._house, id)
        except Preparing as error:
            self._house.start(self._wait_for(error.game, id))
        except TegelError as error:
            logger.warning("a tournament was not looked after", extra={"tournament": id, "why": repr(error)})
        except Exception:
            logger.exception("a tournament cannot be looked after", extra={"tournament": id})

    async def _wait_for(self, game: str, id: str) -> None:
        """Look again once the rules are ready."""
        await self._house.readiness.wait_for_rules(game)
        self.wake(id)


async def tend(house: House, id: str) -> Found:
    """Do what is due in a tournament."""
    found = await refresh(house, id)
    await house.readiness.rules(found.setup["game"])
    found = await make_games(house, found)
    found = await forfeit_late(house, found)
    if pairs_itself(found):
        with suppress(Refusal):  # too few are free, or another process has paired
            found = await pair(house, found)
    if closeness(found) != found.row["tended"]:  # the time of an arena is up, say: whoever looks is told
        found = await change(house, id, "settled", lambda _: {})
    return found


def pairs_itself(found: Found) -> bool:
    """Whether the next tables are to be made without the director."""
    event = found.event
    if event.plan.format == "arena":
        return event.ends is not None and now() < event.ends
    return event.plan.auto and bool(event.rounds) and not event.waiting and not event.finished
