"""Draws that nobody can steer: the server promises a secret, the players add nonces, the key is made of both.

The promise (a hash of the secret) is known before the nonces are chosen, so the server cannot suit its secret to them. A player first
shows only a commitment (a hash of the nonce), and the nonce itself when every commitment is known, so nobody can suit a nonce to another,
not even together with the server. When the game is over everything is published and `findings` says what that proves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .chance import Key, parse_key
from .errors import BadOption

SALT = b"tegel key 1"
COMMITMENT_SALT = b"tegel commitment 1"
NO_NONCE = "0" * 64


def promise_of(secret: str) -> str:
    """What is published of a secret before anybody chooses a nonce."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def commitment_of(promise: str, seat: int, nonce: str) -> str:
    """What a player shows of a nonce at first; good for one seat (from 0) of the one game with this promise."""
    return hashlib.sha256(COMMITMENT_SALT + bytes.fromhex(promise) + bytes([seat]) + bytes.fromhex(nonce)).hexdigest()


def mix_key(secret: str, nonces: Sequence[str]) -> Key:
    """The key of a game; a seat without a nonce counts as zeros.

    >>> mix_key("00" * 32, ["11" * 32, NO_NONCE]) == mix_key("00" * 32, [NO_NONCE, "11" * 32])
    False
    """
    digest = hashlib.sha256(SALT + bytes.fromhex(secret))
    for nonce in nonces:
        digest.update(bytes.fromhex(nonce))
    return parse_key(digest.hexdigest())


@dataclass(frozen=True)
class Proof:
    """How a key came about: the promise, a nonce for each seat with its commitment, and, once the game is over, the secret."""

    promise: str
    nonces: tuple[str, ...]
    secret: str | None
    commitments: tuple[str | None, ...] = ()  # None, or none at all, where a nonce was shown at once or there is none
    first: int | None = None  # the place of the first seat, where the tables of a round share the key; nonces are then of all places

    def without_secret(self) -> Proof:
        """The same with its secret kept."""
        return replace(self, secret=None)

    def commitment(self, seat: int) -> str | None:
        """What a seat showed of its nonce before the others showed theirs."""
        return self.commitments[seat] if self.commitments else None

    def check(self, key: Key) -> None:
        """A `BadOption` unless secret, promise, commitments, nonces and key belong together."""
        if self.secret is None:
            raise BadOption("the secret behind the key is missing")
        if promise_of(self.secret) != self.promise:
            raise BadOption("the secret is not the one that was promised")
        for seat, nonce in enumerate(self.nonces):
            commitment = self.commitment(seat)
            if commitment is not None and commitment_of(self.promise, seat, nonce) != commitment:
                what = "seat" if self.first is None else "place"
                raise BadOption(f"the nonce of {what} {seat + 1} is not the one its player committed to")
        if mix_key(self.secret, self.nonces) != key:
            raise BadOption("the key is not made of the promised secret and the players' nonces")


@dataclass(frozen=True)
class SeatFinding:
    """What one seat added to the key."""

    seat: int
    nonce: bool
    commitment: bool
    yours: bool | None  # whether it is the nonce you kept; None if you named none


@dataclass(frozen=True)
class Findings:
    """What a proof that fits its key shows, and what it does not."""

    promise: bool  # the key is made of a secret whose hash stands in the record
    promise_yours: bool | None  # that hash is the one you kept; None if you named none
    seats: tuple[SeatFinding, ...]
    others: tuple[SeatFinding, ...] = ()  # places at the other tables of a round that shares the key

    @property
    def nonce_yours(self) -> bool | None:
        """Whether your nonce is among them; None if you named none."""
        asked = [seat.yours for seat in (*self.seats, *self.others) if seat.yours is not None]
        return any(asked) if asked else None


def findings(proof: Proof | None, players: int, nonce: str | None = None, promise: str | None = None) -> Findings:
    """What a proof shows; `nonce` and `promise` are those you kept yourself, and nothing else can show that the record is of your game."""
    nonces = (NO_NONCE,) * players if proof is None else proof.nonces
    first = (0 if proof is None else proof.first) or 0
    found = [
        SeatFinding(
            place - first,
            given != NO_NONCE,
            given != NO_NONCE and proof is not None and proof.commitment(place) is not None,
            None if nonce is None else given == nonce,
        )
        for place, given in enumerate(nonces)
    ]
    seats, others = tuple(found[first : first + players]), tuple(found[:first] + found[first + players :])
    return Findings(proof is not None, None if promise is None else proof is not None and proof.promise == promise, seats, others)
