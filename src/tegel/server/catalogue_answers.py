"""What the API answers about all there is to choose from: games, options, players. The meaning of each field is in docs/api.md."""

from __future__ import annotations

from typing import Literal

import msgspec


class Choice(msgspec.Struct):
    value: str
    title: str
    text: str


class Side(msgspec.Struct):
    side: str
    value: str
    title: str
    text: str


class Tile(msgspec.Struct):
    tile: int
    title: str
    sides: list[Side]


class Option(msgspec.Struct, omit_defaults=True):
    """What can be chosen; the last fields are there for the kinds they belong to."""

    name: str
    title: str
    text: str
    kind: Literal["choice", "number", "tiles", "order"]
    default: str | int
    choices: list[Choice] | None = None  # of tiles: what leaves them to chance; of an order: the things that are put in order
    least: int | None = None
    most: int | None = None
    tiles: list[Tile] | None = None
    each: list[int] | None = None  # of an order: how many a seat has, with the fewest players, with one more, ...


class GameOffered(msgspec.Struct):
    name: str
    title: str
    text: str
    version: int
    players: list[int]
    fewest_wins: bool
    colours: list[str]
    options: list[Option]
    events: list[str]
    faces: list[list[list[int]]] | None
    ladder: list[Rung]


class Player(msgspec.Struct):
    name: str
    title: str
    text: str
    level: int | None
    rank: str = ""  # what such a strength is called, of a level


class Rung(msgspec.Struct):
    """How a level of a game plays, and how far it was measured to be above the one below it, with two players."""

    level: int
    simulations: int  # a move
    learned: bool  # whether it thinks with the network
    errs: bool  # whether it sometimes plays another move than the best it found
    games: int  # that were played to measure it; 0: not measured
    elo: int | None = None  # above the level below; None: it won all of them
    margin: int | None = None  # of the 95 % interval


class Greeting(msgspec.Struct):
    name: str
    say: str


class LanguageOffered(msgspec.Struct):
    name: str
    title: str


class ClockLimits(msgspec.Struct):
    base: list[int]
    increment: list[int]
    days: list[int]  # that one can have for a move; there is nothing between


class Catalogue(msgspec.Struct):
    """All there is to choose from."""

    games: list[GameOffered]
    players: list[Player]
    greetings: list[Greeting]
    languages: list[LanguageOffered]
    clocks: ClockLimits
