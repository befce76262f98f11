"""A tournament as plain data: who entered, what was played, what came of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..core.errors import TegelError
from .draws import Draws

Format = Literal["swiss", "knockout", "league", "arena"]
SIZES = range(2, 6)  # players at a table
MOST_ENTRIES, MOST_ROUNDS = 256, 30
MOST_DUPLICATE = 250  # entries of a duplicate tournament: with computers that fill a table the places of a round fit into a byte
COMPUTER = "computer"  # begins the name of an entry that fills a table


class TournamentError(TegelError):
    """What a tournament does not allow."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played."""

    format: Format = "swiss"
    size: int = 2  # players at a table
    rounds: int = 5  # a knock-out ends when one is left, an arena when its time is up
    advance: int = 1  # of a table of a knock-out
    fill: bool = False  # whether the computer fills a table; otherwise who is left over has a bye
    duplicate: bool = False  # every table of a round gets the same deals
    auto: bool = False  # the next round follows by itself; an arena always does
    minutes: int | None = None  # how long an arena makes new tables
    patience: int | None = None  # seconds for everybody to come to their table; None: the director waits

    def __post_init__(self) -> None:
        if self.duplicate and self.format == "arena":
            raise TournamentError("an arena has no rounds, so its tables cannot get the same deals")
        if self.size not in SIZES:
            raise TournamentError(f"a table has {SIZES.start} to {SIZES.stop - 1} players, not {self.size}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise TournamentError(f"a tournament has 1 to {MOST_ROUNDS} rounds, not {self.rounds}")
        if not 1 <= self.advance < self.size:
            raise TournamentError(f"from a table of {self.size} 1 to {self.size - 1} go on, not {self.advance}")


class Entry(msgspec.Struct):
    """Somebody who takes part."""

    player: str
    rating: float = 1500.0
    entered: int = 1  # the first round they can play in
    left: bool = False  # withdrawn, or did not show up: not paired any more


class Seating(msgspec.Struct):
    """A table of a round: players in seat order, and their places once the game is over. One player alone has a bye."""

    players: list[str]
    places: list[int] | None = None
    game: str | None = None
    points: list[int] | None = None  # of the game, as far as it was played
    left: list[int] = []  # seats whose players left their game: they come last when equal seats are compared
    void: bool = False  # nobody came
    since: int | None = None  # when its players were asked to come, in the server's uptime (milliseconds)

    @property
    def bye(self) -> bool:
        """Whether nobody is there to play against."""
        return len(self.players) == 1

    @property
    def over(self) -> bool:
        """Whether its result is known."""
        return self.bye or self.void or self.places is not None


class Event(msgspec.Struct):
    """A tournament so far."""

    plan: Plan
    entries: list[Entry] = []
    rounds: list[list[Seating]] = []
    draws: list[Draws] = []  # of each round of a duplicate tournament
    ends: int | None = None  # when an arena stops making tables (milliseconds since 1970); None: it has not begun

    def entry(self, player: str) -> Entry:
        """Of a player."""
        for entry in self.entries:
            if entry.player == player:
                return entry
        raise TournamentError("they do not take part")

    @property
    def waiting(self) -> bool:
        """Whether a table still plays."""
        return not all(table.over for tables in self.rounds for table in tables)

    @property
    def finished(self) -> bool:
        """Whether every round was played. Of an arena only the time can tell."""
        if self.waiting or not self.rounds or self.plan.format == "arena":
            return False
        if self.plan.format == "knockout":
            return len(self.rounds[-1]) == 1
        return len(self.rounds) >= self.plan.rounds

    def enter(self, player: str, rating: float = 1500.0) -> None:
        """Enter, also late: from the next round on. Who had withdrawn comes back."""
        for entry in self.entries:
            if entry.player == player:
                entry.left = False
                return
        most = MOST_DUPLICATE if self.plan.duplicate else MOST_ENTRIES
        if len(self.entries) >= most:
            raise TournamentError(f"{most} take part already")
        if self.plan.format == "knockout" and self.rounds:
            raise TournamentError("a knock-out that has begun takes nobody more")
        self.entries.append(Entry(player, rating, len(self.rounds) + 1))

    def withdraw(self, player: str) -> None:
        """Withdraw: not paired any more; what was played stands."""
        self.entry(player).left = True

    def record(self, at: int, table: int, places: list[int]) -> None:
        """The result of a table; rounds count from 0. Who did not show up has the last place."""
        seating = self.rounds[at][table]
        if seating.bye or len(places) != len(seating.players) or min(places) != 1 or max(places) > len(places):
            raise TournamentError(f"a table of {len(seating.players)} has places from 1 to {len(seating.players)}")
        seating.places, seating.void = places, False

    def forfeit(self, at: int, table: int, missing: set[str]) -> None:
        """Some did not come to their table: they come last and are paired no more; the others share the first place."""
        seating = self.rounds[at][table]
        there = len(seating.players) - sum(player in missing for player in seating.players)
        if there:
            seating.places = [there + 1 if player in missing else 1 for player in seating.players]
        else:
            seating.void = True
        for player in missing:
            self.withdraw(player)


def is_computer(player: str) -> bool:
    """Whether an entry fills a table only.

    >>> is_computer("computer 1"), is_computer("Anna")
    (True, False)
    """
    return player.startswith(COMPUTER)
