"""Puzzles that people try: the first try of each guest is kept. The server decides what solves one, from the move itself."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from ..core.game import find_game
from .errors import NotFound
from .house import House, now
from .messages import Move
from .puzzle_answers import TriedPuzzle
from .puzzle_ratings import Found, all_puzzles
from .puzzle_tables import puzzle_tries
from .who import Who
from .writing import Conflict


def find_puzzle(id: str) -> Found:
    """A puzzle there is."""
    found = all_puzzles().get(id)
    if found is None:
        raise NotFound("no_puzzle")
    return found


def solves(found: Found, move: Move | None) -> bool:
    """Whether a move is the best one, or comes to the same; nothing is who had it shown. An `IllegalMove` for what is no move."""
    if move is None:
        return False
    game = find_game(found.game)
    number = game.parse(move) if isinstance(move, str) else move
    return number in [game.parse(code) for code in found.puzzle.solution]


async def try_puzzle(house: House, who: Who, id: str, move: Move | None) -> TriedPuzzle:
    """Keep a guest's first try; whoever sends another is told what the first one was."""
    found, guest = find_puzzle(id), who.guest
    assert guest is not None
    solved = solves(found, move)
    known = await _first(house, guest, id)
    if known is None:
        values = {"guest": guest, "puzzle": id, "game": found.game, "solved": int(solved), "time": now()}
        with suppress(Conflict):  # sent twice at the same time
            await house.log.write(statements=[puzzle_tries.insert().values(**values)])
        known = await _first(house, guest, id)
    return TriedPuzzle(bool(known))


async def _first(house: House, guest: str, id: str) -> int | None:
    query = select(puzzle_tries.c.solved).where(puzzle_tries.c.guest == guest, puzzle_tries.c.puzzle == id)
    rows = await house.store.rows(query)
    return rows[0]["solved"] if rows else None
