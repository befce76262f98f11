"""How hard people find the puzzles: ratings worked out from the log of first tries, and from nothing else."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import NamedTuple

from sqlalchemy import Executable, select, update

from ..core.game import find_game, game_names
from ..learn.puzzles.puzzle import Puzzle, shipped_puzzles
from ..learn.puzzles.tries import PuzzleRating, Try, rate_tries
from .database import open_database
from .errors import NotFound
from .puzzle_answers import RatedPuzzle
from .puzzle_tables import puzzle_tries
from .store import Store
from .tokens import new_id

FRESH = 30.0  # seconds for which ratings that were worked out are told


class Found(NamedTuple):
    """A puzzle and its game."""

    game: str
    puzzle: Puzzle


@cache
def all_puzzles() -> dict[str, Found]:
    """Those in the package, by id."""
    return {puzzle.id: Found(name, puzzle) for name in game_names() for puzzle in shipped_puzzles(find_game(name))}


async def read_ratings(store: Store, game: str) -> dict[str, PuzzleRating]:
    """The ratings of all puzzles of a game that were tried."""
    query = select(puzzle_tries).where(puzzle_tries.c.game == game)
    rows = await store.rows(query.order_by(puzzle_tries.c.time, puzzle_tries.c.guest, puzzle_tries.c.puzzle))
    tries = [Try(row["puzzle"], row["guest"], bool(row["solved"])) for row in rows]
    rated = {id: float(found.puzzle.rating) for id, found in all_puzzles().items() if found.game == game}
    return await asyncio.to_thread(rate_tries, rated, tries)


def show_ratings(found: dict[str, PuzzleRating]) -> list[RatedPuzzle]:
    """For clients: in whole numbers."""
    return [RatedPuzzle(id, round(each.rating), round(each.deviation), each.tries, each.solved) for id, each in sorted(found.items())]


class KnownRatings:
    """What this process last worked out for each game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[float, list[RatedPuzzle]]] = {}

    async def of(self, game: str) -> list[RatedPuzzle]:
        """The ratings of a game's puzzles that were tried, at most half a minute old."""
        if game not in game_names():
            raise NotFound("no_game")
        at, shown = self._known.get(game, (float("-inf"), []))
        if time.monotonic() - at > FRESH:
            shown = show_ratings(await read_ratings(self._store, game))
            self._known[game] = time.monotonic(), shown
        return shown


async def ratings_of_database(address: str) -> dict[str, dict[str, PuzzleRating]]:
    """All ratings, worked out again from the log of a database; a server may use it meanwhile."""
    engine = await open_database(address)
    try:
        store = Store(engine, _ready)
        return {name: await read_ratings(store, name) for name in game_names()}
    finally:
        await engine.dispose()


async def _ready(name: str) -> None:
    """The rules can be used at once: nobody waits for an answer."""


def forget_tries(guest: str) -> Executable:
    """What is to be written when a guest is forgotten: the tries stay, under a name that leads to nobody."""
    return update(puzzle_tries).where(puzzle_tries.c.guest == guest).values(guest=f"gone.{new_id()}")


def move_tries(old: str, new: str) -> list[Executable]:
    """What is to be written when a guest becomes another; of two first tries at a puzzle the other's stays, and this one is nobody's."""
    again = puzzle_tries.alias("again")
    both = select(again.c.puzzle).where(again.c.guest == new, again.c.puzzle == puzzle_tries.c.puzzle).exists()
    return [update(puzzle_tries).where(puzzle_tries.c.guest == old, ~both).values(guest=new), forget_tries(old)]
