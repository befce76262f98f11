"""A guest signs in to an account that is there already: what they played, shared and directed as a guest becomes the account's.

Everything goes in one transaction. A game in which both of them sat counts for nobody's rating any more: nobody plays themselves. Results
come along only to an account that has none: otherwise one could play as many guests, and bring only those that won.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import Executable, String, and_, bindparam, func, insert, select, update

from .bot_tables import bots
from .counting import COUNTS, OFTEN
from .house import House, now
from .puzzle_ratings import move_tries
from .rating_tables import players, rated, rated_seats, rating_points, ratings
from .tables import games, guests, listed, seats, studies, unfinished
from .tournament_tables import tournament_names, tournament_steps, tournaments
from .vacation_tables import move_vacations

AFTER = 1.0  # seconds, when what was being written in a game at that moment is on disk


def moved(old: str, new: str) -> list[Executable]:
    """The statements by which a guest becomes another."""
    on_list = select(listed.c.game).where(listed.c.guest == old)
    directed = update(tournaments).where(tournaments.c.director == old).values(director=new)
    return [
        *_results(old, new),
        *_tournaments(old, new),
        directed,
        update(seats).where(seats.c.guest == old).values(guest=new),
        update(seats).where(seats.c.owner == old).values(owner=new),
        update(bots).where(bots.c.owner == old).values(owner=new),
        update(games).where(games.c.creator == old, games.c.id.in_(on_list)).values(creator=new),
        update(unfinished).where(unfinished.c.guest == old).values(guest=new),
        update(studies).where(studies.c.guest == old).values(guest=new),
        *move_tries(old, new),
        *move_vacations(old, new),
        *_lists(old, new),
        guests.delete().where(guests.c.id == old),
    ]


def _lists(old: str, new: str) -> list[Executable]:
    """The games of one list go to another, where those of both are already."""
    theirs, mine = (select(listed.c.game).where(listed.c.guest == guest) for guest in (old, new))
    rows = select(bindparam("whose", new, String(32)), games.c.changed, games.c.id).where(games.c.id.in_(theirs), games.c.id.not_in(mine))
    return [insert(listed).from_select(["guest", "changed", "game"], rows), listed.delete().where(listed.c.guest == old)]


def put_in_order(old: str, new: str) -> list[Executable]:
    """The statements that mend a list on which a game that went on at that moment may have its old place, or two."""
    again = listed.alias("again")
    place = select(games.c.changed).where(games.c.id == listed.c.game).scalar_subquery()
    right = select(again.c.game).where(again.c.guest == new, again.c.game == listed.c.game, again.c.changed == place)
    wrong = listed.c.guest == new, listed.c.changed != place
    return [
        listed.delete().where(listed.c.guest == old),
        listed.delete().where(*wrong, right.exists()),
        update(listed).where(*wrong).values(changed=place),
    ]


def _results(old: str, new: str) -> list[Executable]:
    """Results and ratings. Ratings are worked out again, from all games together."""
    one, two = rated_seats.alias("one"), rated_seats.alias("two")
    both = select(one.c.game).join(two, and_(two.c.game == one.c.game, two.c.player == new)).where(one.c.player == old)
    with_oneself = update(rated).where(rated.c.game.in_(both)).values(verdict="one_screen")
    has_own = select(one.c.game).where(one.c.player == new).exists()
    known = select(players.c.guest).where(players.c.guest == new)
    return [
        with_oneself,
        rated_seats.delete().where(rated_seats.c.game.in_(both)),
        update(rated_seats).where(rated_seats.c.player == old, ~has_own).values(player=new),
        *(table.delete().where(table.c.player == old) for table in (ratings, rating_points)),
        update(players).where(players.c.guest == old, ~known.exists()).values(guest=new),
        players.delete().where(players.c.guest == old),
    ]


def _tournaments(old: str, new: str) -> list[Executable]:
    """Entries in tournaments, except where the account takes part itself; each is a step, so that no other step undoes it."""
    other = select(tournament_names.c.tournament).where(tournament_names.c.guest == new)
    entered = select(tournament_names.c.tournament).where(tournament_names.c.guest == old, tournament_names.c.tournament.not_in(other))
    here = tournaments.c.id.in_(entered)
    step = select(tournaments.c.id, tournaments.c.step + 1, bindparam("kind", "moved", String(16)), bindparam("at", now()))
    renamed = func.replace(tournaments.c.event, f'"{old}"', f'"{new}"')
    return [
        insert(tournament_steps).from_select(["tournament", "step", "kind", "time"], step.where(here)),
        update(tournaments).where(here).values(event=renamed, step=tournaments.c.step + 1),
        update(tournament_names)
        .where(tournament_names.c.guest == old, tournament_names.c.tournament.in_(entered.scalar_subquery()))
        .values(guest=new),
        tournament_names.delete().where(tournament_names.c.guest == old),
    ]


async def pools_of(house: House, guest: str) -> list[str]:
    """The pools in which somebody's games count."""
    query = select(rated.c.pool).join(rated_seats, rated_seats.c.game == rated.c.game)
    rows = await house.store.rows(query.where(rated_seats.c.player == guest, rated.c.verdict.in_((COUNTS, OFTEN))).distinct())
    return [row["pool"] for row in rows]


async def settle(house: House, old: str, new: str, pools: list[str]) -> None:
    """What is done after somebody has moved: ratings, and the list, if a move was made at that moment."""
    house.rater.again(pools)
    await asyncio.sleep(AFTER)
    await house.log.write(statements=put_in_order(old, new))
