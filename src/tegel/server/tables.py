"""The tables of the database. Games are rows that hardly change and a log that only grows; everything else is derived."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

metadata = MetaData()

meta = Table("meta", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("cookie_hash", String(64), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("created", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("secret", String(64), nullable=False),
    Column("promise", String(64), nullable=False, unique=True),  # so a secret that is out can never be used again
    Column("clock", Text),  # JSON
    Column("created", BigInteger, nullable=False),
    Column("creator", String(32), nullable=False),
    Column("origin_game", String(32)),
    Column("origin_ply", Integer),
    Column("position", Text),  # where it began, if not at the beginning
    Column("viewer", Integer),  # what this seat may not know of the position was drawn with the game's key; null: nothing was
    Column("key", String(64)),  # of an uploaded record, or of a game that a device began: they bring their own
    Column("archive", Integer, nullable=False),  # 1 for an uploaded record
    # What the log has led to, written together with its last entry: `progress` says how.
    Column("last", Integer, nullable=False, server_default="0"),  # number of the last entry
    Column("head", String(64), nullable=False, server_default=""),  # its hash
    Column("changed", BigInteger, nullable=False, server_default="0"),  # its time
    Column("status", String(8), nullable=False, server_default=""),  # waiting, running, over, record, closed; empty: not known yet
    Column("ply", Integer, nullable=False, server_default="0"),
    Column("turn", Integer),
    Column("bot", Integer, nullable=False, server_default="0"),  # 1 while a computer is to move
    Column("stand_ins", Text),  # JSON: seat -> [why the computer plays for a person, which one]
    Column("result", Text),  # JSON
    Column("rematch", String(32)),
    Column("due", BigInteger),  # when the clock that runs will run out, in the server's uptime (milliseconds)
    Column("public", Integer, nullable=False, server_default="0"),  # 1: the lobby shows it
    Column("offer", Text),  # JSON: how its seats were offered there; null if they were not
    Column("tournament", String(32)),  # in which it is played
    Column("draws", Text),  # JSON: what its key is made of, where it shares the key with the other tables of a round
    Column("sealed", Integer, nullable=False, server_default="0"),  # 1: only its own table may see it, until the round is over
    Column("owner", Integer),  # the number of the process that holds it in memory, where several serve one database: `leases` says how
    Index("games_due", "due"),
    Index("games_by_status", "status"),
    Index("games_in_lobby", "status", "changed", sqlite_where=text("public = 1"), postgresql_where=text("public = 1")),
    Index("games_of_bots", "bot", sqlite_where=text("bot = 1"), postgresql_where=text("bot = 1")),
)

listed = Table(  # whose list a game is on, the last changed first
    "listed",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("changed", BigInteger, primary_key=True),
    Column("game", String(32), primary_key=True),
    sqlite_with_rowid=False,  # the key is the whole row
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # here, link, computer
    Column("name", String(24), nullable=False),
    Column("player", String(32)),  # of a computer
    Column("guest", String(32)),
    Column("token_hash", String(64)),
    Column("invitation_hash", String(64), unique=True),
    Column("nonce", String(64)),
    Column("commitment", String(64)),  # to the nonce; "awaited" until it is there; null: the seat need not commit to one
    Column("seen", BigInteger),  # when its person was last here, in the server's uptime (milliseconds)
    Column("owner", String(32)),  # of a bot account: whose it is, empty once they are forgotten; null: a person or a computer
    Index("seats_of_guest", "guest"),
    Index("seats_of_owner", "owner", sqlite_where=text("owner IS NOT NULL"), postgresql_where=text("owner IS NOT NULL")),
)

seat_links = Table(
    "seat_links",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the private link by which this seat can be moved
)

studies = Table(  # that guests share by link
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("studies_of_guest", "guest"),
)

unfinished = Table(  # who made the games that wait or run, to count them
    "unfinished",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("guest", String(32)),
    Column("network", String(64)),  # a keyed hash of the address
    Index("unfinished_of_guest", "guest"),
    Index("unfinished_of_network", "network"),
)

processes = Table(  # that serve this database together: a row is a lease, and whose row is gone writes nothing more
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),  # the fencing number, never used again
    Column("address", String(80), nullable=False),  # where the others reach it
    Column("beats", BigInteger, nullable=False),  # how often the lease was renewed
    Column("uptime", BigInteger, nullable=False),  # the time games are played by, when that was last
    Column("seen", BigInteger, nullable=False),  # and the database's own time (milliseconds)
    Column("heard", Integer, nullable=False),  # the last of `notices` it has taken in
)

notices = Table(  # what every process must know of what another did
    "notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),  # JSON
)

entries = Table(
    "entries",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),  # of two racing entries exactly one is written
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", Integer),
    Column("id", String(64)),  # the client's own, to recognise what is sent twice
    Column("data", Text),  # JSON
    Column("time", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False, server_default=""),  # over this entry and the hash of the one before: `chain` says how
)
