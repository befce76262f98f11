"""Bringing an older database up to date, one step for each change of the tables.

A new database is made from `tables` and has the newest version at once. An older one goes through the steps it has not seen, in one
transaction: all of them or none.

To change the tables:

1. Change `tables`. A column that is added to rows that exist needs a `server_default`, or may be null.
2. Append a function to `MIGRATIONS` that does the same to an older database: `add_column`, `add_index`, `add_table`, then SQL to fill it.
   A step is never edited once it is on main, and never uses `tables`: those will have changed again when it runs. It says itself what
   it needs.

`tests/server/test_migrations.py` brings a database of version 1 up to date and compares it with a new one, column by column and index by
index. Two who append at the same time both keep their step: the order only has to be the same for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, inspect, text
from sqlalchemy.schema import CreateColumn

from ..core.errors import TegelError
from . import account_tables as account_tables  # their tables are made with the others
from . import bot_tables as bot_tables
from . import push_tables as push_tables
from . import rating_tables as rating_tables
from . import tournament_tables as tournament_tables
from . import vacation_tables as vacation_tables
from .chain import link, of_game, of_start
from .tables import meta, metadata

Step = Callable[[Connection], None]

FIRST = 1  # the version of the oldest databases there are
ADVISORY = 0x7E6E1  # of the lock under which PostgreSQL lets one process at a time change the tables


class NewerDatabase(TegelError):
    """A database that a newer program has written."""


def add_column(connection: Connection, table: str, column: Column[Any]) -> None:
    """A new column of a table that exists, as `tables` declares it."""
    Table(table, MetaData(), column)  # a column is only spelt out as part of a table
    written = CreateColumn(column).compile(dialect=connection.dialect)
    connection.execute(text(f"ALTER TABLE {connection.dialect.identifier_preparer.quote(table)} ADD COLUMN {written}"))


def add_index(connection: Connection, name: str, table: str, *columns: str, where: str | None = None) -> None:
    """A new index of a table that exists, perhaps only of the rows that fulfil a condition."""
    there = Table(table, MetaData(), autoload_with=connection)
    only: dict[str, Any] = {} if where is None else {"sqlite_where": text(where), "postgresql_where": text(where)}
    Index(name, *(there.c[column] for column in columns), **only).create(connection)


def add_table(connection: Connection, name: str, *parts: Any, **options: Any) -> None:
    """A new table with these columns and indexes."""
    Table(name, MetaData(), *parts, **options).create(connection)


def _commitments(connection: Connection) -> None:
    """Commitments to nonces, and games that began at a position with draws that can be verified."""
    add_column(connection, "seats", Column("commitment", String(64)))
    add_column(connection, "games", Column("viewer", Integer))


def _seat_links(connection: Connection) -> None:
    """Private links by which a seat can be moved to another browser."""
    add_table(
        connection,
        "seat_links",
        Column("game", String(32), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("hash", String(64), nullable=False, unique=True),
    )


def _chain_and_lists(connection: Connection) -> None:
    """Entries are chained, games know what their log has led to, guests have a list of their games."""
    add_column(connection, "entries", Column("hash", String(64), nullable=False, server_default=""))
    add_column(connection, "games", Column("last", Integer, nullable=False, server_default="0"))
    add_column(connection, "games", Column("head", String(64), nullable=False, server_default=""))
    add_column(connection, "games", Column("changed", BigInteger, nullable=False, server_default="0"))
    add_column(connection, "games", Column("status", String(8), nullable=False, server_default=""))
    add_column(connection, "games", Column("ply", Integer, nullable=False, server_default="0"))
    add_column(connection, "games", Column("turn", Integer))
    add_column(connection, "games", Column("bot", Integer, nullable=False, server_default="0"))
    add_column(connection, "games", Column("stand_ins", Text))
    add_column(connection, "games", Column("result", Text))
    add_column(connection, "games", Column("rematch", String(32)))
    add_index(connection, "games_by_status", "games", "status")
    add_index(connection, "games_of_bots", "games", "bot", where="bot = 1")
    keys = [Column("guest", String(32), primary_key=True), Column("changed", BigInteger, primary_key=True)]
    add_table(connection, "listed", *keys, Column("game", String(32), primary_key=True), sqlite_with_rowid=False)
    for (game,) in connection.execute(text("SELECT id FROM games")).all():
        chain_game(connection, game)
    connection.execute(
        text(
            "INSERT INTO listed (guest, changed, game) SELECT games.creator, games.changed, games.id FROM games WHERE games.creator <> '' "
            "UNION SELECT seats.guest, games.changed, games.id FROM seats JOIN games ON games.id = seats.game WHERE seats.guest IS NOT NULL"
        )
    )


def _clocks(connection: Connection) -> None:
    """Games know when their clock runs out, seats when their person was last here; unfinished games are counted."""
    add_column(connection, "games", Column("due", BigInteger))
    add_index(connection, "games_due", "games", "due")
    add_column(connection, "seats", Column("seen", BigInteger))
    columns = [Column("game", String(32), primary_key=True), Column("guest", String(32)), Column("network", String(64))]
    add_table(connection, "unfinished", *columns)
    add_index(connection, "unfinished_of_guest", "unfinished", "guest")
    add_index(connection, "unfinished_of_network", "unfinished", "network")
    connection.execute(
        text(
            "INSERT INTO unfinished (game, guest) SELECT id, creator FROM games WHERE archive = 0 "
            "AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id AND entries.kind = 'over')"
        )
    )


def _studies(connection: Connection) -> None:
    """Studies that guests share by link."""
    add_table(
        connection,
        "studies",
        Column("id", String(32), primary_key=True),
        Column("guest", String(32), nullable=False),
        Column("game", String(32), nullable=False),
        Column("text", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
    )
    add_index(connection, "studies_of_guest", "studies", "guest")


def _lobby(connection: Connection) -> None:
    """Games that the lobby shows."""
    add_column(connection, "games", Column("public", Integer, nullable=False, server_default="0"))
    add_column(connection, "games", Column("offer", Text))
    add_index(connection, "games_in_lobby", "games", "status", "changed", where="public = 1")


def _ratings(connection: Connection) -> None:
    """Games that count, ratings, and players who agreed to be named."""
    add_table(
        connection,
        "players",
        Column("guest", String(32), primary_key=True),
        Column("id", String(32), nullable=False, unique=True),
        Column("shown", Integer, nullable=False, server_default="0"),
        Column("reviewed", Integer, nullable=False, server_default="0"),
    )
    add_table(
        connection,
        "rated",
        Column("game", String(32), primary_key=True),
        Column("pool", String(40), nullable=False),
        Column("ended", BigInteger, nullable=False),
        Column("verdict", String(16), nullable=False),
    )
    add_index(connection, "rated_by_pool", "rated", "pool", "verdict", "ended")
    add_index(connection, "rated_by_verdict", "rated", "verdict")
    seat = [Column("game", String(32), primary_key=True), Column("seat", Integer, primary_key=True)]
    known = [Column("player", String(40), nullable=False), Column("place", Integer, nullable=False)]
    add_table(connection, "rated_seats", *seat, *known, Column("luck", Float), Column("loss", Float))
    add_index(connection, "rated_seats_of_player", "rated_seats", "player", "game")
    again = [Column("game", String(32), primary_key=True), Column("seat", Integer, primary_key=True)]
    add_table(connection, "seat_networks", *again, Column("network", String(64), primary_key=True))
    add_table(
        connection,
        "ratings",
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
    )
    add_index(connection, "ratings_by_mean", "ratings", "pool", "listed", "mean")
    add_index(connection, "ratings_of_player", "ratings", "player")
    whose = [Column("pool", String(40), primary_key=True), Column("player", String(40), primary_key=True)]
    found = [Column("mean", Float, nullable=False), Column("deviation", Float, nullable=False)]
    add_table(connection, "rating_points", *whose, Column("time", BigInteger, primary_key=True), *found)
    add_index(connection, "rating_points_of_player", "rating_points", "player")


def _processes(connection: Connection) -> None:
    """Several processes serve one database: each has a lease, each game an owner."""
    add_column(connection, "games", Column("owner", Integer))
    add_table(
        connection,
        "processes",
        Column("number", Integer, primary_key=True),
        Column("address", String(80), nullable=False),
        Column("beats", BigInteger, nullable=False),
        Column("uptime", BigInteger, nullable=False),
        Column("seen", BigInteger, nullable=False),
        Column("heard", Integer, nullable=False),
    )
    columns = [Column("kind", String(16), nullable=False), Column("data", Text, nullable=False)]
    add_table(connection, "notices", Column("number", Integer, primary_key=True), *columns)


def _tournaments(connection: Connection) -> None:
    """Tournaments, and every step of them."""
    add_table(
        connection,
        "tournaments",
        Column("id", String(32), primary_key=True),
        Column("director", String(32), nullable=False),
        Column("title", String(80), nullable=False),
        Column("setup", Text, nullable=False),
        Column("event", Text, nullable=False),
        Column("step", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
    )
    add_index(connection, "tournaments_of_director", "tournaments", "director")
    keys = [Column("tournament", String(32), primary_key=True), Column("step", Integer, primary_key=True)]
    add_table(
        connection,
        "tournament_steps",
        *keys,
        Column("kind", String(16), nullable=False),
        Column("data", Text),
        Column("time", BigInteger, nullable=False),
    )
    who = [Column("tournament", String(32), primary_key=True), Column("guest", String(32), primary_key=True)]
    add_table(connection, "tournament_names", *who, Column("name", String(24), nullable=False))
    add_index(connection, "tournament_names_of_guest", "tournament_names", "guest")


def _rounds(connection: Connection) -> None:
    """Games know their tournament, and tables of a round may share a key; the server looks after tournaments, first of all at every one."""
    add_column(connection, "games", Column("tournament", String(32)))
    add_column(connection, "games", Column("draws", Text))
    add_column(connection, "games", Column("sealed", Integer, nullable=False, server_default="0"))
    add_column(connection, "tournaments", Column("tended", Integer, nullable=False, server_default="0"))
    add_index(connection, "tournaments_tended", "tournaments", "tended", where="tended > 0")
    connection.execute(text("UPDATE tournaments SET tended = 1"))


def _accounts(connection: Connection) -> None:
    """Guests who have keys: passkeys, recovery codes, and the browsers in which they are signed in."""
    add_table(
        connection,
        "passkeys",
        Column("id", String(32), primary_key=True),
        Column("guest", String(32), nullable=False),
        Column("credential", String(1400), nullable=False, unique=True),
        Column("public_key", LargeBinary, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("name", String(24), nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("used", BigInteger, nullable=False),
    )
    add_index(connection, "passkeys_of_guest", "passkeys", "guest")
    add_table(connection, "recovery_codes", Column("hash", String(64), primary_key=True), Column("guest", String(32), nullable=False))
    add_index(connection, "recovery_codes_of_guest", "recovery_codes", "guest")
    add_table(
        connection,
        "sessions",
        Column("cookie_hash", String(64), primary_key=True),
        Column("guest", String(32), nullable=False),
        Column("passkey", String(32)),
        Column("created", BigInteger, nullable=False),
    )
    add_index(connection, "sessions_of_guest", "sessions", "guest")
    add_table(connection, "spent", Column("hash", String(64), primary_key=True), Column("until", BigInteger, nullable=False))
    add_index(connection, "spent_until", "spent", "until")


def chain_game(connection: Connection, game: str) -> None:
    """Chain the entries of a game as they are."""

    def rows(query: str) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(text(query), {"game": game}).mappings()]

    (row,) = rows("SELECT * FROM games WHERE id = :game")
    seats = rows("SELECT * FROM seats WHERE game = :game ORDER BY seat")
    entries = rows("SELECT * FROM entries WHERE game = :game ORDER BY number")
    head, hashes = of_game(row), list[dict[str, Any]]()
    for entry in entries:
        if entry["kind"] == "started":
            head = of_start(head, row, seats)
        head = link(head, entry)
        hashes.append({"game": game, "number": entry["number"], "hash": head})
    if hashes:
        connection.execute(text("UPDATE entries SET hash = :hash WHERE game = :game AND number = :number"), hashes)
        known = {"game": game, "last": hashes[-1]["number"], "head": head, "changed": entries[-1]["time"]}
        connection.execute(text("UPDATE games SET last = :last, head = :head, changed = :changed WHERE id = :game"), known)


def _puzzle_tries(connection: Connection) -> None:
    """First tries at puzzles."""
    add_table(
        connection,
        "puzzle_tries",
        Column("guest", String(32), primary_key=True),
        Column("puzzle", String(32), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("solved", Integer, nullable=False),
        Column("time", BigInteger, nullable=False),
    )
    add_index(connection, "puzzle_tries_of_game", "puzzle_tries", "game", "time")


def _vacations(connection: Connection) -> None:
    """Days on which clocks stand still."""
    add_table(
        connection,
        "vacations",
        Column("guest", String(32), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("begun", BigInteger, nullable=False),
        Column("until", BigInteger, nullable=False),
    )


def _push(connection: Connection) -> None:
    """Browsers that want to be told when it is somebody's turn."""
    add_table(
        connection,
        "push_subscriptions",
        Column("id", String(32), primary_key=True),
        Column("guest", String(32), nullable=False),
        Column("cookie_hash", String(64), nullable=False),
        Column("endpoint", String(1000), nullable=False),
        Column("public_key", String(100), nullable=False),
        Column("secret", String(32), nullable=False),
        Column("language", String(2), nullable=False),
        Column("zone", String(64), nullable=False),
        Column("quiet_from", Integer),
        Column("quiet_to", Integer),
        Column("created", BigInteger, nullable=False),
    )
    add_index(connection, "push_subscriptions_of_guest", "push_subscriptions", "guest")
    add_table(
        connection,
        "push_told",
        Column("subscription", String(32), primary_key=True),
        Column("game", String(32), primary_key=True),
        Column("last", Integer, nullable=False),
        Column("time", BigInteger, nullable=False),
    )


def _bots(connection: Connection) -> None:
    """Bot accounts: guests that others made, and the seats they sit on."""
    add_table(
        connection,
        "bots",
        Column("id", String(32), primary_key=True),
        Column("guest", String(32), nullable=False, unique=True),
        Column("owner", String(32), nullable=False),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("created", BigInteger, nullable=False),
    )
    add_index(connection, "bots_of_owner", "bots", "owner")
    add_column(connection, "seats", Column("owner", String(32)))
    add_index(connection, "seats_of_owner", "seats", "owner", where="owner IS NOT NULL")


MIGRATIONS: tuple[Step, ...] = (
    _commitments,
    _seat_links,
    _chain_and_lists,
    _clocks,
    _studies,
    _lobby,
    _ratings,
    _processes,
    _tournaments,
    _rounds,
    _accounts,
    _puzzle_tries,
    _vacations,
    _push,
    _bots,
)  # the n-th leads from version n to version n + 1


def newest() -> int:
    """The version this program writes."""
    return FIRST + len(MIGRATIONS)


def migrate(connection: Connection) -> None:
    """Bring the tables to this program's version; a newer database is left alone."""
    _exclude_others(connection)
    version = _version(connection)
    if version is None:
        metadata.create_all(connection)
        connection.execute(meta.insert().values(name="version", value=str(newest())))
        return
    if version > newest():
        raise NewerDatabase(
            f"the database has version {version}, this program knows versions up to {newest()}: "
            "it was written by a newer Tegel, use that one"
        )
    for step in MIGRATIONS[version - FIRST :]:
        step(connection)
    if version < newest():
        connection.execute(meta.update().where(meta.c.name == "version").values(value=str(newest())))


def _exclude_others(connection: Connection) -> None:
    """Nobody else migrates meanwhile, and a step that fails takes the earlier ones with it: SQLite's driver begins too late for that."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY})


def _version(connection: Connection) -> int | None:
    """What the database says; None if it is empty."""
    if not inspect(connection).has_table(meta.name):
        return None
    return int(connection.execute(meta.select().where(meta.c.name == "version")).one().value)
