"""Analysis: what a position promises, and how well a finished game was played.

>>> import tegel
>>> table = tegel.game("azul", key=(1, 2, 3, 4))
>>> result = analyse(table, Budget(simulations=100), seed=1)
>>> len(result.best.win), len(result.best.points)
(2, 2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import BadOption
from ..core.record import Record
from ..core.replay import replay, verify
from ..core.table import Table
from ..core.view import View
from .heuristics import same_as
from .levels import levels
from .network import Network, shipped_network
from .search_result import Choice, SearchResult
from .settings import Budget, Settings
from .solve import solve_view
from .think import Tick, default_settings, learned_settings, think

EXACT_POSITIONS = 3_000_000  # an exact answer may cost this many: some seconds
ENOUGH_VISITS = 0.1  # a played move with a smaller share of the visits is looked at on its own
MARKS = ((0.15, "blunder"), (0.07, "mistake"), (0.03, "inaccuracy"))  # from this loss of win chance on
TURNING = 0.07  # a move that loses at least this much may turn a game


def analyse(
    table: Table,
    budget: Budget,
    *,
    seed: int | None = None,
    threads: int = 1,
    exact: bool = False,
    tick: Tick = lambda part: None,
) -> SearchResult:
    """The best moves of the seat to move, with what to expect of them; it knows no more than that seat.

    `exact` asks for best play up to the end of the round, and is refused where something is hidden or there is too much to see.
    """
    if table.turn is None:
        raise BadOption("the game is over: there is nothing to analyse")
    view = table.view(table.turn)
    if exact:
        return solve_rest(view)
    settings, network = strongest(view)
    return think(view, budget, seed=seed, threads=threads, settings=settings, network=network, tick=tick)


def strongest(view: View) -> tuple[Settings, Network | None]:
    """How the highest level judges: with the network or without. A game without levels has no network either."""
    network = shipped_network(view.game) if any(level.learned for level in levels(view.game.name)[-1:]) else None
    settings = default_settings(view) if network is None else learned_settings(view)
    return replace(settings, solve=0, prove=0), network


def solve_rest(view: View) -> SearchResult:
    """Best play for the rest of the round, exactly, for every move."""
    solved = solve_view(view, default_settings(view), EXACT_POSITIONS, every=True)
    if solved is None:
        raise BadOption("no exact answer here: too much is hidden or still to come; ask without it, or later in the round")
    return solved


@dataclass(frozen=True)
class Played:
    """One move of a game, compared with the best."""

    ply: int  # from 1
    seat: int
    move: int
    best: Choice
    own: Choice  # the move played
    loss: float  # of win chance, against the best
    points_loss: float  # of expected lead
    exact: bool
    win: tuple[float, ...]  # before the move, with best play

    @property
    def mark(self) -> str:
        """blunder, mistake, inaccuracy, or nothing."""
        return next((name for least, name in MARKS if self.loss >= least), "")


@dataclass(frozen=True)
class Review:
    """A whole game, looked back at."""

    record: Record
    moves: tuple[Played, ...]
    final: tuple[float, ...]  # every seat's share of the victory

    @property
    def curve(self) -> list[tuple[float, ...]]:
        """Every seat's win chance before each move, and at the end."""
        return [played.win for played in self.moves] + [self.final]

    @property
    def turning_points(self) -> list[Played]:
        """The moves that cost most, the worst first, at most five."""
        costly = [played for played in self.moves if played.loss >= TURNING]
        return sorted(costly, key=lambda played: -played.loss)[:5]

    def mean_loss(self, seat: int) -> float:
        """How much win chance a seat's move lost on average."""
        losses = [played.loss for played in self.moves if played.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0


def review(record: Record, budget: Budget, *, seed: int = 0, threads: int = 1, tick: Callable[[], None] = lambda: None) -> Review:
    """Look at every move of a record that is over; `tick` is called after each."""
    if not record.over:
        raise BadOption("only a game that is over can be reviewed")
    last = verify(record)
    table = replay(record, 0)
    moves = []
    for ply, move in enumerate(record.moves, 1):
        moves.append(_compare(table, ply, move, budget, seed, threads))
        table.play(move)
        tick()
    result = last.result
    assert result is not None
    winners = result.winners
    return Review(record, tuple(moves), tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(last.players)))


def _compare(table: Table, ply: int, move: int, budget: Budget, seed: int, threads: int) -> Played:
    """A move against the best one, both seen with what its player knew."""
    seat = table.turn
    assert seat is not None
    view = table.view(seat)
    settings = default_settings(view)
    result = solve_view(view, settings, settings.solve * budget.expected, every=True) if settings.solve else None
    if result is None:
        judging, network = strongest(view)
        result = think(view, budget, seed=seed, threads=threads, settings=judging, network=network)
    own = _choice_for(view, result, int(same_as(view.state, move)), budget, seed)
    best = max(result.best, own, key=lambda choice: choice.worth)
    loss = max(best.win[seat] - own.win[seat], 0.0)
    sign = -1 if table.game.fewest_wins else 1
    points_loss = _lead(best, seat, sign) - _lead(own, seat, sign)
    return Played(ply, seat, move, best, own, loss, points_loss, result.exact, best.win)


def _choice_for(view: View, result: SearchResult, move: int, budget: Budget, seed: int) -> Choice:
    """What is to be expected of a move; one the search hardly looked at gets a search of its own."""
    found = next((choice for choice in result.choices if choice.move == move), None)
    if found is not None and (result.exact or found.share >= ENOUGH_VISITS):
        return found
    part = Budget(max((budget.simulations or budget.expected) // 4, 1), budget.seconds)
    settings, network = strongest(view)
    return think(view, part, seed=seed, first=move, settings=settings, network=network).best


def _lead(choice: Choice, seat: int, sign: int) -> float:
    """How far a seat is expected ahead of the best other; `sign` is -1 where fewest points win."""
    good = [sign * points for points in choice.points]
    return good.pop(seat) - max(good)


def plain_choice(choice: Choice, code: Callable[[int], str]) -> dict[str, Any]:
    """A choice as plain data, for programs."""
    return {
        "move": choice.code,
        "number": choice.move,
        "visits": choice.visits,
        "share": round(choice.share, 4),
        "win": [round(x, 4) for x in choice.win],
        "points": [round(x, 2) for x in choice.points],
        "error": round(choice.error, 4),
        "line": [code(move) for move in choice.line],
    }


def plain_result(result: SearchResult, code: Callable[[int], str], top: int) -> dict[str, Any]:
    """A result as plain data, its best moves first."""
    return {
        "seat": result.seat,
        "exact": result.exact,
        "simulations": result.simulations,
        "seconds": round(result.seconds, 3),
        "certainty": round(result.certainty, 4),
        "win": [round(x, 4) for x in result.win],
        "points": [round(x, 2) for x in result.points],
        "moves": [plain_choice(choice, code) for choice in result.looked_at[:top]],
    }


def plain_review(found: Review) -> dict[str, Any]:
    """A review as plain data."""
    code = found.record.game.code
    moves = [
        {
            "ply": played.ply,
            "seat": played.seat,
            "move": code(played.move),
            "best": played.best.code,
            "loss": round(played.loss, 4),
            "points_loss": round(played.points_loss, 2),
            "mark": played.mark,
            "exact": played.exact,
            "win": [round(x, 4) for x in played.win],
            "line": [code(move) for move in played.best.line],
        }
        for played in found.moves
    ]
    return {
        "game": found.record.game.name,
        "players": list(found.record.names),
        "points": list(found.record.points),
        "mean_loss": [round(found.mean_loss(seat), 4) for seat in range(len(found.final))],
        "turning_points": [played.ply for played in found.turning_points],
        "curve": [[round(x, 4) for x in win] for win in found.curve],
        "moves": moves,
    }
