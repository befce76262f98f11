"""Keeps ratings up to date: soon after a game that counts has ended, its pool is rated anew, as a whole, from all its results.

What comes out depends on the results alone, so `tegel ratings` and every other server on the database find the same. The work is done in a
thread, and the longer it takes the less often.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from functools import partial

from sqlalchemy import Executable, func, select, update

from ..ratings.pool import Rating, Result, rate, too_often
from .counting import COUNTS, NEW, OFTEN, ONE_ADDRESS
from .errors import Storage
from .level_ratings import DRAWS, prior_of
from .log import Log
from .rating_tables import rated, rated_seats, rating_points, ratings, seat_networks
from .store import Store
from .writing import Conflict

logger = logging.getLogger("tegel.server")

SOON = 0.2  # seconds; games that end together are rated together
SHARE = 20  # as many times as long as the last time took there is a pause
AT_ONCE = 500  # games looked at together
ROWS = 200  # of ratings in one statement


class Rater:
    """Rates pools that have changed."""

    def __init__(self, store: Store, log: Log) -> None:
        self._store, self._log = store, log
        self._woken = asyncio.Event()
        self._woken.set()  # something may have ended just before the last stop
        self._changed: set[str] = set()  # pools to be rated although no game has ended in them
        self.rated = 0  # how often pools were rated

    def again(self, pools: Iterable[str]) -> None:
        """What counts in some pools has changed without a game."""
        self._changed.update(pools)
        self._woken.set()

    def wake(self) -> None:
        """A game has ended."""
        self._woken.set()

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            await self._woken.wait()
            await asyncio.sleep(SOON)
            self._woken.clear()
            begun = time.monotonic()
            try:
                self._changed.update(await self.settle())
                for pool in sorted(self._changed):
                    await self.rate(pool)
                    self._changed.discard(pool)
            except (Storage, Conflict):
                self._woken.set()  # another server may have done it; look again
            except Exception:
                logger.exception("ratings could not be kept up")
            await asyncio.sleep(SOON + SHARE * (time.monotonic() - begun))

    async def settle(self) -> list[str]:
        """Look at the games that have ended: two people at one address do not count. The pools with new games that do."""
        pools: set[str] = set()
        while found := await self._store.rows(select(rated.c.game, rated.c.pool).where(rated.c.verdict == NEW).limit(AT_ONCE)):
            games = [row["game"] for row in found]
            query = (
                select(seat_networks.c.game, seat_networks.c.network)
                .where(seat_networks.c.game.in_(games))
                .group_by(seat_networks.c.game, seat_networks.c.network)
                .having(func.count(seat_networks.c.seat) > 1)
            )
            together = sorted({row["game"] for row in await self._store.rows(query)})
            apart = sorted(set(games) - set(together))
            statements: list[Executable] = [seat_networks.delete().where(seat_networks.c.game.in_(games))]
            for verdict, which in ((ONE_ADDRESS, together), (COUNTS, apart)):
                if which:
                    statements.append(update(rated).where(rated.c.game.in_(which)).values(verdict=verdict))
            await self._log.write(statements=statements)
            pools |= {row["pool"] for row in found}
        return sorted(pools)

    async def rate(self, pool: str) -> None:
        """Rate a pool anew, and write what came out."""
        results = await read_results(self._store, pool)
        found = await asyncio.to_thread(partial(rate_pool, pool, results))
        await self._log.write(statements=rating_statements(pool, results, found))
        self.rated += 1


def rate_pool(pool: str, results: Sequence[Result]) -> dict[str, Rating]:
    """The ratings of a pool, from its results alone."""
    return rate(results, partial(prior_of, pool), DRAWS.get(pool))


async def read_results(store: Store, pool: str) -> list[Result]:
    """All results of a pool that may count."""
    query = (
        select(rated.c.game, rated.c.ended, rated_seats.c.player, rated_seats.c.place, rated_seats.c.luck)
        .join(rated_seats, rated_seats.c.game == rated.c.game)
        .where(rated.c.pool == pool, rated.c.verdict.in_((COUNTS, OFTEN)))
        .order_by(rated.c.game, rated_seats.c.seat)
    )
    seats: dict[str, list[tuple[str, int, float | None]]] = {}
    ended: dict[str, int] = {}
    for row in await store.rows(query):
        ended[row["game"]] = row["ended"]
        seats.setdefault(row["game"], []).append((row["player"], row["place"], row["luck"]))
    found = []
    for game, seated in seats.items():
        luck = tuple(given for _, _, given in seated if given is not None)
        known = luck if len(luck) == len(seated) else None
        found.append(Result(game, ended[game], tuple(seat[0] for seat in seated), tuple(seat[1] for seat in seated), known))
    return found


def rating_statements(pool: str, results: Sequence[Result], found: dict[str, Rating]) -> list[Executable]:
    """What is to be written: all ratings of the pool, a point on the curve of those whose last game is the newest, games too many."""
    often = sorted(too_often(results))
    statements: list[Executable] = [
        update(rated).where(rated.c.pool == pool, rated.c.verdict == OFTEN).values(verdict=COUNTS),
        *(update(rated).where(rated.c.game.in_(often[at : at + ROWS])).values(verdict=OFTEN) for at in range(0, len(often), ROWS)),
        ratings.delete().where(ratings.c.pool == pool),
    ]
    rows = [_row(pool, player, rating) for player, rating in sorted(found.items())]
    statements += [ratings.insert().values(rows[at : at + ROWS]) for at in range(0, len(rows), ROWS)]
    last = max((result.ended for result in results), default=0)
    for result in results:
        if result.ended == last and result.game not in often:
            statements += _points(pool, last, {player: found[player] for player in result.players})
    return statements


def _row(pool: str, player: str, rating: Rating) -> dict[str, object]:
    luckless = rating.luckless
    return {
        "pool": pool,
        "player": player,
        "mean": rating.belief.mean,
        "deviation": rating.belief.deviation,
        "games": rating.games,
        "wins": rating.wins,
        "listed": int(rating.listed),
        "luckless_mean": None if luckless is None else luckless.mean,
        "luckless_deviation": None if luckless is None else luckless.deviation,
        "luck_games": rating.luck_games,
    }


def _points(pool: str, time: int, found: dict[str, Rating]) -> list[Executable]:
    """A point on the curve of each, once for each moment."""
    statements: list[Executable] = []
    for player, rating in found.items():
        there = rating_points.c.pool == pool, rating_points.c.player == player, rating_points.c.time == time
        values = {"pool": pool, "player": player, "time": time, "mean": rating.belief.mean, "deviation": rating.belief.deviation}
        statements += [rating_points.delete().where(*there), rating_points.insert().values(**values)]
    return statements
