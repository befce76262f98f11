"""The engine of one game: its entry points, compiled and linked, its description and its network."""

from __future__ import annotations

import json
from pathlib import Path

from ..core.errors import BadGame
from ..core.game import Game, find_game
from ..search.network import shipped_networks
from ..search.values import find_values
from .description import describe
from .entry import Entry
from .learned_entries import learned_entries
from .limits import check_limits
from .linking import link_module
from .module import compile_object, link, optimise
from .players import describe_players
from .review_entries import review_entries
from .rules_entries import rules_entries
from .runtime import TELLS_USED
from .search_entries import search_entries
from .solver_entries import solver_entries
from .table_entries import table_entries
from .table_functions import table_functions
from .weights_file import pack


def has_players(game: Game) -> bool:
    """Whether a game has what a search needs to know of it; a game from elsewhere may have rules alone."""
    try:
        find_values(game)
    except BadGame:
        return False
    return True


def all_entries(game: Game) -> list[Entry]:
    """Every entry point of a game."""
    players = [*search_entries(game), *learned_entries(game), *solver_entries(game), *review_entries(game)] if has_players(game) else []
    return [*rules_entries(game), *table_entries(game), *players]


def compile_entries(name: str, entries: list[Entry]) -> bytes:
    """Entry points as a WebAssembly module; `NotForWasm` where one uses what it cannot."""
    whole = link(entries)
    optimise(whole)
    check_limits(name, entries, whole)
    return link_module(compile_object(whole), [*(entry.name for entry in entries), TELLS_USED])


def full_description(game: Game) -> dict[str, object]:
    """The description of a game's engine and its players."""
    return {**describe(game, all_entries(game)), "players": describe_players(game) if has_players(game) else None}


def write_engine(name: str, folder: Path) -> None:
    """Write GAME.wasm, GAME.json, GAME.js and, where there is a network, GAME.network."""
    game = find_game(name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.wasm").write_bytes(compile_entries(name, all_entries(game)))
    (folder / f"{name}.json").write_text(json.dumps(full_description(game), separators=(",", ":")) + "\n", encoding="utf-8")
    (folder / f"{name}.js").write_text(table_functions(game), encoding="utf-8")
    networks = shipped_networks(game)
    if networks:
        (folder / f"{name}.network").write_bytes(pack(game, networks))
