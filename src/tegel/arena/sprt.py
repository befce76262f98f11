"""Sequential testing: play until it is clear whether the first player is `elo0` or `elo1` points stronger than the second.

The unit is the duplicate set: what the first player scored in it against the second, as a part of all it could have. The likelihoods of
the two hypotheses are those of the likeliest distribution of such scores with the mean that each demands (a generalised SPRT); Wald's
bounds end it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import log

from ..core.errors import BadOption

FAINT = 1e-3  # sets that 0 and 1 are thought to have been scored in from the start, so that every mean is possible


@dataclass(frozen=True)
class Sprt:
    """A test with its bounds: at most `alpha` false alarms if elo0 is true, at most `beta` misses if elo1 is."""

    elo0: float
    elo1: float
    alpha: float
    beta: float

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise BadOption("a sequential test needs elo0 below elo1, both from -2000 to 2000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadOption("alpha and beta are chances of error, each above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """Below this log-likelihood ratio elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above this one elo1 is."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Verdict:
    """How far a test has come."""

    ratio: float  # log-likelihood
    sets: int  # that were needed, or seen so far
    accepted: str  # elo0, elo1, or nothing yet


def expected(elo: float) -> float:
    """The part of the points that a player so much stronger scores.

    >>> expected(0), round(expected(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Judge:
    """Looks at the sets in their order and stops at the first that decides, whatever is played after it."""

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._counts = {0.0: FAINT, 1.0: FAINT}
        self.verdict = Verdict(0.0, 0, "")

    def see(self, score: Fraction) -> Verdict:
        """One set more."""
        if not self.verdict.accepted:
            self._counts[float(score)] = self._counts.get(float(score), 0.0) + 1
            ratio = log_ratio(self._counts, expected(self._test.elo0), expected(self._test.elo1))
            accepted = "elo1" if ratio >= self._test.upper else "elo0" if ratio <= self._test.lower else ""
            self.verdict = Verdict(ratio, self.verdict.sets + 1, accepted)
        return self.verdict


def judge(test: Sprt, scores: Iterable[Fraction]) -> Verdict:
    """The verdict on sets, as far as they go."""
    judging = Judge(test)
    for score in scores:
        if judging.see(score).accepted:
            break
    return judging.verdict


def log_ratio(counts: dict[float, float], mean0: float, mean1: float) -> float:
    """How much likelier the scores are with the second mean than with the first."""
    tilt0, tilt1 = _tilt(counts, mean0), _tilt(counts, mean1)
    return sum(count * (log(1 + tilt0 * (x - mean0)) - log(1 + tilt1 * (x - mean1))) for x, count in counts.items())


def _tilt(counts: dict[float, float], mean: float) -> float:
    """The likeliest distribution with a given mean gives a score x its share divided by 1 + tilt (x - mean); this finds the tilt.

    The sum below falls as the tilt grows and crosses zero between the two bounds, where a share would become infinite: Newton's
    method finds the place, halving where a step would leave the bounds.
    """
    low, high = -1 / (1 - mean), 1 / mean
    tilt = 0.0
    for _ in range(100):
        value = slope = 0.0
        for x, count in counts.items():
            part = (x - mean) / (1 + tilt * (x - mean))
            value += count * part
            slope += count * part * part
        low, high = (tilt, high) if value > 0 else (low, tilt)
        step = value / slope
        before, tilt = tilt, tilt + step if low < tilt + step < high else (low + high) / 2
        if abs(tilt - before) < 1e-12:
            break
    return tilt
