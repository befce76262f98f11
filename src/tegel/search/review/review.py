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

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.errors import BadOption
from ...core.game import Options
from ...core.record import Record
from ...core.replay import replay, verify
from .decisions import Decision, judge, turning_points
from .effort import Effort
from .luck import Luck, Step, luck_of_move, luck_of_setup
from .marks import MARKS
from .native import SPECTATOR, Native
from .numbers import DECISION, DRAW, START, Numbers
from .performance import Performance, performance_of
from .sums import Parts, add_up
from .values import Evaluator, Value

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
        counted = self.counted(seat)
        gains, points_gains = [decision.gain for decision in counted], [decision.points_gain for decision in counted]
        return performance_of(self.record.game.name, self.players, gains, points_gains)


def review(record: Record, effort: Effort, *, seed: int = 0, threads: int = 1, tick: Callable[[], None] = lambda: None) -> Review:
    """Look at every move and every draw of a record that is over; `tick` is called after each move, and once after the set-up.

    Every move has random numbers of its own, so the answer does not depend on the threads.
    """
    if threads < 1:
        raise BadOption("a review needs at least one thread")
    if not record.over:
        raise BadOption("only a game that is over can be reviewed")
    last = verify(record)
    evaluator = Evaluator(Native(record.game), effort.simulations)
    first = replay(record, 0)
    begun_at = Start(first.options, first.state, None if first.start is None else first.start.viewer)
    steps = [Step(ply, last.state_at(ply - 1), move, last.state_at(ply)) for ply, move in enumerate(record.moves, 1)]
    with ThreadPoolExecutor(threads) as pool:
        start = pool.submit(begin, evaluator, begun_at, effort.redraws, seed)
        jobs = [pool.submit(look, evaluator, step, effort.redraws, seed) for step in steps]
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
    final = evaluator.value(last.state, SPECTATOR, seed)
    return Review(record, begun, tuple(decision for decision, _ in looks), tuple(luck), final)


def look(evaluator: Evaluator, step: Step, redraws: int, seed: int) -> tuple[Decision, Luck | None]:
    """One move of a finished game: the decision, and the draw that it brought."""
    engine = evaluator.engine
    decision = judge(evaluator, step.before, step.ply, step.move, Numbers(engine, seed, DECISION, step.ply))
    if not engine.reveals(step.before, step.move):
        return decision, None
    return decision, luck_of_move(evaluator, step, redraws, Numbers(engine, seed, DRAW, step.ply))


class Start(NamedTuple):
    """How a game began."""

    options: Options
    state: Any
    viewer: int | None  # whose view a game began from that began at a position; None for a game that was set up


def begin(evaluator: Evaluator, start: Start, redraws: int, seed: int) -> tuple[Value, list[Luck]]:
    """What the seats had before anything was drawn, and the luck of the set-up; a game from a position begins with what that is worth."""
    engine, numbers = evaluator.engine, Numbers(evaluator.engine, seed, START, 0)
    if start.viewer is not None:
        return evaluator.value(start.state, start.viewer, numbers.seed()), []
    setup = luck_of_setup(evaluator, start.options, start.state, redraws, numbers)
    shown = evaluator.value(start.state, SPECTATOR, numbers.seed())
    players = engine.players(start.state)
    typical = sum([shown.points[seat] - setup.points[seat] for seat in range(players)]) / players
    return Value((1 / players,) * players, (typical,) * players), [setup]
