"""The tables of tournaments: what each is now, and every step that led there."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, text

from .tables import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("director", String(32), nullable=False),  # a guest
    Column("title", String(80), nullable=False),
    Column("setup", Text, nullable=False),  # JSON: game, options, clock, level that fills a table
    Column("event", Text, nullable=False),  # JSON: plan, entries, rounds
    Column("step", Integer, nullable=False),  # the last
    Column("created", BigInteger, nullable=False),
    Column("tended", Integer, nullable=False, server_default="0"),  # how closely the server looks after it: `tending` says how
    Index("tournaments_of_director", "director"),
    Index("tournaments_tended", "tended", sqlite_where=text("tended > 0"), postgresql_where=text("tended > 0")),
)

tournament_steps = Table(
    "tournament_steps",
    metadata,
    Column("tournament", String(32), primary_key=True),
    Column("step", Integer, primary_key=True),  # of two at the same time exactly one is written
    Column("kind", String(16), nullable=False),
    Column("data", Text),  # JSON
    Column("time", BigInteger, nullable=False),
)

tournament_names = Table(  # under which guests take part
    "tournament_names",
    metadata,
    Column("tournament", String(32), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Index("tournament_names_of_guest", "guest"),
)
