"""How fast the search thinks, in CPU time of one core: simulations and leaf evaluations a second for every game, by hand and by network.

python benchmarks/search_speed.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from tegel.core.compiled import rule
from tegel.core.game import find_game, game_names
from tegel.core.generic import legal
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.heuristics import SEATS, evaluate
from tegel.search.learned import ask_moves, ask_value
from tegel.search.network import Network, shipped_network
from tegel.search.settings import Budget, Settings
from tegel.search.solve import Solver
from tegel.search.think import default_settings, evaluator_for, learned_settings, think
from tegel.search.values import find_values, find_weights

SIMULATIONS = 4000
LEAVES = 200_000
ASKED = 20_000
SOLVED = 300_000


@rule
def evaluate_often(states: Any, times: int, weights: Any, features: Any, win: Any, points: Any) -> float:
    """Value the states in turn; the sum keeps the work from being left out."""
    total = 0.0
    for at in range(times):
        evaluate(states[at % len(states)], weights, features, win, points)
        total += win[0]
    return total


@rule
def ask_often(states: Any, times: int, evaluator: Any, moves: Any) -> float:
    """Ask the network about the moves and the value of the states in turn, each by itself."""
    total = 0.0
    for at in range(times):
        state = states[at % len(states)]
        ask_moves(state, moves, legal(state, moves), evaluator.rater, evaluator.rating)
        ask_value(state, evaluator.valuer, evaluator.valuing)
        total += evaluator.valuing.answer[0]
    return total


def speed(work: Callable[[], Any], done: int) -> float:
    """How much of it is done in a second."""
    start = time.process_time()
    work()
    return done / (time.process_time() - start)


def positions(name: str, options: dict[str, Any]) -> list[Table]:
    """A few positions from the beginning to the end of a random game."""
    game = find_game(name)
    source = random.Random(1)
    table = Table(game, game.options_from(options), (1, 2, 3, 4))
    found: list[Table] = []
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
    states = np.array([view.state for view in views], game.dtype)
    network = shipped_network(game, views[0].players)
    by_hand = replace(default_settings(views[0]), solve=0)
    speeds = [
        thinking_speed(views, by_hand),
        evaluating_speed(views, states),
        *((thinking_speed(views, learned_settings(views[0]), network), asking_speed(views, states, network)) if network else (0.0, 0.0)),
        solver_speed(views, by_hand),
    ]
    return f"{' '.join([name, *map(str, options.values())]):18}" + "".join(f"{found:>14,.0f}" if found else " " * 14 for found in speeds)


def thinking_speed(views: list[View], settings: Settings, network: Network | None = None) -> float:
    """Simulations a second."""
    think(views[0], Budget(1), seed=1, settings=settings, network=network)
    return speed(
        lambda: [think(view, Budget(SIMULATIONS), seed=1, settings=settings, network=network) for view in views], SIMULATIONS * len(views)
    )


def evaluating_speed(views: list[View], states: Any) -> float:
    """Positions valued by hand a second."""
    weights = find_weights(views[0].game, views[0].state).value
    arguments = (weights, np.zeros(weights.shape[2]), np.zeros(SEATS), np.zeros(SEATS))
    evaluate_often(states, 1, *arguments)
    return speed(lambda: evaluate_often(states, LEAVES, *arguments), LEAVES)


def asking_speed(views: list[View], states: Any, network: Network) -> float:
    """Positions about which the network is asked a second, one by one: of their moves and of their value."""
    arguments = (evaluator_for(views[0].game, network), np.zeros(views[0].game.most_legal, np.int16))
    ask_often(states, 1, *arguments)
    return speed(lambda: ask_often(states, ASKED, *arguments), 2 * ASKED)


def solver_speed(views: list[View], settings: Settings) -> float:
    """Positions a second of the solver, where the game has one."""
    view = views[0]
    if view.game.name != "azul":
        return 0.0
    solver = Solver(view, settings)
    solver.solve(solver.root, 10)
    return speed(lambda: solver.solve(solver.root, SOLVED), SOLVED)


if __name__ == "__main__":
    print(f"{'a second':18}{'by hand:':>14}{'':14}{'by network:':>14}{'':14}{'solver:':>14}")
    print(f"{'':18}{'simulations':>14}{'evaluations':>14}{'simulations':>14}{'evaluations':>14}{'positions':>14}", flush=True)
    for game in game_names():
        for options in find_game(game).variants:
            if options.get("players", 2) in (2, 4):
                print(measure(game, options), flush=True)
