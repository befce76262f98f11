"""The table of first tries at puzzles: the log that their ratings come from."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table

from .tables import metadata

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", String(32), primary_key=True),  # or a name that leads to nobody
    Column("puzzle", String(32), primary_key=True),  # a first try is written once
    Column("game", String(32), nullable=False),
    Column("solved", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
    Index("puzzle_tries_of_game", "game", "time"),
)
