"""The engine of one game: its entry points, compiled and linked, and its description."""

from __future__ import annotations

import json
from pathlib import Path

from ..core.game import find_game
from .description import describe
from .entry import Entry
from .limits import check_limits
from .linking import link_module
from .module import compile_object, link, optimise
from .rules_entries import rules_entries
from .table_entries import table_entries
from .table_functions import table_functions


def compile_entries(name: str, entries: list[Entry]) -> bytes:
    """Entry points as a WebAssembly module; `NotForWasm` where one uses what it cannot."""
    whole = link(entries)
    optimise(whole)
    check_limits(name, entries, whole)
    return link_module(compile_object(whole), [entry.name for entry in entries])


def write_engine(name: str, folder: Path) -> None:
    """Write GAME.wasm, GAME.json and GAME.js."""
    game = find_game(name)
    entries = [*rules_entries(game), *table_entries(game)]
    (folder / f"{name}.wasm").write_bytes(compile_entries(name, entries))
    (folder / f"{name}.json").write_text(json.dumps(describe(game, entries), separators=(",", ":")) + "\n", encoding="utf-8")
    (folder / f"{name}.js").write_text(table_functions(game), encoding="utf-8")
