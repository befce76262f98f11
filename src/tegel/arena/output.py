"""What a match leaves behind besides its results: tables for spreadsheets and data frames, and the records of its games."""

from __future__ import annotations

import csv
import importlib.util
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ..core.game import find_game
from ..core.names import program_name
from ..core.record import Record
from ..core.table import Table
from .playing import Played
from .schedule import Match, key_of
from .tables import Summary, rows

CSV, PARQUET, SUMMARY, RECORDS = "games.csv", "games.parquet", "table.json", "records"


def write_tables(folder: Path, match: Match, games: list[Played], summary: Summary) -> None:
    """All games as CSV, as Parquet too where pyarrow is installed, and the summary as JSON."""
    table = rows(match, games)
    with (folder / CSV).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(table[0]) if table else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    (folder / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(summary)) + b"\n")
    if importlib.util.find_spec("pyarrow"):
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(table), folder / PARQUET)


def write_records(folder: Path, match: Match, games: Iterable[Played]) -> None:
    """A record for each game; one that was broken off is marked as still running."""
    (folder / RECORDS).mkdir(exist_ok=True)
    for game in games:
        record_of(match, game).save(folder / RECORDS / f"{game.number + 1:06}.tegel")


def record_of(match: Match, played: Played) -> Record:
    """The record of a game, from its line alone."""
    game = find_game(match.game)
    table = Table(game, game.options_from(match.options), key_of(match, played.number), [program_name(name) for name in played.seats])
    for code in played.moves.split():
        table.play(code)
    return table.record
