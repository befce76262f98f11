"""What is answered about getting into a game: new games, seats, invitations, uploads."""

from __future__ import annotations

import msgspec

from .answers import SeatKind, Summary


class NewSeat(msgspec.Struct, omit_defaults=True):
    seat: int
    kind: SeatKind
    token: str | None = None
    invitation: str | None = None


class Created(msgspec.Struct):
    game: str
    seats: list[NewSeat]


class Invitation(msgspec.Struct):
    invitation: str


class Invited(msgspec.Struct):
    game: Summary
    seat: int
    free: bool
    yours: bool


class Joined(msgspec.Struct):
    game: str
    seat: int
    token: str | None


class SeatLink(msgspec.Struct):
    link: str


class LinkedSeat(msgspec.Struct):
    game: Summary
    seat: int
    yours: bool


class Promise(msgspec.Struct):
    promise: str


class Uploaded(msgspec.Struct):
    game: str
    over: bool
    verified: bool
