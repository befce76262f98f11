"""Find puzzles in games: decisions with one best move that a person has to think about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from ...core.chance import Key
from ...core.game import Game
from ...core.lessons import Case
from ...core.position import write_position
from ...core.record import Record
from ...core.replay import replay
from ...core.table import Table
from ...core.view import View
from ...search.analyse import strongest
from ...search.players import find_player
from ...search.review.marks import mark_of
from ...search.review.native import Native
from ...search.review.numbers import Numbers
from ...search.search_result import KNOWN
from ...search.settings import Budget
from ...search.think import think
from .levels import count_high, count_low
from .proof import PURPOSE, Effort, Proof, kinds_of, prove
from .puzzle import KEY, Puzzle, id_of, open_line, same_moves
from .rating import rating_from
from .themes import name_themes

PLAYERS = ("level:3", "level:4", "level:5", "level:6")  # they play well enough for rich positions, and err
SEATS = {"azul": (2, 2, 2, 3, 2, 2, 2, 4), "blockers": (2, 2, 2, 3, 2, 2, 2, 4)}  # players of one game after the other; 2 elsewhere
FEWEST = 5  # moves to choose from
NEARLY = 0.5  # of the gap that is asked for, in a first quick look
AGAIN = 4  # times as long, the second look
MOST = 3  # puzzles from one game
DIGITS = 4

Stop = Callable[[], bool]


def deal_game(game: Game, given: dict[str, Any], seed: int, number: int) -> Table:
    """The table at which a game of self-play begins."""
    source = random.Random(f"{seed} {number}")
    key: Key = (source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64))
    seats = SEATS.get(game.name)
    options = {"players": seats[number % len(seats)]} if seats and "players" not in given else {}
    return Table(game, game.options_from({**options, **given}), key)


def play_game(table: Table, seed: int, number: int) -> Iterator[Table]:
    """The positions of a game between players of different strength."""
    source = random.Random(f"players {seed} {number}")
    players = [find_player(source.choice(PLAYERS), seed=source.getrandbits(32)) for _ in range(table.players)]
    while table.turn is not None:
        yield table
        table.play(players[table.turn].decide(table.view(table.turn)))


def replay_game(record: Record) -> Iterator[Table]:
    """The positions of a game that was played before."""
    for ply in range(len(record.moves)):
        yield replay(record, ply)


def find_puzzles(positions: Iterator[Table], seed: int, effort: Effort, stop: Stop) -> Iterator[Puzzle]:
    """The puzzles of one game, not too many and no two in a row, until there is no time left."""
    found, last = 0, -1
    for ply, table in enumerate(positions):
        if stop() or found == MOST:
            return
        if last < 0 or ply - last > 2 * table.players:
            puzzle = find_puzzle(table, seed, effort)
            if puzzle is not None:
                found, last = found + 1, ply
                yield puzzle


def find_puzzle(table: Table, seed: int, effort: Effort) -> Puzzle | None:
    """The puzzle that a position is, if it is one. Cheap questions first."""
    assert table.turn is not None
    view = table.view(table.turn)
    engine, position = Native(table.game), write_position(table.game, view.state)
    if len(kinds_of(engine, view.state)) < FEWEST:
        return None
    numbers = Numbers(engine, seed, PURPOSE, int(id_of(position), 16))
    best = quick_best(view, numbers.seed(), effort.simulations)
    if best is None:
        return None
    solution = [move for move in view.legal if engine.same_as(view.state, move) == best]
    low = count_low(view, solution, numbers)
    if low is None or quick_best(view, numbers.seed(), AGAIN * effort.simulations) != best:
        return None
    proof = prove(engine, view.state, numbers, effort)
    if proof is None or proof.best != best or not mark_of(proof.gap):
        return None
    return make_puzzle(position, proof, [*low, *count_high(view, solution, numbers)])


def quick_best(view: View, seed: int, simulations: int) -> int | None:
    """The best move as a first look has it, unless another one is about as good."""
    settings, network = strongest(view)
    found = think(view, Budget(simulations), seed=seed, settings=settings, network=network)
    best = found.best.win[view.seat]
    others = [choice.win[view.seat] for choice in found.choices[1:] if choice.visits >= KNOWN]
    return found.best.move if not others or mark_of((best - max(others)) / NEARLY) else None


def make_puzzle(position: str, proof: Proof, solved: list[int]) -> Puzzle:
    """A puzzle with all that is told of it."""
    seat = Table.from_position(position).turn
    assert seat is not None
    table = Table.deal_position(position, seat, KEY)
    code = table.game.code
    return Puzzle(
        id=id_of(position),
        position=position,
        solution=same_moves(Native(table.game), table.state, proof.best),
        line=open_line(table.copy(), map(code, proof.line)),
        second=code(proof.second),
        chance=round(proof.chance, DIGITS),
        gap=round(proof.gap, DIGITS),
        error=round(proof.error, DIGITS),
        verified=proof.how,
        themes=themes_at(table, proof),
        solved=solved,
        rating=rating_from(solved),
    )


def themes_at(table: Table, proof: Proof) -> list[str]:
    """What the puzzle is about."""
    case = Case(table, lambda _: frozenset())
    tried = {each.move: each for each in case.tried}
    return name_themes(case, tried[proof.best], tried[proof.second], proof.how != "search")
