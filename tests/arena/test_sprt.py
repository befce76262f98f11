"""The sequential test errs no more often than it says, and its verdict depends on the order of the sets alone."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tegel.arena.sprt import Sprt, expected, judge
from tegel.core.errors import BadOption

TEST = Sprt(elo0=0, elo1=60, alpha=0.05, beta=0.05)
RUNS = 200


def scores(elo: float, source: random.Random, drawn: float, alike: float):
    """Endless pairs of games; with chance `alike` the second game ends like the first."""
    win = expected(elo) - drawn / 2

    def game() -> int:
        at = source.random()
        return 2 if at < win else 1 if at < win + drawn else 0

    while True:
        first = game()
        second = first if source.random() < alike else game()
        yield Fraction(first + second, 4)


@pytest.mark.parametrize(("drawn", "alike"), [(0.0, 0.0), (0.1, 0.0), (0.05, 0.5)])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (60, "elo0")])
def test_error_rates(elo: float, wrong: str, drawn: float, alike: float) -> None:
    verdicts = [judge(TEST, scores(elo, random.Random(f"{run} {elo}"), drawn, alike)) for run in range(RUNS)]
    errors = sum(verdict.accepted == wrong for verdict in verdicts)
    assert errors <= RUNS * 0.05 + 2 * (RUNS * 0.05 * 0.95) ** 0.5
    assert errors > 0  # bounds so wide that nothing ever goes wrong would waste games


def test_a_clear_case_is_quick_and_an_open_one_stays_open() -> None:
    assert judge(TEST, scores(300, random.Random(1), 0, 0)).sets < 60
    assert judge(TEST, []).accepted == ""
    few = judge(TEST, [Fraction(1, 2)] * 3)
    assert few.accepted == ""
    assert few.sets == 3
    assert TEST.lower < few.ratio < TEST.upper


def test_what_was_played_after_the_verdict_does_not_count() -> None:
    source = scores(0, random.Random(2), 0, 0)
    played = [next(source) for _ in range(3000)]
    verdict = judge(TEST, played)
    assert verdict.accepted
    assert judge(TEST, played[: verdict.sets]) == verdict
    assert judge(TEST, played[: verdict.sets - 1]).accepted == ""


def test_bounds_are_walds() -> None:
    assert TEST.upper == pytest.approx(2.944, abs=0.001)
    assert TEST.lower == pytest.approx(-2.944, abs=0.001)


@pytest.mark.parametrize(
    "wrong", [(5, 5, 0.05, 0.05), (10, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.7), (0, float("nan"), 0.05, 0.05)]
)
def test_senseless_bounds_are_refused(wrong: tuple[float, float, float, float]) -> None:
    with pytest.raises(BadOption):
        Sprt(*wrong)
