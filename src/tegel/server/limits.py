"""Rate limits: a bucket for each sender and one for each network, filled at a steady rate. Bounded memory, constant time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from .errors import TooMany
from .who import Who

MOST = 10_000  # buckets of one kind
CROWD = 50  # times one sender's rate, for all together who find no bucket free
SLACK = 1e-6  # seconds lost in adding up
BOT, BOTS = 0.5, 1.0  # times one sender's rate: of a bot account, and of all bots of one owner together


class Rate(NamedTuple):
    """So many at once and so many a second for one sender; a network, which may be a school, gets so many times that."""

    burst: float
    each_second: float
    network: float = 10


RATES = {
    "create": Rate(20, 60 / 3600),
    "guest": Rate(200, 200 / 3600, 1),  # their sender is always a network
    "join": Rate(60, 1),
    "seek": Rate(10, 1 / 5),
    "upload": Rate(10, 30 / 3600),
    "move": Rate(40, 10),
    "preview": Rate(60, 15),  # apart from moves: who looks at many can still make one
    "greet": Rate(5, 1),
    "frame": Rate(80, 20),
    "socket": Rate(30, 2),
    "write": Rate(30, 5),
    "read": Rate(200, 50),
    "judgement": Rate(20, 1 / 2),  # a tenth of a second of a core
    "review": Rate(5, 20 / 3600),  # some seconds of a core, in the queue of the computer players
    "puzzle": Rate(100, 1 / 5),  # many at once: of who was without a connection
    "results": Rate(10, 1 / 5),  # of a thousand games: as long as two hundred reads
    "keys": Rate(10, 30 / 3600),
    "push": Rate(20, 60 / 3600),
    "sign_in": Rate(60, 1 / 2, 1),  # counted by address: begun and finished
    "recover": Rate(10, 20 / 3600, 1),  # a code has 80 bits; nobody mistypes more
    "export": Rate(3, 6 / 3600),
    "page": Rate(1000, 200, 1),  # files of the app and other bytes that are there already
    "operator": Rate(60, 10, 1),
    "stranger": Rate(200, 20, 1),  # cookies that must be looked up in the database
    "nonsense": Rate(100, 10, 1),  # what cannot be read
}


class Buckets:
    """The buckets of one kind. A bucket is one number: when it will be full again."""

    def __init__(self, burst: float, each_second: float, most: int = MOST) -> None:
        self._each = 1 / each_second
        self._depth = burst / each_second
        self._most = most
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._crowd_full_at = 0.0

    def wait(self, key: str, by: float, now: float) -> float:
        """Seconds until so much can be taken."""
        if self._has_place(key, now):
            return max(self._full_at.get(key, now), now) + by * self._each - self._depth - now
        return max(self._crowd_full_at, now) + by * self._each / CROWD - self._depth - now

    def take(self, key: str, by: float, now: float) -> None:
        """Take so much; `wait` was asked before."""
        if self._has_place(key, now):
            self._full_at[key] = max(self._full_at.get(key, now), now) + by * self._each
            self._full_at.move_to_end(key)
            if len(self._full_at) > self._most:
                self._full_at.popitem(last=False)
        else:
            self._crowd_full_at = max(self._crowd_full_at, now) + by * self._each / CROWD

    def _has_place(self, key: str, now: float) -> bool:
        """Whether a key has a bucket or may have one. Only a bucket that is full again makes room: forgetting it gives nothing away."""
        return key in self._full_at or len(self._full_at) < self._most or next(iter(self._full_at.values())) <= now

    def __len__(self) -> int:
        return len(self._full_at)


class Limits:
    """All buckets. A sender is a guest, the holder of a seat token, or else a network; a bot account counts for its owner's bots too."""

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._clock = clock
        self._own, self._network = {}, {}
        self._bot, self._bots = {}, {}  # apart from their owner's own
        for kind, rate in RATES.items():
            burst, each_second = rate.burst * factor, rate.each_second * factor
            self._own[kind] = Buckets(burst, each_second, most)
            self._network[kind] = Buckets(burst * rate.network, each_second * rate.network, most)
            self._bot[kind] = Buckets(max(1, burst * BOT), each_second * BOT, most)
            self._bots[kind] = Buckets(burst * BOTS, each_second * BOTS, most)

    def spend(self, kind: str, who: Who, by: float = 1) -> None:
        """Count a request for its sender and for its network, or refuse it and count nothing."""
        now = self._clock()
        counted = [(self._network[kind], who.network)]
        if who.owner is None:
            counted.append((self._own[kind], who.sender))
        else:
            counted += [(self._bot[kind], who.sender), (self._bots[kind], who.owner)]
        wait = max(buckets.wait(key, by, now) for buckets, key in counted)
        if wait > SLACK:
            raise TooMany(wait)
        for buckets, key in counted:
            buckets.take(key, by, now)
