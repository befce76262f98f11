"""What a puzzle is about, named from facts that the rules or the solver tell: a module for each game, and what all have in common."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from ....core.game import Game
from ....core.lessons import Case, Tried
from ....core.takeback import reveals

COMMON = ("count", "end")  # of every game: solved exactly to the end of the round; the game may end in this round
DENIED = 3  # points that the next player can gain less
FORGONE = 3  # points that another move would bring at once


def themes_of(game: Game) -> list[str]:
    """The themes that puzzles of a game can have, in their order."""
    return [*importlib.import_module(f"{__name__}.{game.name}").THEMES, *COMMON]


def name_themes(case: Case, tried: Tried, second: Tried, exact: bool) -> list[str]:
    """Those that a puzzle has, in the same order: its case, its solution and its second best move."""
    module = importlib.import_module(f"{__name__}.{case.table.game.name}")
    found = set(module.themes(case, tried, second))
    found |= {"count"} if exact else set()
    found |= {"end"} if case.table.game.last_round(case.facts) else set()
    return [theme for theme in themes_of(case.table.game) if theme in found]


def common_themes(case: Case, tried: Tried, second: Tried) -> Iterator[str]:
    """Themes of games in which points are good and everything on offer is open."""
    if denies(case, tried, second):
        yield "deny"
    if case.most - case.gain(tried) >= FORGONE:
        yield "patience"


def denies(case: Case, tried: Tried, second: Tried) -> bool:
    """Whether the next player can gain clearly less than after the second best move; a move that shows something new is no such thing."""
    game, state = case.table.game, case.table.state
    if any(reveals(game, state, move) for move in (tried.move, second.move)):
        return False
    return case.reply(second) - case.reply(tried) >= DENIED
