"""Ratings worked out again from the games themselves: the same as the server keeps up, or what differs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Executable, select, update

from ..ratings.beliefs import Belief
from ..ratings.pool import Rating, too_often
from ..search.review.effort import Effort
from ..search.review.luck import total_luck
from ..search.review.review import review
from .brief import Brief
from .counting import COUNTS, NEW, OFTEN, ONE_ADDRESS, SEALED, pool_of, why_not
from .database import open_database
from .entry import Entry
from .rater import rate_pool, rating_statements, read_results
from .rating_tables import players, rated, rated_seats, ratings
from .results import rank
from .store import Row, Store
from .tables import entries, games

AT_ONCE = 200
SAME = 1e-6  # Elo
EFFORT = Effort(simulations=200, redraws=8)  # of the luck that is taken out of ratings


@dataclass
class Recount:
    """What was found."""

    games: int = 0  # that are over
    counted: int = 0
    differing: list[str] = field(default_factory=list)  # games or ratings that are kept otherwise
    pools: dict[str, dict[str, Rating]] = field(default_factory=dict)
    measured: int = 0  # games whose luck was measured now


async def _ready(_: str) -> None:
    """The rules are compiled when they are first used."""


async def recount(address: str, write: bool) -> Recount:
    """Work everything out again; with `write` what differs is put right."""
    engine = await open_database(address)
    try:
        store, found = Store(engine, _ready), Recount()
        statements = await _recount_games(store, found)
        if statements and write:
            await _write(engine, statements)
        for pool in sorted({row["pool"] for row in await store.rows(select(rated.c.pool).distinct())}):
            results = await read_results(store, pool)
            found.pools[pool] = rate_pool(pool, results)
            found.counted += len(results) - len(too_often(results))
            kept = {row["player"]: row for row in await store.rows(select(ratings).where(ratings.c.pool == pool))}
            differing = _differing(pool, found.pools[pool], kept)
            found.differing += differing
            if write and differing:
                await _write(engine, rating_statements(pool, results, found.pools[pool]))
        return found
    finally:
        await engine.dispose()


def _differing(pool: str, found: dict[str, Rating], kept: dict[str, Row]) -> list[str]:
    names = [f"{pool} {player}" for player in sorted(set(found) ^ set(kept))]
    for player in sorted(set(found) & set(kept)):
        rating, row = found[player], kept[player]
        close = _is_same(rating.belief, row["mean"], row["deviation"])
        close = close and _is_same(rating.luckless, row["luckless_mean"], row["luckless_deviation"])
        if not close or (rating.games, rating.wins, rating.luck_games) != (row["games"], row["wins"], row["luck_games"]):
            names.append(f"{pool} {player}")
    return names


def _is_same(found: Belief | None, mean: float | None, deviation: float | None) -> bool:
    if found is None or mean is None or deviation is None:
        return found is None and mean is None and deviation is None
    return abs(found.mean - mean) < SAME and abs(found.deviation - deviation) < SAME


async def _write(engine: Any, statements: list[Executable]) -> None:
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(statement)


async def _recount_games(store: Store, found: Recount) -> list[Executable]:
    """The statements that make the results what the games say."""
    over = [(row["changed"], row["id"]) for row in await store.rows(select(games.c.id, games.c.changed).where(games.c.status == "over"))]
    found.games = len(over)
    statements: list[Executable] = []
    for first in range(0, len(over), AT_ONCE):
        for brief in await store.briefs(over[first : first + AT_ONCE]):
            if isinstance(brief, Brief):
                statements += await _recount_game(store, found, brief)
    return statements


async def _recount_game(store: Store, found: Recount, brief: Brief) -> list[Executable]:
    of_game = entries.c.game == brief.id
    rows = await store.rows(select(entries.c.number, entries.c.kind, entries.c.seat, entries.c.time).where(of_game))
    log = [Entry(row["number"], row["kind"], row["seat"], None, None, {}, row["time"]) for row in rows]
    ended = next(entry.time for entry in log if entry.kind == "over")
    kept = await store.rows(select(rated).where(rated.c.game == brief.id))
    if kept and brief.row["draws"]:
        ended = max(ended, kept[0]["ended"])  # it counts from the end of its round on
    seated = {row["seat"]: row for row in await store.rows(select(rated_seats).where(rated_seats.c.game == brief.id))}
    known = kept[0]["verdict"] if kept else NEW
    gone = {at for at, row in seated.items() if row["player"].startswith("gone.")}
    verdict = _verdict(brief, log, known, gone)
    places = rank((brief.result or {})["places"], {seat.seat for seat in brief.seats if seat.left})
    wanted = {}
    if verdict in (COUNTS, OFTEN, NEW, ONE_ADDRESS, SEALED):
        for seat in brief.seats:
            player = seat.player if seat.kind == "computer" else seat.guest or seated[seat.seat]["player"]
            wanted[seat.seat] = player, places[seat.seat]
    same = {at: (row["player"], row["place"]) for at, row in seated.items()} == wanted
    row = {"game": brief.id, "pool": pool_of(brief), "ended": ended, "verdict": verdict}
    if same and kept == [row]:
        return []
    found.differing.append(brief.id)
    statements: list[Executable] = [table.delete().where(table.c.game == brief.id) for table in (rated, rated_seats)]
    statements.append(rated.insert().values(**row))
    for at, (player, place) in wanted.items():
        luck, loss = (seated[at]["luck"], seated[at]["loss"]) if at in seated else (None, None)
        statements.append(rated_seats.insert().values(game=brief.id, seat=at, player=player, place=place, luck=luck, loss=loss))
    return statements


def _verdict(brief: Brief, log: list[Entry], known: str, gone: set[int]) -> str:
    """What the game says; from where it was played is known only at its end."""
    for seat in brief.seats:
        if seat.guest is None and seat.seat in gone:
            seat.guest = f"gone {seat.seat}"
    reason = why_not(brief, log)
    for seat in brief.seats:
        if seat.seat in gone:
            seat.guest = None
    if reason is not None:
        return reason
    return known if known in (ONE_ADDRESS, OFTEN, NEW, SEALED) else COUNTS


async def measure_luck(address: str, most: int, tick: Callable[[], None] = lambda: None) -> int:
    """Measure the luck of games in which everybody agreed to it, the oldest first; returns of how many."""
    engine = await open_database(address)
    try:
        store = Store(engine, _ready)
        agreed = {row["guest"] for row in await store.rows(select(players.c.guest).where(players.c.reviewed == 1))}
        query = select(rated_seats.c.game, rated_seats.c.player, rated_seats.c.luck).join(rated, rated.c.game == rated_seats.c.game)
        rows = await store.rows(query.where(rated.c.verdict == COUNTS).order_by(rated.c.ended, rated.c.game))
        seated: dict[str, list[Row]] = {}
        for row in rows:
            seated.setdefault(row["game"], []).append(row)
        willing = [
            game
            for game, there in seated.items()
            if any(row["luck"] is None for row in there) and all(":" in row["player"] or row["player"] in agreed for row in there)
        ]
        for game in willing[:most]:
            await _write(engine, await _measured(store, game))
            tick()
        return len(willing[:most])
    finally:
        await engine.dispose()


async def _measured(store: Store, game: str) -> list[Executable]:
    room = await store.room(game)
    assert room is not None
    if not room.record().over:  # somebody resigned: the draws after that never came
        return [update(rated_seats).where(rated_seats.c.game == game).values(luck=0.0)]
    found = await asyncio.to_thread(partial(review, room.record(), EFFORT))
    luck = total_luck(found.luck, found.players).win
    statements: list[Executable] = []
    for seat in range(found.players):
        gains = [decision.points_gain for decision in found.counted(seat)]
        loss = -sum(gains) / len(gains) if gains else None
        there = rated_seats.c.game == game, rated_seats.c.seat == seat
        statements.append(update(rated_seats).where(*there).values(luck=luck[seat], loss=loss))
    return statements


def as_json(found: Recount) -> dict[str, Any]:
    """For programs: players by their keys in the database."""
    told = {
        pool: {
            player: {"mean": rating.belief.mean, "deviation": rating.belief.deviation, "games": rating.games, "listed": rating.listed}
            for player, rating in sorted(players_.items())
        }
        for pool, players_ in found.pools.items()
    }
    counts = {"games": found.games, "counted": found.counted, "differing": found.differing, "measured": found.measured}
    return {**counts, "pools": told}
