"""The deals of a duplicate round: one key for all its tables, to which everybody who sits at one of them adds.

It is made as the key of a game is (docs/fairness.md), with the places of the whole round instead of the seats of one game: a place is a
seat, counted through all tables of the round. Until everybody has shown their nonce no table is dealt.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from ..core.chance import Key
from ..core.errors import BadOption
from ..core.fairness import NO_NONCE, commitment_of, mix_key, promise_of


class Draws(msgspec.Struct):
    """What the key of a round is made of."""

    secret: str
    promise: str
    players: list[str]  # of every place
    asked: list[bool]  # whether this place adds a nonce: computers do not, nor a table that was decided before the deal
    since: int  # when these were asked, in the server's uptime (milliseconds)
    commitments: list[str | None]
    nonces: list[str | None]
    dealt: bool = False
    open: bool = False  # the whole round is over: everything is shown

    def place(self, player: str) -> int | None:
        """Where somebody sits who is asked for a nonce."""
        return next((at for at, name in enumerate(self.players) if name == player and self.asked[at]), None)

    def owes(self, place: int) -> str | None:
        """What is wanted from a place now: nonces are shown when all have committed."""
        if self.dealt:
            return None
        if self.commitments[place] is None:
            return "commitment"
        return "nonce" if self.committed and self.nonces[place] is None else None

    @property
    def missing(self) -> list[str]:
        """Whom the deal waits for."""
        if self.dealt:
            return []
        given = self.nonces if self.committed else self.commitments
        return [player for player, asked, each in zip(self.players, self.asked, given, strict=True) if asked and each is None]

    @property
    def committed(self) -> bool:
        """Whether everybody has committed, so that nonces may be shown."""
        return all(given is not None for given, asked in zip(self.commitments, self.asked, strict=True) if asked)

    @property
    def key(self) -> Key:
        """Of all tables of the round."""
        return mix_key(self.secret, [nonce or NO_NONCE for nonce in self.nonces])

    def commit(self, place: int, commitment: str) -> None:
        """Take a commitment, or another one, as long as somebody else has not committed."""
        if self.committed:
            raise BadOption("everybody has committed")
        self.commitments[place] = commitment

    def reveal(self, place: int, nonce: str) -> None:
        """Take a nonce that fits its commitment; with the last one the round is dealt."""
        if not self.committed or self.dealt:
            raise BadOption("nonces are shown when everybody has committed")
        if commitment_of(self.promise, place, nonce) != self.commitments[place]:
            raise BadOption("the nonce is not the one that was committed to")
        self.nonces[place] = nonce
        self.dealt = not self.missing


def new_draws(tables: Sequence[tuple[Sequence[str], Sequence[bool]]], now: int) -> Draws:
    """Of a round: for each table its players, and whether each is asked for a nonce."""
    secret = secrets.token_hex(32)
    players = [player for there, _ in tables for player in there]
    asked = [each for _, wanted in tables for each in wanted]
    nothing: list[str | None] = [None] * len(players)
    return Draws(secret, promise_of(secret), players, asked, now, nothing, list(nothing))
