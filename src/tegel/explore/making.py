"""Many games played in several processes and written as Parquet; what is there already is not played again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..core.errors import BadOption
from ..core.game import find_game
from ..core.record import Record
from ..envs.extras import need
from ..learn.sharing import work_on
from .playing import QUICK, VARIED, Batch, play, replay_records
from .rows import options_text, rows_of, write_rows

PART_GAMES = {QUICK: 10_000, VARIED: 10_000}  # games a file, by player
SLOW_PART = 50  # of players that think longer


class Piece(NamedTuple):
    """One file to be written."""

    path: str
    batch: Batch


def pieces_of(folder: Path, wanted: Batch) -> list[Piece]:
    """The files that so many games make, each named after what is in it."""
    size = PART_GAMES.get(wanted.player, SLOW_PART)
    game = find_game(wanted.game)
    options = game.simulation_options(wanted.options)
    players = int(game.blank(options).players)
    about = re.sub("[^a-z0-9]+", "-", f"{wanted.game} {wanted.player} {players} {options_text(options)}".lower())
    pieces = []
    for first in range(wanted.first, wanted.first + wanted.games, size):
        batch = wanted._replace(first=first, games=min(size, wanted.first + wanted.games - first))
        pieces.append(Piece(str(folder / f"{about}-seed{batch.seed}-{first}-{batch.games}.parquet"), batch))
    return pieces


def make(folder: Path, wanted: Batch, jobs: int) -> Iterator[int]:
    """Play what is missing; tells after each file how many games it has."""
    need("duckdb")
    wanted.check()
    open_folder(folder)
    missing = [piece for piece in pieces_of(folder, wanted) if not Path(piece.path).exists()]
    if missing:
        play(wanted._replace(games=1))  # compiles, once, what all processes need
    return work_on(write_piece, missing, jobs)


def open_folder(folder: Path) -> None:
    """Make a folder, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"cannot write to {folder}: {error.strerror}") from error


def write_records(folder: Path, player: str, records: list[Record]) -> int:
    """Write games that were played before, one file for each game, variant and number of players; how many files there are."""
    need("duckdb")
    open_folder(folder)
    alike: dict[tuple[str, str, int], list[Record]] = {}
    for record in records:
        players = int(record.game.blank(record.options).players)
        alike.setdefault((record.game.name, options_text(record.options), players), []).append(record)
    for (name, options, players), some in alike.items():
        about = {"game": name, "player": player, "options": options, "players": players}
        written = re.sub("[^a-z0-9]+", "-", " ".join(map(str, about.values())).lower())
        game = find_game(name)
        write_rows(folder / f"{written}.parquet", about, rows_of(game, replay_records(game, some), 0))
    return len(alike)


def write_piece(piece: Piece) -> int:
    """Play the games of a file and write it."""
    game = find_game(piece.batch.game)
    played = play(piece.batch)
    options = game.simulation_options(piece.batch.options)
    about = {
        "game": game.name,
        "player": piece.batch.player,
        "options": options_text(options),
        "players": played.points.shape[1],
    }
    write_rows(Path(piece.path), about, rows_of(game, played, piece.batch.first))
    return piece.batch.games
