"""The description beside a module: where every field of every record lies, what the entry points take, and the constants of the game.

A browser, or any program, needs no more to use the module. TypeScript's types and accessors are generated from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.game import MOST_SEATS, Game
from .entry import Entry, Number, Record
from .table_description import describe_table

FORMAT = 1  # of descriptions


def describe(game: Game, entries: Iterable[Entry]) -> dict[str, Any]:
    """The description, as plain data."""
    listed = list(entries)
    records = {kind.name: kind.dtype for entry in listed for kind in entry.parameters.values() if isinstance(kind, Record)}
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "constants": {
            "moves": game.moves,
            "most_legal": game.most_legal,
            "most_seats": MOST_SEATS,
            "seats": list(game.seats),
            "fewest_wins": game.fewest_wins,
            "secrets": game.secrets,
            "events": list(game.events),
            "places": list(game.places),
            "checks": list(game.checks),
        },
        "records": {name: describe_record(dtype) for name, dtype in records.items()},
        "entries": {entry.name: _describe_entry(entry) for entry in listed},
        "table": describe_table(game),
    }


def describe_record(dtype: np.dtype[Any]) -> dict[str, Any]:
    """A record: its size, and for each field its place, its type (or the record it is) and its shape."""
    places: Any = dtype.fields or {}
    return {"size": dtype.itemsize, "fields": {name: _describe_field(*places[name][:2]) for name in dtype.names or ()}}


def _describe_field(dtype: np.dtype[Any], at: int) -> dict[str, Any]:
    base, shape = dtype.subdtype or (dtype, ())
    kind = {"record": describe_record(base)} if base.names else {"type": f"{base.kind}{base.itemsize}"}
    return {"at": at, **kind, **({"shape": list(shape)} if shape else {})}


def _describe_entry(entry: Entry) -> dict[str, Any]:
    parameters = {name: kind.name if isinstance(kind, Number) else f"{kind.name}*" for name, kind in entry.parameters.items()}
    return {"parameters": parameters, "result": "i4" if entry.returns else None}
