"""All ratings of a pool (a game with a number of players) from the results of its games. A pure function: the order does not matter.

Two safeguards make ratings not worth farming. Between the same two people only so many games a day count. And who is well known is rated
by games among the well known alone: strangers, however many, who lose to somebody do not lift them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from .beliefs import Belief
from .fit import Draws, Played, fit

DAY = 24 * 3600 * 1000  # milliseconds
A_DAY = 10  # games between the same two people within a day count, no more
HALF_LIFE = 365 * DAY  # a game so old counts half
KNOWN_GAMES, KNOWN_OPPONENTS = 8, 3  # who has played so many games, against so many others, is well known
FIXED = 1.0  # deviation in Elo of what is taken as given


class Result(NamedTuple):
    """How a game ended."""

    game: str
    ended: int  # milliseconds since 1970
    players: tuple[str, ...]  # in seat order; computers have a colon in their names
    places: tuple[int, ...]
    luck: tuple[float, ...] | None = None


class Rating(NamedTuple):
    """What is known of one player."""

    belief: Belief
    games: int
    wins: int  # shared ones too
    known: bool  # well known: enough games against enough others
    luckless: Belief | None  # with the luck of the draws taken out; None: it was measured in none of the games
    luck_games: int  # in so many it was

    @property
    def listed(self) -> bool:
        """Whether it may stand in a table of the best."""
        return self.known and not self.belief.provisional


def is_computer(player: str) -> bool:
    """Whether a player is a computer level.

    >>> is_computer("level:3"), is_computer("k3x9")
    (True, False)
    """
    return ":" in player


def too_often(results: Sequence[Result]) -> set[str]:
    """The games that do not count because two people have played too many others that day."""
    recent: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    refused = set()
    for result in sorted(results, key=lambda result: (result.ended, result.game)):
        pairs = list(combinations(sorted(player for player in result.players if not is_computer(player)), 2))
        if any(sum(result.ended - DAY < ended for ended in recent[pair][-A_DAY:]) >= A_DAY for pair in pairs):
            refused.add(result.game)
            continue
        for pair in pairs:
            recent[pair].append(result.ended)
    return refused


def rate(results: Sequence[Result], prior: Callable[[str], Belief], draws: Draws | None = None) -> dict[str, Rating]:
    """Everybody's rating; without `draws` luck is not taken out."""
    refused = too_often(results)
    counted = sorted((result for result in results if result.game not in refused), key=lambda result: result.game)
    if not counted:
        return {}
    names = sorted({player for result in counted for player in result.players})
    known = _well_known(counted)
    plain = _fit(counted, {name: prior(name) for name in names}, known, None)
    measured = [result for result in counted if draws is not None and result.luck is not None]
    without = _fit(counted, {name: prior(name) for name in names}, known, draws) if measured else {}
    games = Counter(player for result in counted for player in result.players)
    lucky = Counter(player for result in measured for player in result.players)
    wins = Counter(
        player for result in counted for player, place in zip(result.players, result.places, strict=True) if place == min(result.places)
    )
    return {
        name: Rating(plain[name], games[name], wins[name], name in known, without[name] if lucky[name] else None, lucky[name])
        for name in names
    }


def _well_known(results: Sequence[Result]) -> set[str]:
    """Computers, and whoever has played enough games against enough others."""
    games: Counter[str] = Counter()
    met: defaultdict[str, set[str]] = defaultdict(set)
    for result in results:
        for player in result.players:
            games[player] += 1
            met[player].update(other for other in result.players if other != player)
    return {name for name in games if is_computer(name) or (games[name] >= KNOWN_GAMES and len(met[name]) >= KNOWN_OPPONENTS)}


def _fit(results: Sequence[Result], priors: dict[str, Belief], known: set[str], draws: Draws | None) -> dict[str, Belief]:
    """First the well known by games among themselves; then everybody else, with the well known as they are."""
    among = [result for result in results if known.issuperset(result.players)]
    others = [result for result in results if not known.issuperset(result.players)]
    found = _fit_some(among, priors, draws)
    fixed = {name: Belief(belief.mean, FIXED) for name, belief in found.items()}
    return _fit_some(others, priors | fixed, draws) | found


def _fit_some(results: Sequence[Result], priors: dict[str, Belief], draws: Draws | None) -> dict[str, Belief]:
    names = sorted({player for result in results for player in result.players})
    index = {name: at for at, name in enumerate(names)}
    last = max((result.ended for result in results), default=0)
    games = [
        Played(tuple(index[player] for player in result.players), result.places, 0.5 ** ((last - result.ended) / HALF_LIFE), result.luck)
        for result in results
    ]
    return dict(zip(names, fit(games, [priors[name] for name in names], draws), strict=True)) if games else {}
