"""What people are answered about themselves: their games, results, vacation and notifications."""

from __future__ import annotations

import msgspec

from .answers import Left, Summary


class Guest(msgspec.Struct, omit_defaults=True):
    guest: bool
    name: str
    bot: bool = False  # a bot account, by its token


class MyGames(msgspec.Struct):
    games: list[Summary]
    more: bool
    next: str | None  # where the next page begins


class Finished(msgspec.Struct):
    """A finished game of mine in short, for statistics; `sources` says how many points each seat got by which kind of event."""

    game: str
    name: str
    ended: int
    seat: int
    players: list[str | None]
    left: Left | None
    points: list[int]
    places: list[int]
    sources: list[dict[str, int]] | None
    hints: list[int] = []  # decisions of each seat with help; nothing where there was none


class MyResults(msgspec.Struct):
    results: list[Finished]


class Vacation(msgspec.Struct):
    """One's vacation: how many days there are in a year, how many must lie between two, and how many are left."""

    days: int
    between: int
    left: int
    until: int | None  # when the one that runs ends
    next: int | None  # when another may begin, if not now


class PushKey(msgspec.Struct):
    key: str  # in base64url, as browsers want it


class Subscribed(msgspec.Struct):
    id: str
