"""What a match consists of: who sits where in which game, with which key and which seeds. All of it follows from the match's seed."""

from __future__ import annotations

import hashlib
from dataclasses import astuple
from itertools import combinations
from typing import Any

import msgspec

from .. import __version__
from ..core.chance import Key, parse_key
from ..core.errors import BadOption
from ..core.game import Game
from ..search.named_networks import network_named
from ..search.players import network_in
from ..search.review.effort import Effort
from .bots import check_player

MOST_GAMES = 10_000_000


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides a match; two equal ones end in the same table (where players count simulations, not seconds)."""

    game: str
    rules: int  # their version
    options: dict[str, Any]
    seats: int
    players: tuple[str, ...]
    seed: int
    limit: float  # seconds a program may take for a move
    files: dict[str, str]  # hashes of users' files
    tegel: str
    luck: tuple[int, int] | None = None  # simulations and redraws with which the luck of every game is measured; None: it is not

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        """Who sits together: everybody, or every choice of so many as there are seats."""
        return list(combinations(self.players, self.seats))


class Job(msgspec.Struct, frozen=True):
    """One game to be played."""

    number: int  # from 0
    game: str
    options: dict[str, Any]
    key: Key
    seats: list[str]  # who sits where
    seeds: list[int]
    limit: float
    luck: tuple[int, int] | None = None


def new_match(game: Game, options: dict[str, Any], players: list[str], seed: int, limit: float, luck: Effort | None = None) -> Match:
    """A match, with everything about it checked."""
    if "" in players or len(players) < 2:
        raise BadOption("a match needs at least two players, with commas between, such as --players level:5,greedy")
    if not 0 < limit < float("inf"):
        raise BadOption("the time limit must be more than 0 seconds")
    usual = {"players": len(players)} if "players" in game.options.ALLOWED else {}
    options = usual | game.options.SIMULATION | options
    chosen = game.options_from(options)
    seats = int(game.blank(chosen).players)
    if len(players) < seats:
        raise BadOption(f"{game.name} is set for {seats} players, but --players names {len(players)}: {', '.join(players)}")
    if len(players) > seats and len(set(players)) < len(players):
        raise BadOption(f"a tournament of {len(players)} players on {seats} seats needs each player once: {', '.join(players)}")
    for digits in filter(None, map(network_in, players)):
        network_named(game, digits)  # refused before any game is lost over it
    files = {name: found for name in dict.fromkeys(players) if (found := check_player(name))}
    plain: dict[str, Any] = msgspec.to_builtins(chosen)
    return Match(game.name, game.version, plain, seats, tuple(players), seed, limit, files, __version__, astuple(luck) if luck else None)


def whole_sets(match: Match, games: int) -> int:
    """So many games, rounded up to whole duplicate sets.

    >>> from tegel.core.game import find_game
    >>> whole_sets(new_match(find_game("azul"), {}, ["random", "greedy", "random"], 1, 1), 10)
    12
    """
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"the number of games must be from 1 to {MOST_GAMES}")
    return -(-games // match.seats) * match.seats


def set_of(match: Match, number: int) -> int:
    """The duplicate set a game belongs to."""
    return number // match.seats


def seating(match: Match, number: int) -> list[str]:
    """Who sits where: the games of a set have the same players and the same key, moved one seat on each time."""
    lineups = match.lineups
    lineup = lineups[set_of(match, number) % len(lineups)]
    turned = number % match.seats
    return [lineup[(seat + turned) % match.seats] for seat in range(match.seats)]


def key_of(match: Match, number: int) -> Key:
    """The key of a game: one for each time all line-ups have met."""
    deal = set_of(match, number) // len(match.lineups)
    return parse_key(hashlib.sha256(f"tegel match {match.seed} deal {deal}".encode()).hexdigest())


def seed_of(match: Match, number: int, seat: int) -> int:
    """The seed of a player in a game."""
    digest = hashlib.sha256(f"tegel match {match.seed} game {number} seat {seat}".encode()).digest()
    return int.from_bytes(digest[:6], "big")  # exact in every language's numbers


def job_of(match: Match, number: int) -> Job:
    """All that is needed to play a game, here or on another machine."""
    seeds = [seed_of(match, number, seat) for seat in range(match.seats)]
    return Job(number, match.game, match.options, key_of(match, number), seating(match, number), seeds, match.limit, match.luck)
