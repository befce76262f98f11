"""What the API takes and answers about tournaments. docs/tournaments.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .answers import ClockSettings
from .messages import ClockChoice, Digits

Format = Literal["swiss", "knockout", "league", "arena"]
Player = Annotated[int, Meta(ge=1, le=256)]


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to be."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Annotated[str, Meta(max_length=32)]
    format: Format = "swiss"
    size: Annotated[int, Meta(ge=2, le=5)] = 2
    rounds: Annotated[int, Meta(ge=1, le=30)] = 5
    advance: Annotated[int, Meta(ge=1, le=4)] = 1
    fill: Annotated[str, Meta(max_length=32)] | None = None  # the level that fills a table; null: byes
    options: dict[str, Any] = {}
    clock: ClockChoice | None = None
    duplicate: bool = False  # every table of a round gets the same deals
    auto: bool = False  # the next round follows by itself when the last table is over
    minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None  # how long an arena lasts; null: an hour
    patience: Annotated[int, Meta(ge=5, le=1_209_600)] | None = None  # seconds to come to one's table; null: the director decides


class Enter(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]


class Removed(msgspec.Struct, forbid_unknown_fields=True):
    player: Player


class TableResult(msgspec.Struct, forbid_unknown_fields=True):
    """What came of a table, as the director says: of a game that was not played, or not here."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    table: Annotated[int, Meta(ge=1, le=256)]
    places: list[Annotated[int, Meta(ge=1, le=5)]]


class CommitDeal(msgspec.Struct, forbid_unknown_fields=True):
    """Committing to a nonce for the deals of a duplicate round."""

    commitment: Digits


class RevealDeal(msgspec.Struct, forbid_unknown_fields=True):
    """Showing it, once everybody has committed."""

    nonce: Digits


class TournamentTable(msgspec.Struct):
    players: list[int]  # numbers of entries in seat order; 0: the computer
    places: list[int] | None  # null while it plays, and in a duplicate round until all tables are over
    game: str | None
    bye: bool
    over: bool
    points: list[int] | None  # of the game
    match: list[float] | None  # of a duplicate round: each seat compared with the same seat of the other tables


class Deal(msgspec.Struct):
    """Where the deals of a duplicate round come from; what is hidden yet is null."""

    promise: str
    places: int  # seats of all tables of the round
    dealt: bool
    waiting: list[int]  # for whom, by number
    commitments: list[str | None] | None  # of every place, once everybody has committed
    key_hash: str | None  # once it is dealt
    secret: str | None  # once the whole round is over
    nonces: list[str | None] | None


class Asked(msgspec.Struct):
    """What the deals of the round need from my browser."""

    promise: str
    place: int
    owes: Literal["commitment", "nonce"] | None
    commitments: list[str | None] | None


class TournamentLine(msgspec.Struct):
    """A line of the standings."""

    place: int
    player: int
    name: str
    points: float
    played: int
    opponents: float
    wins: int
    direct: int
    byes: int
    left: bool
    match: float | None  # of a duplicate tournament: what decides first
    you: bool


class Tournament(msgspec.Struct):
    """All there is to say of a tournament."""

    id: str
    title: str
    game: str
    options: dict[str, str | int]
    clock: ClockSettings | None
    format: Format
    size: int
    rounds: int
    advance: int
    fill: str | None
    duplicate: bool
    auto: bool
    minutes: int | None
    patience: int | None
    created: int
    step: int  # the number of its last change
    ends: int | None  # when an arena stops making tables (milliseconds since 1970)
    finished: bool
    director: bool  # whether I am
    entered: bool  # whether I take part
    begun: bool
    playing: bool  # whether a table still plays
    yours: str | None  # my game now
    asked: Asked | None  # of a duplicate round that I sit in and that is not dealt yet
    tables: list[list[TournamentTable]]
    deals: list[Deal]  # of each round of a duplicate tournament
    standings: list[TournamentLine]


class TournamentStep(msgspec.Struct):
    step: int


class MyTournament(msgspec.Struct):
    """One that I direct or take part in."""

    id: str
    title: str
    game: str
    format: Format
    size: int
    director: bool
    entered: bool
    people: int
    round: int
    rounds: int
    begun: bool
    finished: bool
    created: int
    yours: str | None  # my game now


class MyTournaments(msgspec.Struct):
    tournaments: list[MyTournament]
