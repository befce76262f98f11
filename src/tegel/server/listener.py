"""Somebody who is told what happens in a game, whatever carries the frames; and why a socket is closed."""

from __future__ import annotations

from .who import Who

GOING_AWAY, TOO_LARGE, COME_BACK = 1001, 1009, 1013
BAD_HELLO, NOT_YOURS, NO_GAME, NO_HELLO, TOO_MANY = 4400, 4403, 4404, 4408, 4429
LOOK_AGAIN = 4999  # between processes only: the game is not ours, or not any more


class Listener:
    """Sees a game as one seat (-1 watches), in one language."""

    def __init__(self, who: Who, seat: int, language: str) -> None:
        self.who = who
        self.seat = seat
        self.language = language

    def send(self, frame: bytes) -> None:
        """Tell something; never waits."""
        raise NotImplementedError

    def end(self, code: int = COME_BACK) -> None:
        """Nothing more will come."""
        raise NotImplementedError
