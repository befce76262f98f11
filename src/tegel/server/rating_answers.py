"""What the API answers about ratings and players. docs/api.md explains each field."""

from __future__ import annotations

from typing import Literal

import msgspec

Verdict = Literal[
    "new",
    "counts",
    "often",
    "one_address",
    "own_draws",
    "position",
    "bot",
    "no_level",
    "nobody",
    "one_screen",
    "no_clock",
    "taken_back",
    "too_short",
]
Outcome = Literal["won", "shared", "lost"]


class Named(msgspec.Struct):
    """Somebody who may be named: a computer level, or a person who agreed; null where they did not."""

    id: str | None
    name: str | None
    computer: bool


class MyPlayer(msgspec.Struct):
    """What I agreed to."""

    id: str | None  # null until I have agreed to anything
    shown: bool
    reviewed: bool


class Rated(msgspec.Struct):
    """A rating."""

    pool: str
    mean: float
    deviation: float
    provisional: bool
    listed: bool
    games: int
    wins: int
    luckless: float | None
    luckless_deviation: float | None
    luck_games: int


class Ranked(msgspec.Struct):
    """A line of a table of the best."""

    rank: int
    player: Named
    rating: Rated
    you: bool


class RatingPool(msgspec.Struct):
    """A game with a number of players."""

    pool: str
    game: str
    players: int
    rated: int  # players with a rating


class RatingPools(msgspec.Struct):
    pools: list[RatingPool]


class Leaderboard(msgspec.Struct):
    """The best of a pool who agreed to be named, and the computer levels."""

    pool: str
    ranked: list[Ranked]
    more: bool
    you: Rated | None  # also where I am not listed


class CurvePoint(msgspec.Struct):
    pool: str
    time: int
    mean: float
    deviation: float


class Profile(msgspec.Struct):
    """A player."""

    player: Named
    you: bool
    ratings: list[Rated]
    curve: list[CurvePoint]


class RatedSeat(msgspec.Struct):
    player: Named
    place: int
    points: int | None
    you: bool  # whether it is the player that was asked for


class RatedGame(msgspec.Struct):
    """A game that counts."""

    game: str | None  # null where not everybody in it agreed to be named, unless I played it
    pool: str
    ended: int
    verdict: Verdict
    seats: list[RatedSeat]


class RatedGames(msgspec.Struct):
    games: list[RatedGame]
    next: str | None


class Against(msgspec.Struct):
    """How two players did against each other: who of the two came before the other."""

    pool: str
    games: int
    won: int
    shared: int
    lost: int


class HeadToHead(msgspec.Struct):
    player: Named
    other: Named
    pools: list[Against]


class Laid(msgspec.Struct):
    """Where a player lays tiles: how many in a game, on average, on each space of the board."""

    rows: list[str]  # how the game calls them
    columns: list[str]
    tiles: list[list[float]]  # row by row


class PlayerStatistics(msgspec.Struct):
    """The last games of a player in a pool."""

    pool: str
    games: int
    points: float | None  # on average
    sources: dict[str, float]  # of them, by what brought them
    laid: Laid | None  # null where the game has no board, or nothing is known
    seats: list[list[int]]  # for each seat: games played there, and won
    luck: float | None  # a game, in chances to win; null where it was not measured
    loss: float | None  # points of lead that a decision lost on average
    measured: int  # games whose luck was


class Consent(msgspec.Struct, forbid_unknown_fields=True):
    """What I agree to: to be named in tables, profiles and exports; that the luck of my games is measured."""

    shown: bool
    reviewed: bool = False
