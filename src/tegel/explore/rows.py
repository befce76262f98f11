"""The table that is explored: a row for every game and seat, as Parquet, written and read by DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, Options
from ..envs.extras import need
from .question import Played, questions_of

PATTERN = "*.parquet"
OWN = ("game", "player", "options", "players", "number", "seat", "win", "points", "place")  # the columns that every game has
LEFT_OUT = ("players", "rounds", "colours")  # options that make no other game


def rows_of(game: Game, played: Played, first: int) -> dict[str, Any]:
    """The columns but those that are the same in every row: number and seat, who won, points and place, and an answer for each question.

    Seats are counted in the order of play: 0 begins. A shared victory counts in parts.
    """
    count, seats = played.points.shape
    starter = played.moments.starts["starter"].astype(np.int64)[:, None]
    winners = (played.places == 1).sum(1, keepdims=True)
    columns = {
        "number": first + np.arange(count)[:, None] + 0 * played.first,
        "seat": ((played.first - starter) % seats).astype(np.int8),
        "win": np.where(played.places == 1, 1 / winners, 0).astype(np.float32),
        "points": played.points,
        "place": played.places.astype(np.int8),
    }
    columns |= {question.name: question.read(played).astype(np.int8) for question in questions_of(game).asked}
    return {name: np.ascontiguousarray(column.reshape(-1)) for name, column in columns.items()}


def options_text(options: Options) -> str:
    """The options that make a game another one, as text.

    >>> from tegel.core.game import find_game
    >>> options_text(find_game("azul").options_from({"players": 3}))
    'wall=coloured'
    """
    return " ".join(f"{name}={value}" for name, value in options.written().items() if name not in LEFT_OUT)


def write_rows(path: Path, about: dict[str, Any], rows: dict[str, Any]) -> None:
    """Write a file, whole or not at all. `about` has the columns that are the same in every row."""
    duckdb = need("duckdb")
    unfinished = path.with_suffix(".unfinished")
    same = ", ".join(f"${name} AS {name}" for name in about)
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE rows AS SELECT {same}, * FROM rows", about)
        target = str(unfinished).replace("'", "''")
        database.execute(f"COPY rows TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
    unfinished.replace(path)


def files_in(places: list[Path]) -> list[str]:
    """The files that are named, and those in folders that are."""
    found: list[str] = []
    for place in places:
        files = sorted(place.glob(PATTERN)) if place.is_dir() else [place]
        if not files or not files[0].is_file():
            raise BadOption(f"{place} holds no games to explore; `tegel explore make` writes them")
        found += [str(file) for file in files]
    return found
