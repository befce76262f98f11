"""The tables of ratings: which games count, what came of them, and who agreed to be named."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table

from .tables import metadata

players = Table(  # guests who have played games that count
    "players",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),  # by which others know them
    Column("shown", Integer, nullable=False, server_default="0"),  # 1: they agreed to be named in tables, profiles and exports
    Column("reviewed", Integer, nullable=False, server_default="0"),  # 1: they agreed that the luck of their games is measured
)

rated = Table(  # finished games
    "rated",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("pool", String(40), nullable=False),  # name of the game and number of players: azul-3
    Column("ended", BigInteger, nullable=False),
    Column("verdict", String(16), nullable=False),  # new: to be looked at; counts; or why it does not
    Index("rated_by_pool", "pool", "verdict", "ended"),
    Index("rated_by_verdict", "verdict"),
)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40), nullable=False),  # a guest, a computer level, or a name for a guest who was forgotten
    Column("place", Integer, nullable=False),  # who left comes last
    Column("luck", Float),  # in chances to win, once it was measured
    Column("loss", Float),  # points of lead lost by an average decision, once it was measured
    Index("rated_seats_of_player", "player", "game"),
)

seat_networks = Table(  # from where a seat was played, until the game is over and looked at
    "seat_networks",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("network", String(64), primary_key=True),  # a keyed hash of the address
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(40), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("luckless_mean", Float),
    Column("luckless_deviation", Float),
    Column("luck_games", Integer, nullable=False),
    Index("ratings_by_mean", "pool", "listed", "mean"),
    Index("ratings_of_player", "player"),
)

rating_points = Table(  # how a rating went: what it was after a game
    "rating_points",
    metadata,
    Column("pool", String(40), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("time", BigInteger, primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Index("rating_points_of_player", "player"),
)
