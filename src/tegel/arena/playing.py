"""Playing one game of a match. Whatever a player does wrong costs that player the game and nobody else anything."""

from __future__ import annotations

import time

import msgspec

from ..core.errors import IllegalMove
from ..core.game import find_game
from ..core.names import program_name
from ..core.table import Table
from ..search.player import Decider
from ..search.simple import GreedyPlayer
from .bots import Bench, Program
from .faults import Fault, PlayerFault, short
from .schedule import Job


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of a match as it is kept, one a line. With the match it is the game's whole record."""

    number: int
    seats: list[str]
    first: int  # the seat that began
    places: list[int]
    points: list[int | None]  # None for a seat that failed, or when the game was broken off
    faults: list[Fault | None]
    moves: str  # as codes
    seconds: list[float]  # thought by each seat; only this and core_seconds differ when the game is played again
    luck: list[float] | None = None  # what the draws after the set-up gave each seat, in parts of a victory, where that is measured
    core_seconds: list[float | None] | None = None  # of processors, used by each seat; None where the system does not tell


def play_game(job: Job, bench: Bench) -> Played:
    """Play a game to its end.

    A seat whose player fails is last, and played on by the greedy player so that the others can finish their contest; when only one
    player is left, the game is broken off.
    """
    game = find_game(job.game)
    table = Table(game, game.options_from(job.options), job.key, [program_name(name) for name in job.seats])
    players = bench.seat(job.seats, job.seeds, job.limit)
    faults: list[Fault | None] = [None] * table.players
    failed: list[int] = []  # seats, in the order in which they did
    seconds = [0.0] * table.players
    meters = [Meter(player) for player in players]
    first = table.turn or 0
    while (seat := table.turn) is not None and len(failed) < table.players - 1:
        start = time.perf_counter()
        try:
            with meters[seat]:
                move = players[seat].decide(table.view(seat))
            table.play(move)
        except Exception as error:
            faults[seat] = _fault(error)
            failed.append(seat)
            players[seat] = GreedyPlayer(job.seeds[seat])
        seconds[seat] += time.perf_counter() - start
    return Played(
        number=job.number,
        seats=job.seats,
        first=first,
        places=_places(table, failed),
        points=[None if not table.over or seat in failed else points for seat, points in enumerate(table.scores)],
        faults=faults,
        moves=" ".join(map(game.code, table.moves)),
        seconds=[round(spent, 3) for spent in seconds],
        core_seconds=[meter.spent() for meter in meters],
        luck=None if job.luck is None else _luck(table, *job.luck, seed=job.seeds[0]),
    )


class Meter:
    """What a player uses of processors in a game: one of this process while it decides, a program all the time, its start included."""

    def __init__(self, player: Decider) -> None:
        self._program = player if isinstance(player, Program) else None
        self._before = self._program.core_seconds() if self._program else 0.0
        self._used, self._since = 0.0, 0.0

    def __enter__(self) -> None:
        self._since = time.process_time()

    def __exit__(self, *failed: object) -> None:
        self._used += time.process_time() - self._since

    def spent(self) -> float | None:
        """So many core-seconds, if that is known."""
        used = self._program.core_seconds() if self._program else self._used
        return None if used is None or self._before is None else round(used - self._before, 3)


def _luck(table: Table, simulations: int, redraws: int, seed: int) -> list[float]:
    """What the draws gave each seat; not those of the set-up, which every player of a set has from every seat."""
    from ..search.review.luck import luck_after_setup, total_luck
    from ..search.review.native import Native
    from ..search.review.values import Evaluator

    found = luck_after_setup(Evaluator(Native(table.game), simulations), table, redraws, seed)
    return [round(share, 6) for share in total_luck(found, table.players).win]


def _fault(error: Exception) -> Fault:
    if isinstance(error, PlayerFault):
        return error.fault
    return Fault("illegal", str(error)) if isinstance(error, IllegalMove) else Fault("crashed", short(error))


def _places(table: Table, failed: list[int]) -> list[int]:
    """Places from 1, shared ones equal: first those who played on, by the result; behind them those who failed, the first to fail last."""
    result = table.result
    places = [0] * table.players
    kept = [seat for seat in range(table.players) if seat not in failed]
    for seat in kept:
        places[seat] = 1 if result is None else 1 + sum(result.places[other] < result.places[seat] for other in kept)
    for at, seat in enumerate(failed):
        places[seat] = table.players - at
    return places
