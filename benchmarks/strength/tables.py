"""From the games of a report's matches to its numbers: scores with intervals, points, what beginning is worth, Elo by thinking time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log2
from pathlib import Path
from statistics import fmean

import msgspec

from tegel.arena.playing import Played
from tegel.arena.ratings import SURE
from tegel.arena.results import GAMES, MATCH
from tegel.arena.schedule import Match
from tegel.arena.shares import margin
from tegel.arena.tables import Summary, summarise, whole_sets_of

Interval = tuple[float, float]


@dataclass(frozen=True)
class Score:
    """How the learned player did in a match."""

    share: float  # of first places; a shared one in parts
    interval: Interval  # 95 %
    fair: float
    elo: float  # over the others
    elo_margin: float
    points: float
    other_points: float
    seconds: float  # thought in a game, by the clock
    other_seconds: float  # by one of the others


@dataclass(frozen=True)
class Points:
    """What is scored where everybody plays alike."""

    seat: float
    seat_margin: float
    winner: float
    winner_margin: float
    moves: float  # of a game


@dataclass(frozen=True)
class Slope:
    """What twice the simulations are worth."""

    elo: float
    margin: float


@dataclass(frozen=True)
class Found:
    """A match on disk, as far as it has been played."""

    game: str
    table: str
    part: str
    budget: str
    match: Match
    played: dict[int, Played]

    @property
    def sets(self) -> list[list[Played]]:
        """The whole duplicate sets: only they count."""
        return whole_sets_of(self.match, self.played)

    @property
    def games(self) -> int:
        """How many count."""
        return len(self.sets) * self.match.seats

    @property
    def summary(self) -> Summary:
        """The arena's tables."""
        return summarise(self.match, self.played)


def find_matches(folder: Path) -> list[Found]:
    """Every match of a report's folder with a whole set in it; one that is still being played counts as far as it has come."""
    found = []
    for path in sorted(folder.glob(f"*/*/{MATCH}"), key=_order):
        game, table = path.parent.parent.name.rsplit("-", 1)
        part, budget = path.parent.name.split("-", 1)
        match = msgspec.json.decode(path.read_bytes(), type=Match)
        lines = (path.parent / GAMES).read_bytes().splitlines(keepends=True) if (path.parent / GAMES).exists() else []
        games = [msgspec.json.decode(line, type=Played) for line in lines if line.endswith(b"\n")]
        here = Found(game, table, part, budget, match, {played.number: played for played in games})
        found += [here] if here.games else []
    return found


def _order(path: Path) -> tuple[str, str, str, float]:
    """By table, then part, then how long was thought."""
    part, budget = path.parent.name.split("-", 1)
    return path.parent.parent.name, part, budget[-1], float(budget.rstrip("s"))


def share_interval(share: float, games: int, spread: float) -> Interval:
    """The 95 % interval of a share (Wilson's, which stays open when everything was won), where `spread` is half of the one that duplicate
    sets suggest: whichever is wider counts.

    >>> low, high = share_interval(1.0, 100, 0.0)
    >>> round(low, 3), high
    (0.963, 1.0)
    """
    own = share * (1 - share)
    count = min(games, own / (spread / SURE) ** 2) if own > 0 and spread > 0 else games
    centre = (share + SURE**2 / (2 * count)) / (1 + SURE**2 / count)
    half = SURE * (own / count + SURE**2 / (4 * count**2)) ** 0.5 / (1 + SURE**2 / count)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def score_of(found: Found) -> Score:
    """The learned player's line, and the others'."""
    standings = {line.player: line for line in found.summary.standings}
    name = found.match.players[0]
    own, other = standings[name], next(line for player, line in standings.items() if player != name)
    lead, lead_margin = (own.lead, own.lead_margin) if own.lead is not None else (-(other.lead or 0.0), other.lead_margin)
    return Score(
        share=own.win_share,
        interval=share_interval(own.win_share, found.games, own.win_margin),
        fair=1 / found.match.seats,
        elo=lead or 0.0,
        elo_margin=lead_margin or 0.0,
        points=own.points or 0.0,
        other_points=other.points or 0.0,
        seconds=_seconds(found, own.player),
        other_seconds=_seconds(found, other.player),
    )


def _seconds(found: Found, name: str) -> float:
    games = [game for games in found.sets for game in games]
    return fmean(spent for game in games for spent, player in zip(game.seconds, game.seats, strict=True) if player == name)


def points_of(found: Found) -> Points:
    """Points of all seats and of the winners, with intervals over whole sets: the seats of a game are not independent."""
    seats = [fmean(points for game in games for points in game.points if points is not None) for games in found.sets]
    winners = [fmean(_winning_points(game) for game in games) for games in found.sets]
    moves = fmean(len(game.moves.split()) for games in found.sets for game in games)
    return Points(fmean(seats), margin(seats), fmean(winners), margin(winners), moves)


def _winning_points(game: Played) -> float:
    return fmean(points for points, place in zip(game.points, game.places, strict=True) if place == 1 and points is not None)


def starts_of(found: Found) -> list[tuple[float, Interval]]:
    """How often whoever moved first, second, ... in the first round won."""
    return [(start.win_share, share_interval(start.win_share, found.games, start.win_margin)) for start in found.summary.starts]


def doubling(points: list[tuple[float, float, float]]) -> Slope | None:
    """The line through simulations, Elo and half its interval that fits best, by how sure each is; None where there is no line.

    >>> doubling([(100, 0, 50), (200, 60, 50), (400, 120, 50)]).elo
    60.0
    """
    known = [(log2(budget), elo, (SURE / half) ** 2) for budget, elo, half in points if half > 0]
    if len({x for x, _, _ in known}) < 2:
        return None
    total = sum(weight for _, _, weight in known)
    middle = sum(weight * x for x, _, weight in known) / total
    width = sum(weight * (x - middle) ** 2 for x, _, weight in known)
    return Slope(round(sum(weight * (x - middle) * elo for x, elo, weight in known) / width, 6), SURE / width**0.5)


def rating_by_time(svg: str) -> list[Interval]:
    """Seconds of training and Elo at each gate, read back from the first curve that `tegel train report` drew."""
    scale = [float(label) for label in re.findall(r'text-anchor="end">([-+\d.e]+)</text>', svg)[:3]]
    last = re.search(r'text-anchor="end">(\d+) s</text>', svg)
    heights = [float(y) for y in re.findall(r'<line x1="[\d.]+" y1="([\d.]+)"', svg)[:3]]
    line = re.search(r'<polyline points="([^"]+)"', svg)
    if len(scale) < 3 or len(heights) < 3 or last is None or line is None:
        return []
    at = [tuple(map(float, pair.split(","))) for pair in line[1].split()]
    left = at[0][0]
    if at[-1][0] == left:
        return []  # no gate but the beginning
    seconds = float(last[1]) / (at[-1][0] - left)
    elo = (scale[2] - scale[0]) / (heights[2] - heights[0])
    return [((x - left) * seconds, scale[0] + (y - heights[0]) * elo) for x, y in at]
