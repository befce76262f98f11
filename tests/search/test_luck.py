"""Luck: what is drawn anew and what stays, exact and sampled means, no luck where nothing is drawn."""

from __future__ import annotations

import random
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.differential import random_key
from tegel.core.takeback import reveals
from tegel.search.review.draws import redraw
from tegel.search.review.luck import TRIED, Step, draw_again, luck_after_setup, luck_from, luck_of_move, luck_of_setup
from tegel.search.review.native import Native
from tegel.search.review.numbers import DRAW, START, Numbers
from tegel.search.review.values import Evaluator, Value
from tests.configurations import new_table, play_random

CONFIGURATIONS = [("azul", {"players": 3}), ("duel", {}), ("blockers", {"players": 4}), ("blockers", {"players": 2})]


class Looks(Evaluator):
    """Values a position by a hash of what a viewer sees: exact, quick, and different for every draw."""

    def value(self, state: Any, viewer: int, seed: int) -> Value:
        chance = random.Random(self.engine.seen(state, viewer)).random()
        players = int(state["players"])
        others = (1 - chance) / (players - 1)
        return Value((chance, *[others] * (players - 1)), (0.0,) * players)


def numbers(engine: Native, seed: int = 1) -> Numbers:
    """Random numbers of a draw."""
    return Numbers(engine, seed, DRAW, 1)


def seen_by_all(table: tegel.Table, state: Any) -> list[bytes]:
    """What every seat and a spectator see of a position."""
    found = []
    for viewer in range(-1, table.players):
        hidden = table.game.copy(state)
        generic.hide(hidden, viewer)
        found.append(hidden.tobytes())
    return found


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
def test_redrawing_changes_nothing_that_anybody_knows(name: str, options: dict[str, Any]) -> None:
    table = play_random(new_table(name, options, 2), 2, most=60)
    source = random.Random(1)
    for ply in range(0, len(table.moves), 7):
        other = table.game.copy(table.state_at(ply))
        redraw(other, np.array(random_key(source), np.uint64))
        assert seen_by_all(table, other) == seen_by_all(table, table.state_at(ply))
        assert generic.check(other) == 0


def test_the_plates_nobody_saw_are_shuffled() -> None:
    table = new_table("duel", {}, 1)
    other = table.game.copy(table.state)
    redraw(other, np.array((1, 2, 3, 4), np.uint64))
    assert sorted(other["stack"]) == sorted(table.state["stack"])
    assert other["stack"].tolist() != table.state["stack"].tolist()


def test_there_is_no_luck_where_nothing_is_drawn() -> None:
    table = play_random(new_table("azul", {}, 1), 1)
    evaluator = Looks(Native(table.game), 1)
    drawn = {luck.ply for luck in luck_after_setup(evaluator, table, 2, 1)}
    deals = {ply for ply in range(1, len(table.moves)) if table.state_at(ply - 1)["round_number"] != table.state_at(ply)["round_number"]}
    assert drawn == deals
    quiet = next(ply for ply in range(1, len(table.moves)) if ply not in deals)
    before, after = table.state_at(quiet - 1), table.state_at(quiet)
    assert not reveals(table.game, before, table.moves[quiet - 1])
    step = Step(quiet, before, table.moves[quiet - 1], after)
    assert luck_of_move(evaluator, step, 2, numbers(evaluator.engine)) is None


class Counting(Native):
    """Counts how often something is drawn again."""

    drawn = 0

    def redrawn(self, state: Any, key: Any) -> Any:
        self.drawn += 1
        return super().redrawn(state, key)


def test_many_results_are_noticed_at_once_and_change_no_later_number() -> None:
    table = play_random(new_table("blockers", {"players": 2}, 1), 1, most=20)
    ply = next(ply for ply in range(20) if table.state_at(ply + 1)["draws"] == table.state_at(ply)["draws"] + 1)
    engine = Counting(table.game)
    used = numbers(engine)
    assert not draw_again(engine, table.state_at(ply), table.moves[ply], 2, used).exact
    assert engine.drawn < 20  # trying 256 draws took most of the time of a review
    assert used.count == 2 + TRIED  # as if all had been tried


def few_tiles_left() -> tuple[tegel.Table, int]:
    """A game of Blockers! and a ply at which the mover draws from a pile of 2 to 6 tiles, and nothing else is drawn."""
    table = play_random(new_table("blockers", {"players": 3}, 1), 1)
    for ply in range(len(table.moves)):
        state, after = table.state_at(ply), table.state_at(ply + 1)
        if 2 <= state["pile_size"][state["turn"]] <= 6 and after["draws"] == state["draws"] + 1:
            return table, ply
    raise AssertionError("no such ply")


def test_few_draws_are_counted_exactly() -> None:
    table, ply = few_tiles_left()
    before, move = table.state_at(ply), table.moves[ply]
    mover = int(before["turn"])
    tiles = int(before["pile_size"][mover])
    engine = Native(table.game)
    exact = draw_again(engine, before, move, 8, numbers(engine))
    assert exact.exact
    assert [outcome.weight for outcome in exact.found] == [1 / tiles] * tiles
    assert len({int(outcome.state["racks"][mover]) for outcome in exact.found}) == tiles

    evaluator = Looks(engine, 1)
    mean = sum(outcome.weight * evaluator.value(outcome.state, mover, 0).win[0] for outcome in exact.found)
    sampled = draw_again(engine, before, move, tiles - 1, numbers(engine, 2))
    assert not sampled.exact
    many = [draw_again(engine, before, move, tiles - 1, numbers(engine, seed)).found[0].state for seed in range(100)]
    values = [evaluator.value(state, mover, 0).win[0] for state in many]
    assert fmean(values) == pytest.approx(mean, abs=4 * stdev(values) / sqrt(len(values)))

    lucks = [luck_of_move(evaluator, Step(ply + 1, before, move, outcome.state), 8, numbers(engine)) for outcome in exact.found]
    assert all(luck is not None and luck.exact and luck.error == (0, 0, 0) for luck in lucks)
    assert sum(luck.win[0] for luck in lucks if luck) == pytest.approx(0, abs=1e-9)  # all draws together: no luck at all


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
def test_luck_is_zero_on_average_and_over_the_seats(name: str, options: dict[str, Any]) -> None:
    total = []
    for seed in range(60):
        table = play_random(new_table(name, options, seed), seed, most=12)
        evaluator = Looks(Native(table.game), 1)
        found = [
            luck_of_setup(evaluator, table.options, table.state_at(0), 2, Numbers(evaluator.engine, seed, START, 0)),
            *luck_after_setup(evaluator, table, 2, seed),
        ]
        assert all(sum(luck.win) == pytest.approx(0, abs=1e-9) for luck in found)
        total.append(sum(luck.win[0] for luck in found))
    assert abs(fmean(total)) < 4 * stdev(total) / sqrt(len(total))


def test_luck_by_hand() -> None:
    values = [Value((0.2, 0.8), (10, 20)), Value((0.4, 0.6), (20, 20))]
    luck = luck_from(Value((0.5, 0.5), (30, 20)), values, [0.5, 0.5], False)
    assert luck.win == pytest.approx((0.2, -0.2))
    assert luck.points == pytest.approx((15, 0))
    assert luck.error == pytest.approx((0.1, 0.1))


def test_a_seat_is_valued_while_another_is_to_move() -> None:
    table = play_random(new_table("blockers", {"players": 3}, 1), 1, most=4)
    assert table.turn is not None
    value = Evaluator(Native(table.game), 8).value(table.state, (table.turn + 1) % 3, 1)
    assert sum(value.win) == pytest.approx(1)
    assert value == Evaluator(Native(table.game), 8).value(table.state, (table.turn + 1) % 3, 1)
