"""Ratings from all games at once: what they must agree with, and what must not matter."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tegel.ratings.beliefs import MIDDLE, Belief
from tegel.ratings.fit import Draws, Played, fit
from tegel.ratings.plackett_luce import ELO, order_of, slopes


def some_games(seats: int, count: int = 60, players: int = 8) -> list[Played]:
    source = random.Random(f"{seats}")
    found = []
    for _ in range(count):
        table = source.sample(range(players), seats)
        score = [player / 3 + source.gauss(0, 1) for player in table]
        places = [1 + sum(round(other) > round(mine) for other in score) for mine in score]  # now and then shared
        found.append(Played(tuple(table), tuple(places)))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_is_the_peak_of_prior_and_likelihood(seats: int) -> None:
    games, priors = some_games(seats), [Belief(1400 + 20 * at, 200 + 10 * at) for at in range(8)]
    found = np.array([belief.mean for belief in fit(games, priors)])
    gradient = np.array([(belief.mean - mean) / belief.deviation**2 * ELO for belief, mean in zip(priors, found, strict=True)])
    for game in games:
        gradient += slopes(order_of(game.players, game.places), found / ELO)[1]
    assert np.abs(gradient).max() < 1e-7


def test_the_order_of_the_games_does_not_matter() -> None:
    games, priors = some_games(4), [Belief()] * 8
    again = random.Random(1).sample(games, len(games))
    assert np.allclose(fit(games, priors), fit(again, priors), atol=1e-6)


def test_deviations_are_close_to_those_of_the_whole_covariance() -> None:
    games, priors = some_games(3, 200), [Belief()] * 8
    found = fit(games, priors)
    curvature = np.diag([(ELO / belief.deviation) ** 2 for belief in priors])
    for game in games:
        curvature -= slopes(order_of(game.players, game.places), np.array([belief.mean for belief in found]) / ELO)[2]
    centre = np.eye(8) - 1 / 8  # that all of them together may be stronger or weaker says nothing about who is the best
    exact = ELO * np.sqrt(np.diag(centre @ np.linalg.inv(curvature) @ centre))
    told = np.array([belief.deviation for belief in found])
    assert np.all((told > 0.98 * exact) & (told < 1.3 * exact)), "eight who meet only each other are the hardest case"


def test_who_wins_everything_keeps_a_finite_rating_and_draws_are_worth_half() -> None:
    best = fit([Played((0, 1), (1, 2))] * 1000, [Belief(), Belief()])[0]
    assert MIDDLE < best.mean < 3000
    even = fit([Played((0, 1, 2), (1, 1, 1))] * 10, [Belief()] * 3)
    assert [round(belief.mean) for belief in even] == [1500] * 3
    half = fit([Played((0, 1), (1, 2)), Played((0, 1), (2, 1))], [Belief()] * 2)
    drawn = fit([Played((0, 1), (1, 1))] * 2, [Belief()] * 2)
    assert np.allclose(half, drawn)


def test_a_game_won_by_luck_says_less() -> None:
    draws = Draws(slope=1.0, explained=0.2)
    plain = fit([Played((0, 1), (1, 2))], [Belief()] * 2, draws)[0].mean
    lucky = fit([Played((0, 1), (1, 2), luck=(0.3, -0.3))], [Belief()] * 2, draws)[0].mean
    unlucky = fit([Played((0, 1), (1, 2), luck=(-0.3, 0.3))], [Belief()] * 2, draws)[0].mean
    assert MIDDLE < lucky < plain < unlucky
    ignored = fit([Played((0, 1), (1, 2), luck=(0.3, -0.3))], [Belief()] * 2)[0].mean
    assert ignored == plain


def test_nobody_and_nothing() -> None:
    assert fit([], []) == []
    assert fit([], [Belief(1600, 100)])[0] == pytest.approx(Belief(1600, 100))


def test_extreme_priors_do_not_throw_it_off() -> None:
    found = fit([Played((0, 1), (2, 1))] * 3, [Belief(4000, 50), Belief(0, 350)])
    assert 0 < found[1].mean < found[0].mean < 4000
