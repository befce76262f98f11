"""Quick pairing: whoever asks is seated with the next who ask for the same game, number of players and clock.

A pool is held in memory, and everybody in it has the lobby open: who closes it is out.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from typing import NamedTuple

import msgspec

from ..core.game import find_game
from .answers import ClockSettings
from .errors import Full, Refusal
from .house import House
from .listener import Listener
from .lobby_answers import Pool, PoolShown
from .messages import ClockChoice, NewGame, Offer, SeatChoice
from .opening import new_row, open_room, read_start
from .room import Room
from .seat import AWAITED, Seat
from .tokens import hash_token, new_token

POOL_CLOCKS = [ClockSettings(300, 5), ClockSettings(900, 10), ClockSettings(60, 0, True)]
dice = secrets.SystemRandom()


class Seeker(NamedTuple):
    """Somebody who waits."""

    guest: str
    name: str
    listener: Listener


class Pools:
    """Who waits for what, the longest first."""

    def __init__(self, most_of_network: int) -> None:
        self._most_of_network = most_of_network
        self._waiting: dict[Pool, dict[str, Seeker]] = {}
        self._pool_of: dict[str, Pool] = {}
        self._of_network: Counter[str] = Counter()

    def enter(self, pool: Pool, seeker: Seeker) -> list[Seeker]:
        """Wait; whoever waits elsewhere, waits here instead. Returns who can be seated together now, and they wait no more."""
        self.leave(seeker.guest)
        network = seeker.listener.who.network
        if self._of_network[network] >= self._most_of_network:
            raise Full("too_many_seekers", most=self._most_of_network)
        there = self._waiting.setdefault(pool, {})
        there[seeker.guest] = seeker
        self._pool_of[seeker.guest] = pool
        self._of_network[network] += 1
        if len(there) < pool.players:
            return []
        chosen = list(there.values())[: pool.players]
        for each in chosen:
            self.leave(each.guest)
        return chosen

    def leave(self, guest: str, listener: Listener | None = None) -> None:
        """Wait no more; of a listener only if it was that one who asked."""
        pool = self._pool_of.get(guest)
        if pool is None or (listener is not None and self._waiting[pool][guest].listener is not listener):
            return
        del self._pool_of[guest]
        seeker = self._waiting[pool].pop(guest)
        if not self._waiting[pool]:
            del self._waiting[pool]
        network = seeker.listener.who.network
        self._of_network[network] -= 1
        if not self._of_network[network]:
            del self._of_network[network]

    def pool_of(self, guest: str | None) -> Pool | None:
        """Where somebody waits."""
        return self._pool_of.get(guest or "")

    def show(self) -> list[PoolShown]:
        """Where people wait, and how many."""
        return [PoolShown(pool, len(there)) for pool, there in self._waiting.items()]


def read_pool(game: str, players: int, clock: ClockChoice) -> Pool:
    """A pool there is."""
    found = find_game(game)
    wanted = ClockSettings(clock.base, clock.increment, clock.per_move)
    least, most = found.seats
    if wanted not in POOL_CLOCKS or not least <= players <= most:
        raise Refusal("no_pool")
    return Pool(found.name, players, wanted)


async def seat_together(house: House, pool: Pool, seekers: list[Seeker]) -> Room:
    """A new game for people who asked for the same, in a random order; each commits to a nonce when they see it."""
    start = read_start(NewGame([SeatChoice("link")] * pool.players, game=pool.game))
    dice.shuffle(seekers)
    seated = []
    for at, seeker in enumerate(seekers):
        seat = Seat(at, "link", seeker.name, None, seeker.guest, hash_token(new_token()), None, None)
        seat.commitment = AWAITED
        seated.append(seat)
    clock, offer = (json.dumps(msgspec.to_builtins(each)) for each in (pool.clock, Offer()))
    row = new_row(start.game, start.options, "", clock=clock, public=1, offer=offer)
    return await open_room(house, row, seated, seekers[0].listener.who)
