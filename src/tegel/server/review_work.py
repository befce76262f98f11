"""In a worker: looking back at a game that is over, a ply at a time, so that others' questions come in between."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..core.game import find_game
from ..core.record import Record
from ..core.replay import replay
from ..core.table import Table
from ..search.review.decisions import Decision
from ..search.review.effort import usual_effort
from ..search.review.luck import Luck, Step
from ..search.review.native import SPECTATOR, Native
from ..search.review.review import Start, begin, look
from ..search.review.values import Evaluator, Value

SEED = 1  # the same game has the same review, here as in a browser
KEPT = 4  # records whose replay is kept


@dataclass(frozen=True)
class Look:
    """What there is to a ply: a decision and the draw it brought; the start and its draws at 0; the end after the last move."""

    decision: Decision | None = None
    luck: tuple[Luck, ...] = ()
    value: Value | None = None


class _Replayed(NamedTuple):
    table: Table
    start: Start
    evaluator: Evaluator
    redraws: int


@lru_cache(KEPT)
def _replayed(text: bytes) -> _Replayed:
    record = Record.loads(text.decode())
    table, first = replay(record), replay(record, 0)
    start = Start(first.options, first.state, None if first.start is None else first.start.viewer)
    effort = usual_effort(record.game.name)
    return _Replayed(table, start, Evaluator(Native(record.game), effort.simulations), effort.redraws)


def look_at(text: bytes, ply: int) -> Look:
    """Look at a ply of a record."""
    table, start, evaluator, redraws = _replayed(text)
    if ply == 0:
        value, setup = begin(evaluator, start, redraws, SEED)
        return Look(luck=tuple(setup), value=value)
    if ply > len(table.moves):
        return Look(value=evaluator.value(table.state, SPECTATOR, SEED))
    step = Step(ply, table.state_at(ply - 1), table.moves[ply - 1], table.state_at(ply))
    decision, drawn = look(evaluator, step, redraws, SEED)
    return Look(decision, () if drawn is None else (drawn,))


_loaded: set[str] = set()


def load_review(name: str) -> None:
    """Load all that a review of a game needs."""
    if name in _loaded:
        return
    game = find_game(name)
    table = Table(game, game.simulation_options({}), (0, 0, 0, 1))
    first = Start(table.options, table.state, None)
    evaluator = Evaluator(Native(game), 2)
    begin(evaluator, first, 2, SEED)
    table.play(table.legal[0])
    look(evaluator, Step(1, table.state_at(0), table.moves[0], table.state), 2, SEED)
    _loaded.add(name)
