"""The computer players by name: one registry, kind -> how to make one.

>>> find_player("greedy", seed=1).kind
'greedy'
>>> is_player("level:5"), is_player("search:200"), is_player("learned:0.5s"), is_player("level:9")
(True, True, True, False)
>>> is_player("level:5@2ef5cd6d7f98"), is_player("learned:400@2ef5cd6d7f98")  # with the network that has that SHA-256
(True, True)
>>> is_player("level:3@0.1.0"), is_player("search:400@2ef5cd6d7f98")  # as in that release
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..core.errors import BadOption
from .player import Player
from .settings import LEVELS, RELEASES, Budget
from .simple import GreedyPlayer, RandomPlayer

AS_OF = "|".join(map(re.escape, RELEASES))
AS_IN = f"level:1@{RELEASES[-1]}: as in that release"
NETWORK = "[0-9a-f]{12}"  # the first digits of its SHA-256
BUDGET = r"[1-9][0-9]{0,7}|[0-9]{1,3}(?:\.[0-9]{1,3})?s"  # so many simulations, or so many seconds, a move


class Kind(NamedTuple):
    """A kind of player: what may follow its name and a colon, how to make one, and how to describe that."""

    number: str  # a pattern; empty where nothing follows
    make: Callable[[str, int | None], Player]
    usage: str


def _level(number: str, seed: int | None) -> Player:
    from .levels import LevelPlayer  # here, because most programs that know the names never search

    level, _, as_of = number.partition("@")
    return LevelPlayer(int(level), seed, as_of)


def _search(number: str, seed: int | None, learned: bool = False) -> Player:
    from .searching import SearchPlayer

    amount, _, network = number.partition("@")
    budget = Budget(seconds=float(amount[:-1])) if amount.endswith("s") else Budget(int(amount))
    return SearchPlayer(budget, seed, learned, network)


KINDS = {
    "random": Kind("", lambda _, seed: RandomPlayer(seed), "random"),
    "greedy": Kind("", lambda _, seed: GreedyPlayer(seed), "greedy"),
    "level": Kind(f"[1-{LEVELS[-1]}](?:@(?:{NETWORK}|{AS_OF}))?", _level, f"level:1 to level:{LEVELS[-1]} ({AS_IN})"),
    "search": Kind(BUDGET, _search, "search:N with N simulations a move"),
    "learned": Kind(f"(?:{BUDGET})(?:@{NETWORK})?", partial(_search, learned=True), "learned:N with a network, or a time: learned:0.5s"),
}
PLAYERS = ("random", "greedy", *(f"level:{level}" for level in LEVELS))  # those without a budget, weakest first
USAGE = ", ".join(kind.usage for kind in KINDS.values())


def is_player(name: str) -> bool:
    """Whether a computer player has this name."""
    return _parse(name) is not None


def find_player(name: str, seed: int | None = None) -> Player:
    """A computer player by its name, such as level:5."""
    found = _parse(name)
    if found is None:
        raise BadOption(f"there is no player {name!r}; the players are {USAGE}")
    kind, number = found
    return kind.make(number, seed)


def network_in(name: str) -> str:
    """The first digits of the network that a player's name asks for; empty if it asks for none.

    >>> network_in("learned:400@2ef5cd6d7f98"), network_in("level:3@0.1.0"), network_in("greedy")
    ('2ef5cd6d7f98', '', '')
    """
    _, _, after = name.partition("@")
    return after if re.fullmatch(NETWORK, after) else ""


def _parse(name: str) -> tuple[Kind, str] | None:
    word, colon, number = name.partition(":")
    kind = KINDS.get(word)
    if kind is None or bool(colon) != bool(kind.number) or re.fullmatch(kind.number, number) is None:
        return None
    return kind, number
