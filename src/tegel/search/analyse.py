"""Analysis: what a position promises. `review` looks back at whole games.

>>> import tegel
>>> table = tegel.game("azul", key=(1, 2, 3, 4))
>>> result = analyse(table, Budget(simulations=100), seed=1)
>>> len(result.best.win), len(result.best.points)
(2, 2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..core.errors import BadOption
from ..core.table import Table
from ..core.view import View
from .levels import levels
from .network import Network, shipped_network
from .search_result import Choice, SearchResult
from .settings import Budget, Settings
from .solve import solve_view
from .think import Tick, default_settings, learned_settings, think

EXACT_POSITIONS = 3_000_000  # an exact answer may cost this many: some seconds


def analyse(
    table: Table,
    budget: Budget,
    *,
    seed: int | None = None,
    threads: int = 1,
    exact: bool = False,
    tick: Tick = lambda part: None,
) -> SearchResult:
    """The best moves of the seat to move, with what to expect of them; it knows no more than that seat.

    `exact` asks for best play up to the end of the round, and is refused where something is hidden or there is too much to see.
    """
    if table.turn is None:
        raise BadOption("the game is over: there is nothing to analyse")
    view = table.view(table.turn)
    if exact:
        return solve_rest(view)
    settings, network = strongest(view)
    return think(view, budget, seed=seed, threads=threads, settings=settings, network=network, tick=tick)


def strongest(view: View) -> tuple[Settings, Network | None]:
    """How the highest level judges: with the network or without. A game without levels has no network either."""
    learned = any(level.learned for level in levels(view.game.name)[-1:])
    network = shipped_network(view.game, view.players) if learned else None
    settings = default_settings(view) if network is None else learned_settings(view)
    return replace(settings, solve=0, prove=0), network


def solve_rest(view: View) -> SearchResult:
    """Best play for the rest of the round, exactly, for every move."""
    solved = solve_view(view, default_settings(view), EXACT_POSITIONS, every=True)
    if solved is None:
        raise BadOption("no exact answer here: too much is hidden or still to come; ask without it, or later in the round")
    return solved


def plain_choice(choice: Choice, code: Callable[[int], str]) -> dict[str, Any]:
    """A choice as plain data, for programs."""
    return {
        "move": choice.code,
        "number": choice.move,
        "visits": choice.visits,
        "share": round(choice.share, 4),
        "win": [round(x, 4) for x in choice.win],
        "points": [round(x, 2) for x in choice.points],
        "error": round(choice.error, 4),
        "line": [code(move) for move in choice.line],
    }


def plain_result(result: SearchResult, code: Callable[[int], str], top: int) -> dict[str, Any]:
    """A result as plain data, its best moves first."""
    return {
        "seat": result.seat,
        "exact": result.exact,
        "simulations": result.simulations,
        "seconds": round(result.seconds, 3),
        "certainty": round(result.certainty, 4),
        "win": [round(x, 4) for x in result.win],
        "points": [round(x, 2) for x in result.points],
        "moves": [plain_choice(choice, code) for choice in result.looked_at[:top]],
    }
