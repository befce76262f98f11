"""Many puzzles made, verified or tried, in several processes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

from ...core.game import Game, find_game
from ...core.position import write_position
from ...core.record import Record
from ...search.players import find_player
from ...search.review.native import Native
from ...search.review.numbers import Numbers
from ...search.settings import LEVELS
from ..sharing import work_on
from .finding import deal_game, find_puzzles, make_puzzle, play_game, replay_game
from .levels import LOW
from .proof import PURPOSE, Effort, Proof, prove, usual
from .puzzle import Puzzle, open_puzzle

STAND_INS = ("greedy", "search:2", "learned:2")  # players that need the same code as all others, and hardly think


class Order(NamedTuple):
    """A game to look for puzzles in: one of self-play, or a record's text."""

    game: str
    given: dict[str, Any]
    seed: int
    number: int
    until: float  # as time.time() tells it
    record: str = ""


def search_game(order: Order) -> list[Puzzle]:
    """The puzzles of one game."""
    if order.record:
        positions = replay_game(Record.loads(order.record))
    else:
        positions = play_game(deal_game(find_game(order.game), order.given, order.seed, order.number), order.seed, order.number)
    return list(find_puzzles(positions, order.seed, usual(order.game), lambda: time.time() >= order.until))


def make_puzzles(game: Game, given: dict[str, Any], seed: int, until: float, jobs: int) -> Iterator[list[Puzzle]]:
    """The puzzles of one game of self-play after the other, until the time is over."""
    prepare(game, given)
    orders = (Order(game.name, given, seed, number, until) for number in count())
    return work_on(search_game, _in_time(orders, until), jobs)


def search_records(game: Game, texts: list[str], seed: int, until: float, jobs: int) -> Iterator[list[Puzzle]]:
    """The puzzles of games that were played before."""
    prepare(game, {})
    orders = (Order(game.name, {}, seed, number, until, text) for number, text in enumerate(texts))
    return work_on(search_game, _in_time(orders, until), jobs)


def _in_time(orders: Iterable[Order], until: float) -> Iterator[Order]:
    for order in orders:
        if time.time() >= until:
            return
        yield order


class Check(NamedTuple):
    """A puzzle to be verified again, or to be tried by a player."""

    puzzle: Puzzle
    game: str
    seed: int
    player: str = ""


def verify_puzzle(check: Check) -> Proof | None:
    """The proof that a puzzle's move is the best, with another seed; None if there is none."""
    game = find_game(check.game)
    table = open_puzzle(check.puzzle)
    engine = Native(game)
    found = prove(engine, table.state, Numbers(engine, check.seed, PURPOSE, check.puzzle.number), usual(check.game))
    return found if found is not None and game.code(found.best) in check.puzzle.solution else None


def try_puzzle(check: Check) -> bool:
    """Whether a player finds the move."""
    game = find_game(check.game)
    table = open_puzzle(check.puzzle)
    assert table.turn is not None
    seed = Numbers(Native(game), check.seed, PURPOSE, check.puzzle.number).seed()
    return game.code(find_player(check.player, seed=seed).decide(table.view(table.turn))) in check.puzzle.solution


def prepare(game: Game, given: dict[str, Any]) -> None:
    """Compile all that finding puzzles needs, once, before processes share it."""
    table = deal_game(game, given, 0, 0)
    assert table.turn is not None
    view, engine = table.view(table.turn), Native(game)
    numbers = Numbers(engine, 0, PURPOSE, 0)
    first, second = view.legal[0], view.legal[-1]
    for name in STAND_INS:
        find_player(name, seed=0).decide(view)
    prove(engine, view.state, numbers, Effort(1, 2))
    engine.solve(view.state, 1)
    solved = [*LOW, *[0] * (len(LEVELS) - len(LOW))]
    make_puzzle(write_position(game, view.state), Proof(first, second, 1.0, 1.0, 0.0, "search", (first,)), solved)
