"""What the API takes and answers about tournaments. docs/tournaments.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .messages import ClockChoice

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


class Enter(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]


class Removed(msgspec.Struct, forbid_unknown_fields=True):
    player: Player


class TableResult(msgspec.Struct, forbid_unknown_fields=True):
    """What came of a table, as the director says: of a game that was not played, or not here."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    table: Annotated[int, Meta(ge=1, le=256)]
    places: list[Annotated[int, Meta(ge=1, le=5)]]


class TournamentTable(msgspec.Struct):
    players: list[int]  # numbers of entries in seat order; 0: the computer
    places: list[int] | None
    game: str | None
    bye: bool


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
    you: bool


class Tournament(msgspec.Struct):
    """All there is to say of a tournament."""

    id: str
    title: str
    game: str
    format: Format
    size: int
    rounds: int
    fill: str | None
    director: bool  # whether I am
    entered: bool  # whether I take part
    begun: bool
    playing: bool  # whether a table of the last round still plays
    yours: str | None  # my game of the last round
    tables: list[list[TournamentTable]]
    standings: list[TournamentLine]
