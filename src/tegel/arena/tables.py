"""The tables of a match: ratings, wins, points, who beats whom, what it is worth to begin, who failed and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import fmean

from ..ratings.plackett_luce import order_of
from .adjusted import Adjusted, adjust
from .playing import Played
from .ratings import rate
from .schedule import Match, set_of
from .shares import margin, wins_of
from .sprt import Sprt, judge


@dataclass(frozen=True)
class Standing:
    """A player's line. A victory shared by two counts as half a win for each."""

    player: str
    seats: int  # taken, in all games
    wins: float
    win_share: float
    win_margin: float  # half of the 95 % interval, from how sets differ
    place: float  # mean
    points: float | None  # mean, of the games it finished
    points_margin: float | None
    elo: float
    elo_margin: float
    lead: float | None  # Elo over the next player
    lead_margin: float | None
    faults: int


@dataclass(frozen=True)
class Pair:
    """How often one player came ahead of another, level with it, and behind."""

    player: str
    other: str
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True)
class Start:
    """What it is worth to move first, second, ... in the first round."""

    order: int  # from 1
    win_share: float
    win_margin: float
    points: float | None


@dataclass(frozen=True)
class Failures:
    """How often a player lost by a fault of one kind, with one of them in full."""

    player: str
    kind: str
    count: int
    game: int  # of the example, from 1
    detail: str


@dataclass(frozen=True)
class Summary:
    """A match in numbers. The same games give the same summary, in whatever order they were played."""

    match: Match
    games: int
    sets: int
    standings: list[Standing]  # the strongest first
    pairs: list[Pair]
    starts: list[Start]
    failures: list[Failures]
    sprt: dict[str, float | int | str] | None
    luck: list[Adjusted] | None = None  # in the order of the standings


def summarise(match: Match, played: dict[int, Played], test: Sprt | None = None) -> Summary:
    """All tables, from the whole sets among the games played; with a test, from those up to its verdict."""
    sets = whole_sets_of(match, played)
    verdict = None
    if test is not None:
        verdict = judge(test, (set_score(match, games) for games in sets))
        sets = sets[: verdict.sets]
    games = [game for games in sets for game in games]
    standings = _standings(match, sets)
    return Summary(
        match=match,
        games=len(games),
        sets=len(sets),
        standings=standings,
        pairs=_pairs(match, games),
        starts=_starts(match, sets),
        failures=_failures(games),
        sprt=None if test is None or verdict is None else asdict(test) | asdict(verdict) | {"lower": test.lower, "upper": test.upper},
        luck=[adjust(line.player, sets) for line in standings] if match.luck else None,
    )


def whole_sets_of(match: Match, played: dict[int, Played]) -> list[list[Played]]:
    """The complete duplicate sets in their order, up to the first gap: a test must not depend on which game ended sooner."""
    sets: list[list[Played]] = []
    while all(len(sets) * match.seats + at in played for at in range(match.seats)):
        first = len(sets) * match.seats
        sets.append([played[first + at] for at in range(match.seats)])
    return sets


def names_of(match: Match) -> list[str]:
    """The players, each once."""
    return list(dict.fromkeys(match.players))


def set_score(match: Match, games: list[Played]) -> Fraction:
    """What the first player scored against the second in a set, as a part of all it could have."""
    one, other = names_of(match)
    duels = [
        (mine, theirs)
        for game in games
        for mine, name in zip(game.places, game.seats, strict=True)
        if name == one
        for theirs, rival in zip(game.places, game.seats, strict=True)
        if rival == other
    ]
    return Fraction(sum(2 * (mine < theirs) + (mine == theirs) for mine, theirs in duels), 2 * len(duels))


def _standings(match: Match, sets: list[list[Played]]) -> list[Standing]:
    names = names_of(match)
    index = {name: at for at, name in enumerate(names)}
    ratings = rate(([order_of([index[name] for name in game.seats], game.places) for game in games] for games in sets), len(names))
    ranked = sorted(range(len(names)), key=lambda player: (-float(ratings.elo[player]), player))
    lines = []
    for at, player in enumerate(ranked):
        elo, elo_margin = ratings.of(player)
        lead = ratings.between(player, ranked[at + 1]) if at + 1 < len(ranked) else (None, None)
        lines.append(_standing(names[player], sets, (elo, elo_margin), lead))
    return lines


def _standing(name: str, sets: list[list[Played]], elo: tuple[float, float], lead: tuple[float, float] | tuple[None, None]) -> Standing:
    wins, places, points, faults = 0.0, [], [], 0
    shares = []  # of victory, set by set
    for games in sets:
        own = [(game, seat) for game in games for seat, player in enumerate(game.seats) if player == name]
        won = [wins_of(game)[seat] for game, seat in own]
        wins += sum(won)
        shares += [fmean(won)] if won else []
        places += [game.places[seat] for game, seat in own]
        points += [found for game, seat in own if (found := game.points[seat]) is not None]
        faults += sum(game.faults[seat] is not None for game, seat in own)
    return Standing(
        player=name,
        seats=len(places),
        wins=round(wins, 3),
        win_share=wins / len(places) if places else 0.0,
        win_margin=margin(shares),
        place=fmean(places) if places else 0.0,
        points=fmean(points) if points else None,
        points_margin=margin(points) if points else None,
        elo=elo[0],
        elo_margin=elo[1],
        lead=lead[0],
        lead_margin=lead[1],
        faults=faults,
    )


def _pairs(match: Match, games: list[Played]) -> list[Pair]:
    counts: dict[tuple[str, str], list[int]] = {}
    for game in games:
        for one, mine in zip(game.seats, game.places, strict=True):
            for other, theirs in zip(game.seats, game.places, strict=True):
                if one != other:
                    counts.setdefault((one, other), [0, 0, 0])[0 if mine < theirs else 1 if mine == theirs else 2] += 1
    names = names_of(match)
    return [Pair(one, other, *counts[one, other]) for one in names for other in names if (one, other) in counts]


def _starts(match: Match, sets: list[list[Played]]) -> list[Start]:
    starts = []
    for order in range(match.seats):
        shares, points = [], []
        for games in sets:
            seats = [(game, (game.first + order) % match.seats) for game in games]
            shares.append(fmean(wins_of(game)[seat] for game, seat in seats))
            points += [found for game, seat in seats if (found := game.points[seat]) is not None]
        if shares:
            starts.append(Start(order + 1, fmean(shares), margin(shares), fmean(points) if points else None))
    return starts


def _failures(games: list[Played]) -> list[Failures]:
    found: dict[tuple[str, str], Failures] = {}
    for game in games:
        for name, fault in zip(game.seats, game.faults, strict=True):
            if fault is not None:
                before = found.get((name, fault.kind))
                count = before.count if before else 0
                shown = (before.game, before.detail) if before else (game.number + 1, fault.detail)
                found[name, fault.kind] = Failures(name, fault.kind, count + 1, *shown)
    return [found[at] for at in sorted(found)]


def rows(match: Match, games: Iterable[Played]) -> list[dict[str, object]]:
    """One row for each seat of each game, for spreadsheets and data frames."""
    return [
        {
            "game": game.number + 1,
            "set": set_of(match, game.number) + 1,
            "seat": seat,  # from 0, as everywhere
            "player": name,
            "order": (seat - game.first) % match.seats + 1,
            "place": game.places[seat],
            "points": game.points[seat],
            "fault": fault.kind if (fault := game.faults[seat]) else None,
            "moves": len(game.moves.split()),
        }
        for game in games
        for seat, name in enumerate(game.seats)
    ]
