"""The review of a whole game: every decision and every draw, and what the result is made of.

>>> import tegel
>>> from tegel.search.players import find_player
>>> table = tegel.game("azul", key=(1, 2, 3, 4), rounds=1)
>>> player = find_player("greedy", seed=1)
>>> while not table.over:
...     table.play(player.decide(table.view(table.turn)))
>>> found = review(table.record, Effort(simulations=20, redraws=2))
>>> len(found.decisions) == len(table.moves), len(found.luck)
(True, 1)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ...core import generic
from ...core.errors import BadOption
from ...core.game import Game
from ...core.record import Record
from ...core.replay import replay, verify
from ...core.table import Table
from ...core.takeback import reveals
from ...core.view import View
from .decisions import Decision, judge, turning_points
from .effort import Effort
from .luck import Luck, luck_of_move, luck_of_setup
from .marks import MARKS
from .performance import Performance, performance_of
from .sums import Parts, add_up
from .values import Evaluator, Value, final_value

DIGITS = 4  # of chances
POINT_DIGITS = 2


@dataclass(frozen=True)
class Review:
    """A whole game, looked back at."""

    record: Record
    start: Value  # before anything was drawn
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    final: Value

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.final.win)

    @property
    def curve(self) -> list[tuple[float, ...]]:
        """Every seat's chance before each move, and at the end."""
        return [decision.before.win for decision in self.decisions] + [self.final.win]

    def parts(self, digits: int = DIGITS) -> Parts:
        """What every seat's result is made of, in parts of the victory, rounded so that the printed numbers add up."""
        changes, movers = [decision.change.win for decision in self.decisions], [decision.seat for decision in self.decisions]
        return add_up(self.start.win, self.final.win, [luck.win for luck in self.luck], changes, movers, digits)

    def point_parts(self, digits: int = POINT_DIGITS) -> Parts:
        """The same in points."""
        changes, movers = [decision.change.points for decision in self.decisions], [decision.seat for decision in self.decisions]
        return add_up(self.start.points, self.final.points, [luck.points for luck in self.luck], changes, movers, digits)

    @property
    def names(self) -> list[str]:
        """Of the seats: numbers, where the record has none."""
        return list(self.record.names) or [str(seat + 1) for seat in range(self.players)]

    @property
    def turning_points(self) -> list[Decision]:
        """The moves that cost most, the worst first."""
        return turning_points(self.decisions)

    def counted(self, seat: int) -> list[Decision]:
        """The decisions of a seat that were decisions."""
        return [decision for decision in self.decisions if decision.seat == seat and not decision.forced]

    def marks(self, seat: int) -> dict[str, int]:
        """How many of a seat's decisions have which mark."""
        found = [decision.mark for decision in self.counted(seat)]
        return {mark: found.count(mark) for _, mark in MARKS}

    def performance(self, seat: int) -> Performance:
        """How well a seat played."""
        return performance_of(self.record.game.name, self.players, [decision.gain for decision in self.counted(seat)])


def review(record: Record, effort: Effort, *, seed: int = 0, threads: int = 1, tick: Callable[[], None] = lambda: None) -> Review:
    """Look at every move and every draw of a record that is over; `tick` is called after each move, and once after the set-up.

    Every move has random numbers of its own, so the answer does not depend on the threads.
    """
    if threads < 1:
        raise BadOption("a review needs at least one thread")
    if not record.over:
        raise BadOption("only a game that is over can be reviewed")
    last = verify(record)
    evaluator = Evaluator(record.game, effort.simulations)
    first = replay(record, 0)
    with ThreadPoolExecutor(threads) as pool:
        start = pool.submit(_start, evaluator, first, effort, random.Random(f"{seed} start"))
        jobs = [pool.submit(_look, evaluator, last, ply, effort, seed) for ply in range(1, len(record.moves) + 1)]
        looks = []
        try:
            begun, setup = start.result()
            tick()
            for job in jobs:
                looks.append(job.result())
                tick()
        finally:
            pool.shutdown(cancel_futures=True)
    luck = [*setup, *(drawn for _, drawn in looks if drawn is not None)]
    return Review(record, begun, tuple(decision for decision, _ in looks), tuple(luck), final_value(last.state))


def _look(evaluator: Evaluator, table: Table, ply: int, effort: Effort, seed: int) -> tuple[Decision, Luck | None]:
    """One move of a finished game: the decision, and the draw that it brought."""
    game, move = evaluator.game, table.moves[ply - 1]
    before, after = table.state_at(ply - 1), table.state_at(ply)
    decision = judge(evaluator, view_of(game, before), ply, move, random.Random(f"{seed} decision {ply}"))
    if not reveals(game, before, move):
        return decision, None
    drawn = luck_of_move(evaluator, before, move, after, effort.redraws, random.Random(f"{seed} draw {ply}"))
    return decision, None if drawn is None else drawn.at(ply)


def view_of(game: Game, state: Any) -> View:
    """A position as the seat to move may see it."""
    hidden, seat = game.copy(state), int(state["turn"])
    generic.hide(hidden, seat)
    return View(game, hidden, seat)


def _start(evaluator: Evaluator, table: Table, effort: Effort, source: random.Random) -> tuple[Value, list[Luck]]:
    """What the seats had before anything was drawn, and the luck of the set-up; a game from a position begins with what that is worth."""
    state = table.state
    if table.start is not None:
        return evaluator.value(state, table.start.viewer, source.getrandbits(64)), []
    setup = luck_of_setup(evaluator, table.options, state, effort.redraws, source)
    shown = evaluator.value(state, -1, source.getrandbits(64))
    typical = sum(shown.points[seat] - setup.points[seat] for seat in range(table.players)) / table.players
    return Value((1 / table.players,) * table.players, (typical,) * table.players), [setup]
