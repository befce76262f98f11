"""Compiling before anybody waits for it: all that requests and computer players need, once on a machine.

`python -m tegel.server.preparing` does it, so that tests that run side by side do not each do it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from enum import StrEnum

from ..core.compiled import compiled_before
from ..core.game import Game, find_game, game_names
from ..core.table import Table
from ..core.takeback import reveals
from .scene import Scene
from .showing import show_table


def warm_up(game: Game) -> None:
    """Compile, or load, all that any request needs: a compiler at work in the middle of a game would hold everybody up."""
    table = Table(game, game.options(), (0, 0, 0, 1))
    Table.from_position(table.position)
    table.view(0).imagine((0, 0, 0, 1))
    move = table.legal[0]
    reveals(game, table.state, move)
    table.play(move)
    show_table(Scene(table), 0, "en")


def warm_up_player(game: Game) -> None:
    """Compile, or load, all that thinking needs, the working out of the end of a round included."""
    from ..search.network import shipped_network
    from ..search.players import find_player

    table = Table(game, game.simulation_options({}), (0, 0, 0, 1))
    player = find_player("search:4", seed=1)
    if shipped_network(game) is not None:
        find_player("learned:2", seed=1).decide(table.view(table.turn or 0))
    while not table.over:
        table.play(player.decide(table.view(table.turn or 0)))


class Part(StrEnum):
    """A part of a game's code that is compiled by itself, in the order in which people need them."""

    RULES = "rules"
    GREEDY = "greedy"
    SEARCH = "search"
    LEARNED = "learned"


STAND_INS = {Part.GREEDY: "greedy", Part.SEARCH: "search:4", Part.LEARNED: "learned:2"}  # players that load a part's code and hardly think


def code_of(name: str, player: str) -> Part:
    """The part of a game's code that a computer player needs."""
    from ..search.levels import levels
    from ..search.network import shipped_network

    kind, _, number = player.partition(":")
    if kind == "random":
        return Part.RULES
    if kind == "level":
        learned = levels(name)[int(number) - 1].learned and shipped_network(find_game(name)) is not None
        return Part.LEARNED if learned else Part.SEARCH
    return Part(kind)


def compile_game(name: str) -> None:
    """Everything for one game."""
    warm_up(find_game(name))
    warm_up_player(find_game(name))


def compile_games(games: Iterable[Game], done: Callable[[Game], None]) -> None:
    """Compile the games, several at a time, each in a process of its own; the results stay on disk."""
    with ProcessPoolExecutor(os.cpu_count() or 1, multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(compile_game, game.name): game for game in games}
        for job in as_completed(jobs):
            job.result()
            done(jobs[job])


def cold(games: Iterable[Game]) -> list[Game]:
    """Those that have not been compiled on this machine yet, in this version."""
    return [game for game in games if not (compiled_before(game.name) and compiled_before(game.name, "search-values"))]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    compile_games([find_game(name) for name in reversed(game_names())], lambda game: print(f"compiled: {game.name}", flush=True))
