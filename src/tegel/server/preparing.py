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
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.children import end_with_parent
from ..core.commands import defer_codegen
from ..core.compile_notice import hush
from ..core.compiled import INTERPRETED
from ..core.disk_cache import open_folder
from ..core.game import Game, find_game, game_names
from ..core.previews import preview_moves
from ..core.table import Table
from ..core.takeback import reveals
from .scene import Scene
from .showing import show_table

if TYPE_CHECKING:
    from ..search.levels import Level


class Part(StrEnum):
    """A part of a game's code that is compiled by itself, in the order in which people need them."""

    RULES = "rules"
    GREEDY = "greedy"
    SEARCH = "search"
    LEARNED = "learned"


STAND_INS = {Part.GREEDY: "greedy", Part.SEARCH: "search:4", Part.LEARNED: "learned:2"}  # players that load a part's code and hardly think


def parts() -> list[tuple[str, Part]]:
    """Every game's parts, in the order in which they are compiled: the rules of all games, then the players game by game."""
    players = [(name, part) for name in game_names() for part in STAND_INS if _is_needed(name, part)]
    return [(name, Part.RULES) for name in game_names()] + players


def _is_needed(name: str, part: Part) -> bool:
    """Whether some player of the game uses a part: without levels all of them play greedily."""
    if part is Part.SEARCH:
        return bool(_levels(name))
    return part is not Part.LEARNED or _has_network(name)


def _levels(name: str) -> tuple[Level, ...]:
    from ..search.levels import levels

    return levels(name)


def _has_network(name: str) -> bool:
    from ..search.network import shipped_network

    return shipped_network(find_game(name)) is not None


@cache
def code_of(name: str, player: str) -> Part:
    """The part of a game's code that a computer player needs."""
    kind, _, number = player.partition(":")
    if kind == "random":
        return Part.RULES
    if kind == "level":
        found = _levels(name)
        if not found:
            return Part.GREEDY
        return Part.LEARNED if found[int(number) - 1].learned and _has_network(name) else Part.SEARCH
    return Part(kind)


def compile_part(name: str, part: Part) -> None:
    """Compile a part, or load it, and note on disk that it is there."""
    hush()  # whoever has this done says so
    game = find_game(name)
    if part is Part.RULES:
        warm_up(game)
    else:
        _warm_up_player(game, part)
    _note(name, part).touch()


def warm_up(game: Game) -> None:
    """Compile, or load, all that any request needs: a compiler at work in the middle of a game would hold everybody up."""
    table = Table(game, game.options(), (0, 0, 0, 1))
    Table.from_position(table.position)
    table.view(0).imagine((0, 0, 0, 1))
    move = table.legal[0]
    reveals(game, table.state, move)
    preview_moves(game, table.state, [move])
    table.play(move)
    show_table(Scene(table), 0, "en")


def _warm_up_player(game: Game, part: Part) -> None:
    """Compile, or load, all that a kind of player needs; a search also works out the end of rounds."""
    from ..search.players import find_player

    table = Table(game, game.simulation_options({}), (0, 0, 0, 1))
    player = find_player(STAND_INS[part], seed=1)
    while not table.over:
        table.play(player.decide(table.view(table.turn or 0)))
        if part is not Part.SEARCH:
            return


def _note(name: str, part: Part) -> Path:
    """The file that says that a part was compiled; it lies with the compiled code, so a new version begins without."""
    return open_folder("rules" if part is Part.RULES else "search") / f"{name}-{part}.compiled"


def is_compiled(name: str, part: Part) -> bool:
    """Whether a part has been compiled on this machine, in this version."""
    return INTERPRETED or _note(name, part).exists()


def compile_game(name: str) -> None:
    """Everything for one game."""
    for other, part in parts():
        if other == name:
            compile_part(name, part)


def compile_games(games: Iterable[Game], done: Callable[[Game], None]) -> None:
    """Compile the games, several at a time, each in a process of its own; the results stay on disk."""
    with ProcessPoolExecutor(os.cpu_count() or 1, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        jobs = {pool.submit(compile_game, game.name): game for game in games}
        for job in as_completed(jobs):
            job.result()
            done(jobs[job])


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    defer_codegen()
    compile_games([find_game(name) for name in reversed(game_names())], lambda game: print(f"compiled: {game.name}", flush=True))
