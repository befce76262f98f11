"""Clocks, worked out from the times in the log alone."""

from __future__ import annotations

from .answers import Clocks


class Clock:
    """Each seat's time left. The time of the seat to move runs from `since`."""

    def __init__(self, base: int, increment: int, players: int) -> None:
        self._increment = increment * 1000
        self.left = [base * 1000] * players
        self.running: int | None = None
        self.since = 0

    def go_on(self, turn: int | None, time: int) -> None:
        """The time of a seat begins to run: at the start, after a move, after one was taken back."""
        if self.running is not None:
            self.left[self.running] -= max(0, time - self.since)
            if turn != self.running:
                self.left[self.running] += self._increment
        self.running = turn
        self.since = time

    def flag(self, seat: int) -> int:
        """The moment at which a seat's time is up, if it runs on."""
        return self.since + max(0, self.left[seat])

    def plain(self) -> Clocks:
        """What viewers are told."""
        return Clocks([max(0, left) for left in self.left], self.running, self.since)
