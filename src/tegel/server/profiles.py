"""Tables of the best, profiles, histories, head to head: what is told of ratings, to whom."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import and_, func, or_, select, tuple_

from ..core.game import find_game, game_names
from ..ratings.beliefs import CERTAIN
from ..ratings.pool import is_computer
from . import rating_answers as told
from .counting import COUNTS, OFTEN
from .errors import NotFound
from .house import House
from .players import Known, names_of
from .rating_tables import players, rated, rated_seats, rating_points, ratings
from .tables import games, seats
from .who import Who

PAGE = 50
MOST_POINTS = 500  # of a curve, the last
MOST_GAMES = 500  # that statistics look at, the last

Row = dict[str, Any]


def require_pool(pool: str) -> str:
    """A pool there can be."""
    name, _, seats_there = pool.rpartition("-")
    if name not in game_names() or seats_there not in ("2", "3", "4", "5"):
        raise NotFound("no_such_pool")
    return pool


def _rating(row: Row) -> told.Rated:
    return told.Rated(
        row["pool"],
        round(row["mean"], 1),
        round(row["deviation"], 1),
        row["deviation"] > CERTAIN,
        bool(row["listed"]),
        row["games"],
        row["wins"],
        None if row["luckless_mean"] is None else round(row["luckless_mean"], 1),
        None if row["luckless_deviation"] is None else round(row["luckless_deviation"], 1),
        row["luck_games"],
    )


async def pools(house: House) -> told.RatingPools:
    """Those in which anybody is rated."""
    rows = await house.store.rows(select(ratings.c.pool, func.count().label("rated")).group_by(ratings.c.pool))
    found = [(row["pool"].rpartition("-"), row) for row in rows]
    return told.RatingPools(
        [told.RatingPool(row["pool"], name, int(seated), row["rated"]) for (name, _, seated), row in sorted(found, key=str)]
    )


async def leaderboard(house: House, who: Who, pool: str, page: int, language: str) -> told.Leaderboard:
    """The best who agreed to be named, and the computer levels; one's own rating in any case."""
    named = or_(players.c.shown == 1, and_(players.c.guest.is_(None), ratings.c.player.like("level:%")))
    query = (
        select(ratings)
        .join(players, players.c.guest == ratings.c.player, isouter=True)
        .where(ratings.c.pool == pool, or_(ratings.c.listed == 1, ratings.c.player.like("level:%")), named)
        .order_by(ratings.c.mean.desc(), ratings.c.player)
        .limit(PAGE + 1)
        .offset(page * PAGE)
    )
    rows = await house.store.rows(query)
    called = await names_of(house, (row["player"] for row in rows), language)
    ranked = [
        told.Ranked(page * PAGE + at, called[row["player"]], _rating(row), row["player"] == who.guest)
        for at, row in enumerate(rows[:PAGE], 1)
    ]
    mine = await house.store.rows(select(ratings).where(ratings.c.pool == pool, ratings.c.player == who.guest)) if who.guest else []
    return told.Leaderboard(pool, ranked, len(rows) > PAGE, _rating(mine[0]) if mine else None)


async def profile(house: House, known: Known) -> told.Profile:
    """All ratings of a player, and how they went."""
    rows = await house.store.rows(select(ratings).where(ratings.c.player == known.key).order_by(ratings.c.pool))
    query = select(rating_points).where(rating_points.c.player == known.key).order_by(rating_points.c.time.desc()).limit(MOST_POINTS)
    curve = [
        told.CurvePoint(row["pool"], row["time"], round(row["mean"], 1), round(row["deviation"], 1))
        for row in reversed(await house.store.rows(query))
    ]
    return told.Profile(known.named, known.you, [_rating(row) for row in rows], curve)


async def history(
    house: House, who: Who, known: Known, language: str, *, wanted: dict[str, str], before: tuple[int, str]
) -> told.RatedGames:
    """A player's games that count, the last first: `wanted` may name a pool, an opponent and an outcome."""
    mine = rated_seats.alias("mine")
    query = (
        select(rated.c.game, rated.c.pool, rated.c.ended, rated.c.verdict)
        .join(mine, mine.c.game == rated.c.game)
        .where(mine.c.player == known.key, rated.c.verdict.in_((COUNTS, OFTEN)), tuple_(rated.c.ended, rated.c.game) < tuple_(*before))
    )
    if "pool" in wanted:
        query = query.where(rated.c.pool == wanted["pool"])
    if "opponent" in wanted:
        other = rated_seats.alias("other")
        query = query.join(other, other.c.game == rated.c.game).where(other.c.player == wanted["opponent"])
    if "outcome" in wanted:
        query = query.where(mine.c.place == 1 if wanted["outcome"] == "won" else mine.c.place > 1)
    rows = await house.store.rows(query.order_by(rated.c.ended.desc(), rated.c.game.desc()).limit(PAGE + 1))
    page = rows[:PAGE]
    found = await _games(house, who, known, page, language)
    last = page[-1] if len(rows) > PAGE else None
    return told.RatedGames(found, f"{last['ended']}.{last['game']}" if last else None)


async def _games(house: House, who: Who, known: Known, rows: list[Row], language: str) -> list[told.RatedGame]:
    ids = [row["game"] for row in rows]
    seated: dict[str, list[Row]] = {game: [] for game in ids}
    query = (
        select(rated_seats, seats.c.name)
        .join(seats, and_(seats.c.game == rated_seats.c.game, seats.c.seat == rated_seats.c.seat))
        .where(rated_seats.c.game.in_(ids))
        .order_by(rated_seats.c.game, rated_seats.c.seat)
    )
    for row in await house.store.rows(query):
        seated[row["game"]].append(row)
    results = {row["id"]: json.loads(row["result"] or "{}") for row in await house.store.rows(_results(ids))}
    called = await names_of(house, (seat["player"] for seats_ in seated.values() for seat in seats_), language)
    found = []
    for row in rows:
        there = seated[row["game"]]
        own = any(seat["player"] == who.guest for seat in there)
        points = results.get(row["game"], {}).get("points") or [None] * len(there)
        shown = [
            told.RatedSeat(_called(seat, called, own, known), seat["place"], points[seat["seat"]], seat["player"] == known.key)
            for seat in there
        ]
        public = all(is_computer(seat["player"]) or called[seat["player"]].id for seat in there)
        found.append(told.RatedGame(row["game"] if own or public else None, row["pool"], row["ended"], row["verdict"], shown))
    return found


def _results(ids: list[str]) -> Any:
    return select(games.c.id, games.c.result).where(games.c.id.in_(ids))


def _called(seat: Row, called: dict[str, told.Named], own: bool, known: Known) -> told.Named:
    """Who played a game knows the names of the others in it, agreed or not."""
    named = called[seat["player"]]
    if seat["player"] == known.key:
        return known.named
    return told.Named(None, seat["name"] or None, False) if own and named.name is None else named


async def head_to_head(house: House, known: Known, other: Known) -> told.HeadToHead:
    """Who of two came before the other, in every game both were in."""
    one, two = rated_seats.alias("one"), rated_seats.alias("two")
    query = (
        select(rated.c.pool, one.c.place, two.c.place.label("theirs"), func.count().label("games"))
        .select_from(rated)
        .join(one, one.c.game == rated.c.game)
        .join(two, two.c.game == rated.c.game)
        .where(one.c.player == known.key, two.c.player == other.key, one.c.seat != two.c.seat, rated.c.verdict.in_((COUNTS, OFTEN)))
        .group_by(rated.c.pool, one.c.place, two.c.place)
    )
    found: dict[str, told.Against] = {}
    for row in await house.store.rows(query):
        score = found.setdefault(row["pool"], told.Against(row["pool"], 0, 0, 0, 0))
        score.games += row["games"]
        score.won += row["games"] * (row["place"] < row["theirs"])
        score.shared += row["games"] * (row["place"] == row["theirs"])
        score.lost += row["games"] * (row["place"] > row["theirs"])
    return told.HeadToHead(known.named, other.named, [found[pool] for pool in sorted(found)])


async def statistics(house: House, known: Known, pool: str) -> told.PlayerStatistics:
    """The last games of a player in a pool, in figures."""
    query = (
        select(rated_seats.c.seat, rated_seats.c.place, rated_seats.c.luck, rated_seats.c.loss, games.c.result)
        .join(rated, rated.c.game == rated_seats.c.game)
        .join(games, games.c.id == rated_seats.c.game)
        .where(rated_seats.c.player == known.key, rated.c.pool == pool, rated.c.verdict.in_((COUNTS, OFTEN)))
        .order_by(rated.c.ended.desc())
        .limit(MOST_GAMES)
    )
    rows = await house.store.rows(query)
    results = [(row, json.loads(row["result"] or "{}")) for row in rows]
    points = [result["points"][row["seat"]] for row, result in results if result.get("points")]
    sources: dict[str, float] = {}
    for row, result in results:
        for kind, number in (result.get("sources") or [{}] * 8)[row["seat"]].items():
            sources[kind] = sources.get(kind, 0.0) + number / len(rows)
    by_seat = [[0, 0] for _ in range(int(pool.rpartition("-")[2]))]
    for row in rows:
        by_seat[row["seat"]][0] += 1
        by_seat[row["seat"]][1] += row["place"] == 1
    luck = [row["luck"] for row in rows if row["luck"] is not None]
    loss = [row["loss"] for row in rows if row["loss"] is not None]
    return told.PlayerStatistics(
        pool,
        len(rows),
        _mean(points),
        {kind: round(number, 2) for kind, number in sources.items()},
        _laid(pool, [result["laid"][row["seat"]] for row, result in results if "laid" in result]),
        by_seat,
        _mean(luck),
        _mean(loss),
        len(luck),
    )


def _laid(pool: str, spaces: list[list[int]]) -> told.Laid | None:
    """Where somebody lays tiles, from the spaces of each of their games."""
    board = find_game(pool.rpartition("-")[0]).board
    if board is None or not spaces:
        return None
    counts = [0.0] * (len(board.rows) * len(board.columns))
    for space in (space for each in spaces for space in each):
        counts[space] += 1
    return told.Laid(list(board.rows), list(board.columns), board.spaces([round(count / len(spaces), 3) for count in counts]))


def _mean(numbers: list[Any]) -> float | None:
    return round(sum(numbers) / len(numbers), 3) if numbers else None
