"""The table of bot accounts. A bot is a guest of its own, so that it sits, plays and is listed like anybody; this says whose it is."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table

from .tables import metadata

bots = Table(
    "bots",
    metadata,
    Column("id", String(32), primary_key=True),  # by which its owner names it
    Column("guest", String(32), nullable=False, unique=True),
    Column("owner", String(32), nullable=False),  # the guest who made it
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Index("bots_of_owner", "owner"),
)
