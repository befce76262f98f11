"""The clocks of a game, worked out from its log alone: entries say how long the seat to move has thought.

Logs of older versions do not say it; there the times of the entries are taken.
"""

from __future__ import annotations

from typing import NamedTuple

from .answers import Clocks


class Turn(NamedTuple):
    """A move on the clock."""

    seat: int
    left: tuple[int, ...]  # of every seat, before it
    used: int


class Clock:
    """Each seat's time left, in milliseconds. That of the seat to move runs from `since`, in the server's `uptime`."""

    def __init__(self, base: int, increment: int, players: int, per_move: bool = False) -> None:
        self._increment = increment * 1000
        self._fresh = base * 1000 if per_move else None  # what every turn begins with, if not with what the last one left
        self._turns: list[Turn] = []
        self.left = [base * 1000] * players
        self._spent = 0  # of the present turn, before a vacation began in it
        self.running: int | None = None
        self.held: dict[int, int] = {}  # seats whose clock stands still, or stood still, until then: their people are on vacation
        self.rests: dict[int, dict[int, int]] = {}  # of each seat: vacations that held its clock, by when they began, and their ends
        self.since: int | None = None  # None until it is known; while a clock stands still, when it will go on
        self.time = 0  # by the wall clock, for people

    def copy(self) -> Clock:
        """An independent copy."""
        twin = Clock(0, 0, 0)
        rests = {seat: dict(spans) for seat, spans in self.rests.items()}
        twin.__dict__.update(self.__dict__, left=list(self.left), held=dict(self.held), rests=rests, _turns=list(self._turns))
        return twin

    def start(self, turn: int | None, time: int) -> None:
        """The first turn begins."""
        self.running, self.time = turn, time

    def move(self, turn: int | None, used: int | None, time: int, earns: bool = True, at: int | None = None) -> None:
        """A move was made; whose turn ends with it gets the increment, or its whole time again; a computer earns nobody time."""
        assert self.running is not None
        used = self._used(used, time)
        self._turns.append(Turn(self.running, tuple(self.left), used))
        self._spend(used, time, at)
        self._pass(turn, earns)

    def undo(self, ply: int, used: int | None, time: int, at: int | None = None) -> None:
        """The moves from a ply on were taken back: everybody has the time from before them, but who took back pays for its own thinking."""
        old = used is None
        used = self._used(used, time)
        first = self._turns[ply]
        left = self.after_undo(ply, used)
        del self._turns[ply:]
        self._spend(used, time, at)
        if old:
            self._pass(first.seat)
        else:
            self.left, self.running = left, first.seat
            self._stand_still()

    def after_undo(self, ply: int, used: int) -> list[int]:
        """What everybody would have after taking back to a ply, now that the seat to move has thought so long."""
        taker = self._turns[ply].seat
        left = list(self._turns[ply].left)
        left[taker] -= sum(turn.used for turn in self._turns[ply:] if turn.seat == taker) + (used if self.running == taker else 0)
        return left

    def _used(self, used: int | None, time: int) -> int:
        return max(0, time - self.time) if used is None else used

    def _spend(self, used: int, time: int, at: int | None) -> None:
        """The present turn took so long. One that ended while its clock stood still says when that was (`at`)."""
        if self.running is not None:
            self.left[self.running] -= used
        self.time = time
        if self.since is not None:
            self.since = self.since + used - self._spent if at is None else at
        self._spent = 0

    def _pass(self, turn: int | None, earns: bool = True) -> None:
        if turn != self.running and self.running is not None:
            increment = self._increment if earns else 0
            self.left[self.running] = self.left[self.running] + increment if self._fresh is None else self._fresh
        self.running = turn
        self._stand_still()

    def hold(self, seat: int, used: int, until: int, time: int, begun: int | None = None) -> None:
        """A seat's clock stands still up to a moment, told by both clocks: one to come, or one just past for who is back sooner.

        If it is the seat's turn, it has thought so long by then. `begun`: of a vacation that the seat's clock did not know yet.
        """
        self.held[seat] = until
        spans = self.rests.setdefault(seat, {})
        if begun is not None:
            spans[begun] = until
        else:
            self.rests[seat] = {first: min(last, max(first, until)) for first, last in spans.items()}
        if self.running == seat:
            self._spent = used
            if self.since is not None:
                self.since, self.time = until, time

    def _stand_still(self) -> None:
        """Whose turn begins on vacation is not charged before its end."""
        if self.since is not None and self.running is not None:
            wait = max(0, self.held.get(self.running, 0) - self.since)
            self.since, self.time = self.since + wait, self.time + wait

    def anchor(self, since: int, time: int) -> None:
        """Since when the present turn runs, by both clocks."""
        self.since, self.time = since, time
        self._stand_still()

    def resume(self, present: int, due: int | None, time: int) -> None:
        """A clock that has just begun, or was just read, goes on: it runs out when it was said to, and counts nothing before."""
        since = present
        if due is not None and self.running is not None:
            since = min(max(present, self.held.get(self.running, 0)), due - max(0, self.left[self.running] - self._spent))
        self.anchor(since, time - (present - since))

    def stands_still(self, now: int) -> bool:
        """Whether the person to move is on vacation."""
        return self.since is not None and self.since > now

    def used(self, now: int) -> int:
        """How long the seat to move has thought."""
        return 0 if self.since is None else self._spent + max(0, now - self.since)

    def is_up(self, now: int) -> bool:
        """Whether the time of the seat to move is up."""
        return self.running is not None and self.used(now) >= self.left[self.running]

    def due(self) -> int | None:
        """When it will be, if it thinks on."""
        return None if self.running is None or self.since is None else self.since + max(0, self.left[self.running] - self._spent)

    def plain(self) -> Clocks:
        """What viewers are told."""
        left = [max(0, left - (self._spent if seat == self.running else 0)) for seat, left in enumerate(self.left)]
        return Clocks(left, self.running, self.time, [self._back(seat) for seat in range(len(left))] if self.held else [])

    def _back(self, seat: int) -> int | None:
        """When a vacation ends or ended, by the wall clock."""
        until = self.held.get(seat)
        return None if until is None or self.since is None else self.time + until - self.since
