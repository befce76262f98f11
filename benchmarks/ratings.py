"""How soon are ratings right? python benchmarks/ratings.py --seats 2,3,4,5 --games 5,10,20,50,100

A population of known strength plays; everybody plays one game a round, against others of about their strength. After so many games each
system's ratings are compared with the truth: the root mean square error in Elo after the best straight line (scales and origins differ),
and the rank correlation. `openskill` is compared where it is installed. Luck (--lucky) is a part of each performance that the ratings
without luck are told as a review would measure it: by how much it changed everybody's chance to win.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from tegel.arena.adjusted import slope_of
from tegel.ratings.beliefs import Belief
from tegel.ratings.fit import Draws, Played, fit
from tegel.ratings.plackett_luce import ELO, order_of, slopes

OPENSKILL = ("PlackettLuce", "BradleyTerryFull", "BradleyTerryPart", "ThurstoneMostellerFull", "ThurstoneMostellerPart")
NEAR = 200.0  # Elo by which a table's strengths are mixed
NOISE = np.pi / 6**0.5  # standard deviation of a performance in natural units


class System(Protocol):
    """Something that rates."""

    def play(self, table: Sequence[int], places: Sequence[int], luck: Sequence[float]) -> None:
        """Learn from a game."""

    def ratings(self) -> Any:
        """A number for everybody."""


class Ours:
    """Tegel's ratings: all games at once, with or without luck."""

    def __init__(self, players: int, draws: Draws | None = None) -> None:
        self._games: list[Played] = []
        self._priors = [Belief()] * players
        self._draws = draws
        self.beliefs = self._priors

    def play(self, table: Sequence[int], places: Sequence[int], luck: Sequence[float]) -> None:
        """Learn from a game."""
        self._games.append(Played(tuple(table), tuple(places), luck=tuple(luck)))

    def ratings(self) -> Any:
        """Their means."""
        self.beliefs = fit(self._games, self._priors, self._draws)
        return np.array([belief.mean for belief in self.beliefs])


class OneByOne:
    """The same model, each game taken into account once: normal beliefs of everybody apart, by Laplace's approximation."""

    def __init__(self, players: int) -> None:
        self._beliefs = [Belief()] * players

    def play(self, table: Sequence[int], places: Sequence[int], luck: Sequence[float]) -> None:
        """Learn from a game."""
        beliefs = [self._beliefs[player] for player in table]
        mean = np.array([belief.mean for belief in beliefs]) / ELO
        precision = (ELO / np.array([belief.deviation for belief in beliefs])) ** 2
        order, strength, curvature = order_of(range(len(table)), places), mean.copy(), np.diag(precision)
        for _ in range(20):
            _, gradient, hessian = slopes(order, strength)
            curvature = np.diag(precision) - hessian
            step = np.linalg.solve(curvature, gradient - precision * (strength - mean))
            strength = strength + step
            if np.abs(step).max() < 1e-6:
                break
        wide = ELO * np.sqrt(np.diag(np.linalg.inv(curvature)))
        for at, player in enumerate(table):
            self._beliefs[player] = Belief(float(ELO * strength[at]), float(wide[at]))

    def ratings(self) -> Any:
        """Their means."""
        return np.array([belief.mean for belief in self._beliefs])


class EloByRank:
    """Elo, every pair at a table counted as a game of two; K is shared among the opponents."""

    K = 32.0

    def __init__(self, players: int) -> None:
        self._elo = np.full(players, 1500.0)

    def play(self, table: Sequence[int], places: Sequence[int], luck: Sequence[float]) -> None:
        """Learn from a game."""
        elo, place = self._elo[list(table)], np.array(places)
        won = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
        got = (place[:, None] < place[None, :]) + 0.5 * (place[:, None] == place[None, :])
        np.fill_diagonal(won, 0.5)
        self._elo[list(table)] += self.K / (len(table) - 1) * (got - won).sum(axis=1)

    def ratings(self) -> Any:
        """As they are."""
        return self._elo


class OpenSkill:
    """A model of openskill with its usual settings."""

    def __init__(self, players: int, name: str) -> None:
        self._model = getattr(importlib.import_module("openskill.models"), name)()
        self._ratings = [self._model.rating() for _ in range(players)]

    def play(self, table: Sequence[int], places: Sequence[int], luck: Sequence[float]) -> None:
        """Learn from a game."""
        rated = self._model.rate([[self._ratings[player]] for player in table], ranks=list(places))
        for player, (rating,) in zip(table, rated, strict=True):
            self._ratings[player] = rating

    def ratings(self) -> Any:
        """Their means."""
        return np.array([rating.mu for rating in self._ratings])


class World:
    """Players of known strength, and games among them."""

    def __init__(self, players: int, spread: float, lucky: float, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.strength = self.random.normal(0, spread / ELO, players)
        self._lucky = lucky  # how much of the variance of a performance the draws are
        self._blur = 0.0

    def round(self, seats: int) -> list[list[int]]:
        """Tables of about equal strength; who is left over waits."""
        order = np.argsort(self.strength + self.random.normal(0, NEAR / ELO, len(self.strength)))
        return [self.random.permutation(order[at : at + seats]).tolist() for at in range(0, len(order) - seats + 1, seats)]

    def play(self, strength: Any) -> tuple[list[int], Any]:
        """Places, and the luck that a review would measure: how much the draws moved everybody's chance to come first."""
        seats, quiet = len(strength), (1 - self._lucky) ** 0.5
        given = self.random.normal(0, NOISE * self._lucky**0.5, seats)
        performance = strength + given + quiet * self.random.gumbel(0, 1, seats)
        places = np.argsort(np.argsort(-performance)) + 1
        luck = _chances((strength + given) / quiet) - _chances(strength)
        return places.tolist(), luck - luck.mean()

    def measure(self, seats: int, games: int = 4000) -> Draws:
        """What luck is worth in games between equals."""
        won, luck = [], []
        for _ in range(games):
            places, given = self.play(np.zeros(seats))
            won.append(float(places[0] == 1))
            luck.append(float(given[0]))
        return Draws(slope_of(won, luck), float(np.corrcoef(won, luck)[0, 1] ** 2))


def _chances(strength: Any) -> Any:
    weights = np.exp(strength - strength.max())
    return weights / weights.sum()


def error_of(ratings: Any, truth: Any) -> tuple[float, float]:
    """Root mean square error in Elo after the best straight line, and the rank correlation."""
    slope, start = np.polyfit(ratings, truth, 1) if np.ptp(ratings) > 0 else (0.0, truth.mean())
    ranks = [np.argsort(np.argsort(numbers)) for numbers in (ratings, truth)]
    return float(ELO * np.sqrt(((slope * ratings + start - truth) ** 2).mean())), float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def coverage(beliefs: Sequence[Belief], truth: Any) -> float:
    """How often the truth lies within 1.96 deviations of the mean; both are centred first."""
    off = np.array([belief.mean for belief in beliefs]) - ELO * truth
    return float((np.abs(off - off.mean()) < 1.96 * np.array([belief.deviation for belief in beliefs])).mean())


def systems(arguments: argparse.Namespace, world: World, seats: int) -> dict[str, System]:
    """Everything that is compared."""
    players, draws = arguments.players, world.measure(seats)
    told = f"without luck ({draws.explained:.0%} of results, slope {draws.slope:.2f})"
    found: dict[str, System] = {"Tegel": Ours(players), f"Tegel {told}": Ours(players, draws)}
    found |= {"the same model, game by game": OneByOne(players), "Elo by rank": EloByRank(players)}
    try:
        found |= {f"openskill {name}": OpenSkill(players, name) for name in OPENSKILL}
    except ModuleNotFoundError:
        print("openskill is not installed: pip install openskill")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--spread", type=float, default=300, help="standard deviation of the strengths, in Elo")
    parser.add_argument("--seats", default="2,3,4,5")
    parser.add_argument("--games", default="5,10,20,50,100", help="of each player, when to look")
    parser.add_argument("--lucky", type=float, default=0.42, help="how much of the variance of a performance the draws are")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    looks = [int(number) for number in arguments.games.split(",")]
    for seats in map(int, arguments.seats.split(",")):
        world = World(arguments.players, arguments.spread, arguments.lucky, arguments.seed)
        rated = systems(arguments, world, seats)
        rows: dict[str, list[str]] = {name: [] for name in rated}
        spent, covered = dict.fromkeys(rated, 0.0), []
        for number in range(1, max(looks) + 1):
            played = [(table, *world.play(world.strength[table])) for table in world.round(seats)]
            for name, system in rated.items():
                before = time.perf_counter()
                for table, places, luck in played:
                    system.play(table, places, luck)
                if number in looks:
                    error, agreement = error_of(system.ratings(), world.strength)
                    spent[name] += time.perf_counter() - before
                    rows[name].append(f"{error:.0f} ({agreement:.2f})")
                    if name == "Tegel" and isinstance(system, Ours):
                        covered.append(f"{coverage(system.beliefs, world.strength):.0%}")
                else:
                    spent[name] += time.perf_counter() - before
        games = max(looks) * (arguments.players // seats)
        print(f"\n{arguments.players} players, {seats} at a table, error in Elo (rank correlation) after so many games each\n", flush=True)
        print(f"| ratings | {' | '.join(map(str, looks))} | µs a game |\n| --- |{' --- |' * (len(looks) + 1)}")
        for name, row in rows.items():
            print(f"| {name} | {' | '.join(row)} | {1e6 * spent[name] / games:.0f} |", flush=True)
        print("\nTegel, how often the truth lies within 95 % intervals:", ", ".join(covered), flush=True)


if __name__ == "__main__":
    main()
