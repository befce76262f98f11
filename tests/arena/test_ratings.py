"""Ratings find the strengths that made the results, and their intervals are honest."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from tegel.arena.ratings import rate
from tegel.ratings.plackett_luce import ELO, Order, order_of

STRENGTHS = [0.9, 0.3, -0.2, -1.0]  # natural units, mean 0


def arrive(players: tuple[int, ...], strengths: list[float], source: random.Random) -> Order:
    """An order of arrival, drawn from the model."""
    left, order = list(players), []
    while left:
        chosen = source.choices(left, [math.exp(strengths[player]) for player in left])[0]
        left.remove(chosen)
        order.append((chosen,))
    return tuple(order)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found(seats: int) -> None:
    source = random.Random(seats)
    lineups = list(combinations(range(4), seats))
    sets = [[arrive(lineup, STRENGTHS, source) for _ in range(seats)] for _ in range(1200 // len(lineups)) for lineup in lineups]
    ratings = rate(sets, 4)
    for player, strength in enumerate(STRENGTHS):
        elo, margin = ratings.of(player)
        assert abs(elo - ELO * strength) < 1.5 * margin
        assert 5 < margin < 40


def coverage(make_set, runs: int, sets: int) -> float:
    """How often the interval of the difference holds the true one."""
    held = 0
    true = ELO * (STRENGTHS[1] - STRENGTHS[2])
    for run in range(runs):
        source = random.Random(run)
        ratings = rate([make_set(source) for _ in range(sets)], 2)
        found, margin = ratings.between(0, 1)
        held += abs(found - true) < margin
    return held / runs


def test_intervals_hold_the_truth_nineteen_times_in_twenty() -> None:
    strengths = STRENGTHS[1:3]
    assert 0.91 < coverage(lambda source: [arrive((0, 1), strengths, source) for _ in range(2)], 250, 60) < 0.99


def test_intervals_see_what_the_games_of_a_set_have_in_common() -> None:
    """Where both games of a set always end alike there is only half the evidence, and the interval knows."""
    strengths = STRENGTHS[1:3]
    assert 0.91 < coverage(lambda source: [arrive((0, 1), strengths, source)] * 2, 250, 60) < 0.99


def test_two_players_are_rated_by_their_odds() -> None:
    ratings = rate([[((0,), (1,))]] * 3000 + [[((1,), (0,))]] * 1000, 2)
    assert ratings.between(0, 1)[0] == pytest.approx(400 * math.log10(3), abs=0.5)


def test_a_draw_is_half_a_win_and_half_a_loss() -> None:
    drawn = rate([[((0, 1),)]] * 100 + [[((0,), (1,))]] * 100, 2)
    played = rate([[((0,), (1,))]] * 150 + [[((1,), (0,))]] * 50, 2)
    assert drawn.elo[0] == pytest.approx(played.elo[0])


def test_shared_places_among_more_than_two() -> None:
    ratings = rate([[((0,), (1, 2))]] * 50, 3)
    assert ratings.elo[1] == pytest.approx(ratings.elo[2])
    assert ratings.elo[0] > 200
    level = rate([[((0, 1, 2),)]] * 50, 3)
    assert max(abs(level.elo)) < 1e-6


def test_the_same_player_on_several_seats() -> None:
    """Against three equals, first place one time in four means equal strength."""
    source = random.Random(1)
    sets = [[arrive((0, 1, 1, 1), [0.0, 0.0], source) for _ in range(4)] for _ in range(300)]
    found, margin = rate(sets, 2).between(0, 1)
    assert abs(found) < 1.5 * margin


def test_whoever_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    found, margin = rate([[((0,), (1,))] * 2] * 10, 2).between(0, 1)
    assert 300 < found < 1500
    assert margin > 200


def test_order_of_arrival() -> None:
    assert order_of([3, 1, 1], [2, 1, 2]) == ((1,), (1, 3))
