"""How fast the search thinks, in CPU time of one core: simulations and leaf evaluations a second for every game.

python benchmarks/search_speed.py
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import numpy as np

from tegel.core.compiled import rule
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.search.judgement import SEATS, judge
from tegel.search.settings import Budget
from tegel.search.solve import Solver
from tegel.search.think import default_settings, think
from tegel.search.values import find_values, find_weights

SIMULATIONS = 4000
LEAVES = 200_000


@rule
def judge_often(states: Any, times: int, weights: Any, features: Any, win: Any, points: Any) -> float:
    """Value the states in turn; the sum keeps the work from being left out."""
    total = 0.0
    for at in range(times):
        judge(states[at % len(states)], weights, features, win, points)
        total += win[0]
    return total


def positions(name: str, options: dict[str, Any]) -> list[Table]:
    """A few positions from the beginning to the end of a random game."""
    game = find_game(name)
    source = random.Random(1)
    table = Table(game, game.options_from(options), (1, 2, 3, 4))
    found = []
    while not table.over and len(found) < 12:
        if len(table.moves) % 7 == 0:
            found.append(table.copy())
        table.play(source.choice(table.legal))
    return found


def measure(name: str, options: dict[str, Any]) -> str:
    """One line of the table."""
    tables = positions(name, options)
    game = tables[0].game
    find_values(game)
    views = [table.view(table.turn if table.turn is not None else 0) for table in tables]
    settings = replace(default_settings(views[0]), solve=0)
    think(views[0], Budget(1), seed=1, settings=settings)
    start = time.process_time()
    for view in views:
        think(view, Budget(SIMULATIONS), seed=1, settings=settings)
    simulations = len(views) * SIMULATIONS / (time.process_time() - start)
    weights = find_weights(game, views[0].state).value
    states = np.array([view.state for view in views], game.dtype)
    arguments = (weights, np.zeros(weights.shape[2]), np.zeros(SEATS), np.zeros(SEATS))
    judge_often(states, 1, *arguments)
    start = time.process_time()
    judge_often(states, LEAVES, *arguments)
    leaves = LEAVES / (time.process_time() - start)
    said = " ".join([name, *map(str, options.values())])
    return f"{said:24} {simulations:>12,.0f} simulations/s {leaves:>12,.0f} leaf evaluations/s{solver_speed(views, settings)}"


def solver_speed(views: list[Any], settings: Any) -> str:
    """Positions a second of the solver, where the game has one."""
    view = views[0]
    if view.game.name != "azul":
        return ""
    solver = Solver(view, settings)
    solver.solve(solver.root, 10)
    start = time.process_time()
    solver.solve(solver.root, 300_000)
    return f" {300_000 / (time.process_time() - start):>12,.0f} solver positions/s"


if __name__ == "__main__":
    for game in game_names():
        for options in find_game(game).variants:
            if options.get("players", 2) in (2, 4):
                print(measure(game, options), flush=True)
